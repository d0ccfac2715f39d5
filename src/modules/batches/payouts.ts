/**
 * Payouts: what a provider of payments sent to the bank is a batch, closed from the beginning, with the gifts that it is of (decision
 * 0032). One payout is one batch: the database says so.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import { canonicalJson } from '../../lib/json.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { type PayoutLine, type PayoutSums, payoutSums } from './payout-sums.ts'
import { sumsOf } from './sums.ts'
import { tellUnvalued, type Worth, worth } from './value-payouts.ts'

/** What a provider paid out. */
export interface NewPayout {
  provider: string
  /** What people call the provider. */
  title: string
  /** What the provider calls the payout. */
  reference: string
  currency: string
  net: number
  /** The day on which the provider sent it. */
  made_on: string
  /** The day on which the bank has it, as the provider says. */
  arrives_on: string
  lines: readonly PayoutLine[]
}

/** A payment that no gift is of. */
interface Missing {
  payment_id: string
  amount: number
  happened_on: string | null
}

/** What stands in a batch about its payout. */
export interface Payout extends PayoutSums, Worth {
  provider: string
  reference: string
  currency: string
  net: number
  made_on: string
  arrives_on: string
  lines: number
  missing: Missing[]
  missing_count: number
  elsewhere: { contribution_id: number; batch_id: number; amount: number }[]
}

/** Payments without a gift that are named in the batch itself; its lines have all. */
const MOST_MISSING = 100

/**
 * Makes the batch of a payout. Whoever calls it holds the gifts of the payments, so that no refund comes between.
 * @param day today, at the church
 * @returns undefined where there is one already
 */
export async function recordPayout(
  tx: Tx,
  church: Pick<Church, 'id' | 'currency' | 'hq_branch_id'>,
  day: string,
  payout: NewPayout,
): Promise<number | undefined> {
  const { provider, title, reference, made_on, arrives_on, lines } = payout
  const made = await tx.first<{
    id: number
  }>(sql`insert into batches (church_id, name, kind, branch_id, counted_on, provider,
      payout_ref, payout, created_at, updated_at)
    values (${church.id}, ${`${title} ${arrives_on}`}, 'payout', ${church.hq_branch_id},
      ${made_on < day ? made_on : day}::date, ${provider}, ${reference}, '{}', ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, provider, payout_ref) where payout_ref is not null do nothing returning id`)
  if (made === undefined) return undefined
  const { id } = made
  const elsewhere = await takeGifts(tx, church.id, id, payout)
  await insertLines(tx, church.id, id, lines)
  const missing = lines.flatMap(({ kind, payment_id, contribution_id, amount, happened_on, reference }) =>
    kind === 'payment' && contribution_id === null
      ? [{ payment_id: payment_id ?? reference, amount, happened_on }]
      : [],
  )
  const sums = payoutSums(lines)
  const { currency, net } = payout
  const said: Payout = {
    ...{ provider, reference, currency, net, made_on, arrives_on, ...sums },
    ...(await worth(tx, church, { currency, net, arrives_on, fees: sums.fees })),
    lines: lines.length,
    missing: missing.slice(0, MOST_MISSING),
    missing_count: missing.length,
    elsewhere,
  }
  if (said.net_base === null) await tellUnvalued(tx, church.id, title, said)
  const held = await sumsOf(tx, church.id, id)
  await tx.run(sql`update batches set status = 'closed', closed_at = ${tx.now}::timestamptz, closed_by = ${title},
      closed_figures = ${canonicalJson(held)}, payout = ${JSON.stringify(said)}::jsonb
    where church_id = ${church.id} and id = ${id}`)
  return id
}

interface Held {
  id: number
  branch_id: number
  status: string
  amount: number
  batch_id: number | null
}

/**
 * Puts the gifts of its payments into the batch, and those of a payout that the bank sent back and that comes with this one.
 * @returns the gifts that are in another batch, and stay there
 */
