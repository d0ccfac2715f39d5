/** Statements of the demo church: of last year for everybody who gave, one of them issued anew; of households; and a receipt. */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { DemoChurch, Needed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { contributions } from '../contributions/contributions.ts'
import type { ReadFunds } from './figures.ts'
import {
  BY_FAMILY,
  BY_PERSON,
  fundsSql,
  type GatheredRow,
  gathered,
  type Holder,
  readGathered,
  type Span,
} from './gather.ts'
import { type Issued, supersedeAll, writeStatements } from './write-statements.ts'

/** Statements of the demo: enough to look at. */
const MOST = 60
/** Of households: of the second half of the year. */
const MOST_FAMILIES = 5
/** 5,000.00, found late. */
const FOUND = 500_000

/** Issues them. */
export async function issueInDemo(tx: Tx, { id, day }: DemoChurch): Promise<void> {
  const church = await tx.first<Church>(sql`select c.id, c.slug, c.name, c.country, c.currency, c.timezone,
      b.id as hq_branch_id
    from churches as c join branches as b on b.church_id = ${id} and b.is_hq where c.id = ${id}`)
  if (church === undefined) return
  const year = Number(day.slice(0, 4)) - 1
  const span = { from: `${year}-01-01`, to: `${year}-12-31` }
  const fund = await tx.first<{ list: string }>(sql`select (${fundsSql(id)}) as list`)
  const issuing: Issuing = {
    tx,
    church,
    funds: JSON.parse(fund?.list ?? '{}') as ReadFunds,
    now: new Date(`${day}T12:00:00Z`),
  }
  const [first] = await issueFor(issuing, span, { holder: BY_PERSON, most: MOST })
  const half = { ...span, from: `${year}-07-01` }
  await issueFor(issuing, half, { holder: BY_FAMILY, which: sql`p.family_id is not null`, most: MOST_FAMILIES })
  if (first !== undefined) await issueAnew(issuing, span, first)
  await issueReceipt(issuing)
}

interface Issuing {
  tx: Tx
  church: Church
  funds: ReadFunds
  now: Date
}

interface For {
  holder: Holder
  which?: Sql
  most: number
  /** Of a receipt. */
  contribution?: number
  before?: readonly { id: number; number: string; version: number }[]
}

const issueFor = async (
  { tx, church, funds, now }: Issuing,
  span: Span,
  { holder, which = sql`true`, most, contribution, before = [] }: For,
): Promise<Issued[]> => {
  const rows = await tx.all<GatheredRow>(
    sql`select * from (${gathered(church.id, span, holder, which)}) as one limit ${most}`,
  )
  const kind = contribution === undefined ? 'statement' : 'receipt'
  const what = {
    kind,
    span,
    note: null,
    funds,
    as_of: tx.now,
    by: null,
    ...(contribution && { contribution }),
  } as const
  return await writeStatements(tx, church, what, rows.map(readGathered), now, before)
}

/** An envelope of the year was found when its statement had been issued: there is a second version. */
async function issueAnew(issuing: Issuing, span: Span, first: Issued): Promise<void> {
  const { tx, church } = issuing
  const found = await tx.first<{
    person_id: number
  }>(sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount,
      currency, amount_base, method, given_on, source, note, created_at, updated_at)
    select ${church.id}, s.person_id, f.id, s.branch_id, ${FOUND}, ${church.currency}, ${FOUND}, 'cash',
      ${`${span.from.slice(0, 4)}-03-15`}::date, 'manual', 'An envelope that was found behind the safe',
      ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from statements as s join funds as f on f.church_id = s.church_id and f.is_default
    where s.church_id = ${church.id} and s.id = ${first.id} returning person_id`)
  if (found === undefined) return
  const which = sql`c.person_id = ${found.person_id}`
  const [made] = await issueFor(issuing, span, {
    holder: BY_PERSON,
    which,
    most: 1,
    before: [{ ...first, version: 1 }],
  })
  if (made !== undefined) await supersedeAll(tx, church.id, [{ ...first, version: 1 }], made)
  await recount(tx, church.id, contributions)
}

/** For the largest gift of money that has a giver. */
async function issueReceipt(issuing: Issuing): Promise<void> {
  const { tx, church } = issuing
  const gift = await tx.first<{
    id: number
    given_on: string
  }>(sql`select id, given_on::text as given_on from contributions
    where church_id = ${church.id} and status = 'posted' and person_id is not null and method <> 'in_kind'
    order by amount_base desc, id limit 1`)
  if (gift === undefined) return
  const { id, given_on: on } = gift
  await issueFor(
    issuing,
    { from: on, to: on },
    { holder: BY_PERSON, which: sql`c.id = ${id}`, most: 1, contribution: id },
  )
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
