/**
 * Payouts of providers in the journal: money on its way comes to the bank, and a part of it is the provider's fee. The gifts are booked
 * by themselves, on the account of their way to give; a payout clears that account and touches no fund, so nothing counts twice.
 */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { AccountCodes, Purpose } from './account-codes.ts'
import type { JournalLine, JournalSpan } from './journal-line.ts'

/** The way to give that online gifts are booked as. */
const ON_ITS_WAY = 'online'

interface Paid {
  kind: 'payout' | 'returned'
  date: string
  number: string
  deposited_on: string
  branch: string
  currency: string
  net: string
  fees: string
  net_base: string
  fees_base: string
}

/**
 * Those that somebody has seen at the bank, on the day of that; those that the bank sent back after it. What was confirmed, or could be
 * valued, after its day was closed is booked on the day on which that was done.
 */
async function paidOut(db: Db, { id, timezone }: Church, { from, to, closed }: JournalSpan): Promise<Paid[]> {
  const booked = sql`greatest(b.deposited_at, b.payout_valued_at)`
  const dayOf = (day: Sql): Sql => sql`(case when ${day} >= ${from}::date then ${day}
    else greatest(${from}::date, least(${to}::date, (${booked} at time zone ${timezone})::date)) end)::text`
  const within = (day: Sql, since: Sql): Sql => {
    const own = sql`${day} between ${from}::date and ${to}::date`
    if (closed === undefined) return own
    return sql`(${own} or (${day} >= ${closed.from}::date and ${day} < ${from}::date and ${since} > ${closed.at}::timestamptz))`
  }
  const [deposited, failed] = [sql`b.deposited_on`, sql`b.payout_failed_on`]
  const columns = sql`b.number, b.deposited_on::text as deposited_on, n.name as branch, b.payout ->> 'currency' as currency,
    b.payout ->> 'net' as net, b.payout ->> 'fees' as fees, b.payout ->> 'net_base' as net_base,
    b.payout ->> 'fees_base' as fees_base`
  const ours = sql`batches as b join branches as n on n.church_id = ${id} and n.id = b.branch_id
    where b.church_id = ${id} and b.kind = 'payout' and b.status = 'deposited' and b.payout ->> 'net_base' is not null
      and b.payout ->> 'fees_base' is not null`
  return await db.all<Paid>(sql`
    select 'payout' as kind, ${dayOf(deposited)} as date, ${columns} from ${ours} and ${within(deposited, booked)}
    union all
    select 'returned', ${dayOf(failed)}, ${columns} from ${ours} and ${within(failed, sql`b.payout_valued_at`)}
    order by 2, 1, 3`)
}

/** Their lines, day by day; none where the church books them otherwise, and has said no accounts. */
export async function payoutEntries(
  db: Db,
  church: Church,
  span: JournalSpan,
  codes: AccountCodes,
): Promise<JournalLine[]> {
  if (!(codes.purposes.has('bank') && codes.purposes.has('fees'))) return []
  const paid = await paidOut(db, church, span)
  return paid.flatMap(one => entryOf(one, codes))
}

/** Debits of an entry; what is below zero is a credit. */
function entryOf(paid: Paid, { methods, purposes }: AccountCodes): JournalLine[] {
  const [net, fees] = [BigInt(paid.net), BigInt(paid.fees)]
  const [netBase, feesBase] = [BigInt(paid.net_base), BigInt(paid.fees_base)]
  const online = methods.get(ON_ITS_WAY) ?? null
  const way = { method: ON_ITS_WAY, purpose: null, account: online }
  const of = (purpose: Purpose) => ({ method: null, purpose, account: purposes.get(purpose) ?? null })
  if (paid.kind === 'returned') {
    return [lineOf(paid, way, netBase, net), lineOf(paid, of('bank'), -netBase, -net)].flat()
  }
  return [
    lineOf(paid, of('bank'), netBase, net),
    lineOf(paid, of('fees'), feesBase, fees),
    lineOf(paid, way, -netBase - feesBase, -net - fees),
  ].flat()
}

const without = (amount: bigint): string => String(amount < 0n ? -amount : amount)

function lineOf(
  { kind, date, number, deposited_on, branch, currency }: Paid,
  on: Pick<JournalLine, 'method' | 'purpose' | 'account'>,
  base: bigint,
  amount: bigint,
): JournalLine[] {
  if (base === 0n) return []
  return [
    {
      ...{ date, kind, branch, ...on },
      reference: `${kind === 'payout' ? 'P' : 'R'}-${number}`,
      given_on: deposited_on,
      fund: null,
      side: base > 0n ? 'debit' : 'credit',
      amount: without(base),
      gifts: 0,
      given: { amount: without(amount), currency },
    },
  ]
}
