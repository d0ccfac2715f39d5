/** What is in a batch at this moment, added up from its gifts. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { canonicalJson } from '../../lib/json.ts'
import type { CurrencySum } from './variance.ts'

/** Gifts of one fund, and of one method. */
interface OfFund extends CurrencySum {
  fund_id: number
  fund_name: string
  count: number
}
interface OfMethod extends CurrencySum {
  method: string
  count: number
  /** In the currency of the church, each gift by the rate of its day. */
  amount_base: number
}

/** Notes or coins of one kind. */
export interface Pieces {
  currency: string
  /** In minor units. */
  denomination: number
  pieces: number
}

/** All that is in it. */
export interface Sums {
  count: number
  totals: CurrencySum[]
  amount_base: number
  by_fund: OfFund[]
  by_method: OfMethod[]
}

interface SumRow {
  fund_id: number
  fund_name: string
  method: string
  currency: string
  n: number
  amount: number
  amount_base: number
}

/** Adds up the posted gifts of a batch. Whoever needs it to stay so holds the batch. */
export async function sumsOf(db: Db | Tx, church: number, batch: number): Promise<Sums> {
  const rows = await db.all<SumRow>(sql`select c.fund_id, min(f.name) as fund_name, c.method, c.currency, count(*) as n,
      sum(c.amount)::bigint as amount, sum(c.amount_base)::bigint as amount_base
    from contributions as c join funds as f on f.church_id = ${church} and f.id = c.fund_id
    where c.church_id = ${church} and c.batch_id = ${batch} and c.status = 'posted'
    group by c.fund_id, c.method, c.currency order by c.fund_id, c.method, c.currency`)
  return {
    count: rows.reduce((sum, { n }) => sum + n, 0),
    totals: gathered(
      rows,
      ({ currency }) => [currency],
      ({ currency, amount }) => ({ currency, amount }),
    ),
    amount_base: exact(rows.map(({ amount_base }) => amount_base)),
    by_fund: gathered(
      rows,
      ({ fund_id, currency }) => [fund_id, currency],
      ({ fund_id, fund_name, currency, count, amount }) => ({ fund_id, fund_name, currency, count, amount }),
    ),
    by_method: gathered(
      rows,
      ({ method, currency }) => [method, currency],
      ({ method, currency, count, amount, amount_base }) => ({ method, currency, count, amount, amount_base }),
    ),
  }
}

/** The rows that have one key as one, in the order of their keys. */
function gathered<Out>(
  rows: readonly SumRow[],
  keyOf: (row: SumRow) => readonly (string | number)[],
  out: (row: SumRow & { count: number }) => Out,
): Out[] {
  const groups = new Map<string, SumRow[]>()
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const one = (group: SumRow[]): Out[] => {
    const [first] = group
    if (first === undefined) return []
    const count = group.reduce((sum, { n }) => sum + n, 0)
    const amount_base = exact(group.map(one => one.amount_base))
    return [out({ ...first, count, amount: exact(group.map(({ amount }) => amount)), amount_base })]
  }
  return [...groups.values()].sort(([a], [b]) => compare(keyOf(a!), keyOf(b!))).flatMap(one)
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [at, a] of one.entries()) {
    const b = other[at]
    if (b === undefined || a === b) continue
    return a < b ? -1 : 1
  }
  return 0
}

/** @throws RangeError for a sum beyond JSON's exact integers */
function exact(amounts: readonly number[]): number {
  const sum = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
  if (sum > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('A batch comes to more than can be written exactly.')
  return Number(sum)
}

/** The notes and coins of a batch. */
export const cashOf = (db: Db | Tx, church: number, batch: number): Promise<Pieces[]> =>
  db.all<Pieces>(sql`select currency, denomination, pieces from batch_cash
    where church_id = ${church} and batch_id = ${batch} order by currency, denomination desc`)

/** What pieces come to, by currency. */
export function cashTotals(cash: readonly Pieces[]): CurrencySum[] {
  const sums = new Map<string, bigint>()
  for (const { currency, denomination, pieces } of cash) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(denomination) * BigInt(pieces))
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: Number(amount) }))
}

/** The cash gifts among them, by currency. */
export const cashGifts = ({ by_method }: Sums): CurrencySum[] =>
  by_method.filter(({ method }) => method === 'cash').map(({ currency, amount }) => ({ currency, amount }))

/**
 * What is in it as one text, which is the same as long as no gift of it changed; a fund may be called otherwise meanwhile. What
 * each method is worth in the church's currency is not in it: texts that were kept before it was told hold as well.
 */
export const sealOf = ({ by_fund, by_method, ...sums }: Sums): string =>
  canonicalJson({
    ...sums,
    by_fund: by_fund.map(({ fund_name: _, ...one }) => one),
    by_method: by_method.map(({ amount_base: _, ...one }) => one),
  })
