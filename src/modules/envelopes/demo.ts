/** Envelopes of the demo church: the first grown-ups of the head branch have one each. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'

const ENVELOPES = 24
/** Days of who is grown up. */
const GROWN_UP = 7_000

export async function giveOutInDemo(tx: Tx, { id: church, branches, people, day }: DemoChurch): Promise<void> {
  const [head] = branches
  const owners = people
    .filter(({ branch_id, dob }) => branch_id === head && dob < addDays(day, -GROWN_UP))
    .slice(0, ENVELOPES)
  const rows = owners.map(({ id, branch_id }, at) => ({ number: at + 1, person_id: id, branch_id }))
  await tx.run(sql`insert into envelopes (church_id, number, person_id, branch_id, valid_from, created_at, updated_at)
    select ${church}, number, person_id, branch_id, ${`${day.slice(0, 4)}-01-01`}::date, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${listed(rows, 'number integer, person_id bigint, branch_id bigint')} order by ordinality`)
}
