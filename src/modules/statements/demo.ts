/** Statements of the demo church: of last year, for everybody who gave. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { DemoChurch, Needed } from '../../resource/demo.ts'
import type { ReadFunds } from './figures.ts'
import { BY_PERSON, fundsSql, type GatheredRow, gathered, readGathered } from './gather.ts'
import { writeStatements } from './write-statements.ts'

/** Statements of the demo: enough to look at. */
const MOST = 60

/** Issues them. */
export async function issueInDemo(tx: Tx, { id, day }: DemoChurch): Promise<void> {
  const church = await tx.first<Church>(sql`select c.id, c.slug, c.name, c.country, c.currency, c.timezone,
      b.id as hq_branch_id
    from churches as c join branches as b on b.church_id = ${id} and b.is_hq where c.id = ${id}`)
  if (church === undefined) return
  const year = Number(day.slice(0, 4)) - 1
  const span = { from: `${year}-01-01`, to: `${year}-12-31` }
  const rows = await tx.all<GatheredRow>(
    sql`select * from (${gathered(id, span, BY_PERSON, sql`true`)}) as one limit ${MOST}`,
  )
  const fund = await tx.first<{ list: string }>(sql`select (${fundsSql(id)}) as list`)
  const funds = JSON.parse(fund?.list ?? '{}') as ReadFunds
  const what = { kind: 'statement', span, note: null, funds, as_of: tx.now, by: null } as const
  await writeStatements(tx, church, what, rows.map(readGathered), new Date(`${day}T12:00:00Z`))
}

/** Where no statement is left when the demo is gone, numbers begin at 1 again: nobody else has any of them. */
export const numbersAnew: Needed = {
  table: 'statements',
  kept: async () => [],
  async replace(tx, church) {
    await tx.run(sql`delete from document_numbers where church_id = ${church} and kind in ('statement', 'receipt')
      and kind not in (select s.kind from statements as s where s.church_id = ${church})`)
  },
}