async function takeGifts(tx: Tx, church: number, batch: number, payout: NewPayout): Promise<Payout['elsewhere']> {
  const { provider, lines } = payout
  const returned = lines.flatMap(({ kind, payment_id }) => (kind === 'returned' && payment_id ? [payment_id] : []))
  const came = await tx.all<{ id: number }>(sql`select l.contribution_id as id from batches as b
    join payout_lines as l on l.church_id = ${church} and l.batch_id = b.id
    where b.church_id = ${church} and b.provider = ${provider} and b.payout_ref = any(${returned}::text[])
      and b.status = 'discarded' and l.kind = 'payment' and l.contribution_id is not null`)
  const mine = lines.flatMap(({ kind, contribution_id }) =>
    kind === 'payment' && contribution_id ? [contribution_id] : [],
  )
  const gifts = await tx.all<Held>(sql`select id, branch_id, status, amount, batch_id from contributions
    where church_id = ${church} and id = any(${idArray([...mine, ...came.map(({ id }) => id)])})
    order by id for no key update`)
  const free = gifts.filter(({ batch_id }) => batch_id === null)
  await tx.run(sql`update contributions set batch_id = ${batch}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = any(${idArray(free.map(({ id }) => id))})`)
  await touch(tx, church, free)
  return gifts.flatMap(({ id, batch_id, amount }) =>
    batch_id === null ? [] : [{ contribution_id: id, batch_id, amount }],
  )
}

/** The totals stay; the version of the data must not. */
async function touch(tx: Tx, church: number, gifts: readonly Held[]): Promise<void> {
  const [one] = gifts
  if (one === undefined) return
  await tally(tx, church, 'contributions', [{ id: one.id, branch_id: one.branch_id, status: one.status, n: 0 }])
}

async function insertLines(tx: Tx, church: number, batch: number, lines: readonly PayoutLine[]): Promise<void> {
  const rows = lines.map((line, at) => ({ ...line, line: at + 1 }))
  await tx.run(sql`insert into payout_lines (church_id, batch_id, line, kind, reference, payment_id, amount, fee, happened_on,
      contribution_id, created_at)
    select ${church}, ${batch}, row.line, row.kind, row.reference, row.payment_id, row.amount, row.fee, row.happened_on,
      row.contribution_id, ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line integer, kind text, reference text, payment_id text,
      amount bigint, fee bigint, happened_on date, contribution_id bigint)`)
}

/** What became of a payout that the bank sent back; undefined where that is known, or it is none of ours. */
export interface SentBack {
  /** The number of the deposit; null where nobody had confirmed it yet. */
  number: string | null
  net: number
  currency: string
}

/**
 * Notes that the bank sent a payout back. What was deposited stays as it was; one that nobody had confirmed is put away, and its
 * gifts come with the payout that the provider sends in its place.
 */
export async function sendBack(
  tx: Tx,
  church: Church,
  clock: Clock,
  failed: { provider: string; reference: string; error: string | null },
): Promise<SentBack | undefined> {
  const found = await tx.first<
    SentBack & { id: number; status: string; failed_on: string | null }
  >(sql`select id, number, status, (payout ->> 'net')::bigint as net, payout ->> 'currency' as currency,
      payout_failed_on::text as failed_on
    from batches where church_id = ${church.id} and provider = ${failed.provider} and payout_ref = ${failed.reference}
    for no key update`)
  if (found === undefined || found.failed_on !== null) return undefined
  const day = today(clock.now(), church.timezone)
  if (found.status === 'closed') {
    const gifts = await tx.all<Held>(sql`select id, branch_id, status, amount, batch_id from contributions
      where church_id = ${church.id} and batch_id = ${found.id} order by id for no key update`)
    await tx.run(sql`update contributions set batch_id = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = any(${idArray(gifts.map(({ id }) => id))})`)
    await touch(tx, church.id, gifts)
    await tx.run(sql`update batches set status = 'discarded', closed_at = null, closed_by = null, closed_figures = null
      where church_id = ${church.id} and id = ${found.id}`)
  }
  await tx.run(sql`update batches set payout_failed_on = ${day}::date, payout_failure = ${failed.error},
      updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${found.id}`)
  return found
}
