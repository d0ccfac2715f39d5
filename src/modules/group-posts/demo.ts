/** The posts of the demo church: what leaders of some cells wrote to their members, shown and sent to nobody. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'

const WRITTEN = [
  'We meet at seven this Wednesday, and we eat together first. Please bring something small.',
  'Thank you all for praying for the Obi family. The operation went well.',
  'No meeting next week: join the prayer night in church instead.',
] as const

/** Adds one to each of the first cells, in the name of whoever leads it. */
export async function postInDemo(tx: Tx, { id: church }: DemoChurch): Promise<void> {
  await tx.run(sql`
    with cell as (
      select g.id, g.branch_id, row_number() over (order by g.id) as place from groups g
      where g.church_id = ${church} and g.kind = 'cell' and g.leader_count > 0),
    leader as (
      select distinct on (group_id) group_id, person_id from group_members
      where church_id = ${church} and status = 'active' and role = 'leader' order by group_id, id)
    insert into group_posts (church_id, group_id, branch_id, author_kind, person_id, body, created_at, updated_at)
    select ${church}, cell.id, cell.branch_id, 'person', leader.person_id, said.body,
      ${tx.now}::timestamptz - cell.place * interval '1 day', ${tx.now}::timestamptz - cell.place * interval '1 day'
    from ${listed(
      WRITTEN.map((body, at) => ({ at: at + 1, body })),
      'at integer, body text',
    )} as said (at, body)
    join cell on cell.place = said.at
    join leader on leader.group_id = cell.id order by cell.place desc`)
}
