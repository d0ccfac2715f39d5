/**
 * Counting twice, blind: two people count, neither sees what the other found, and only where both agree it is what the batch is
 * held against. Until both are in, nobody is shown either of them; after that whoever was wrong counts again.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { canonicalJson } from '../../lib/json.ts'
import { action, view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { rowList } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { batches, once, setCash } from './batches.ts'
import { cashRows } from './fields.ts'
import { doerOf } from './outcome.ts'
import { cashTotals, type Pieces } from './sums.ts'
import type { CurrencySum } from './variance.ts'

/** What one person found. */
export interface CountFigures {
  /** Gifts: envelopes, cheques, and each plate of loose money. */
  count: number
  /** Notes and coins. */
  cash: Pieces[]
  /** What is no cash: cheques, slips of transfers. */
  other: CurrencySum[]
  /** All of it. */
  totals: CurrencySum[]
}

/** A count as pages show it. */
export interface ShownCount {
  counter: string
  counted_at: string
  /** How often they counted. */
  tries: number
  /** Null until both are in. */
  figures: CountFigures | null
}

/** What is known of the two counts. */
export interface ShownCounts {
  counts: ShownCount[]
  /** Null until both are in. */
  agree: boolean | null
}

interface CountRow {
  place: number
  counter: string
  counted: string
  counted_at: string
  tries: number
}

const countsOf = (db: Pick<Tx, 'all'>, church: number, batch: number): Promise<CountRow[]> =>
  db.all<CountRow>(sql`select place, counter, counted, tries,
      to_char(counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as counted_at
    from batch_counts where church_id = ${church} and batch_id = ${batch} order by place`)

function shownCounts(rows: readonly CountRow[]): ShownCounts {
  const [first, second] = rows
  const both = first !== undefined && second !== undefined
  return {
    counts: rows.map(({ counter, counted_at, tries, counted }) => ({
      counter,
      counted_at,
      tries,
      figures: both ? (JSON.parse(counted) as CountFigures) : null,
    })),
    agree: both ? first.counted === second.counted : null,
  }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const sumRow = { currency: field.currency().required(), amount: field.minorUnits(0).required() }
const MOST_CURRENCIES = 20

export const countBatch = action({
  name: 'batches.count',
  logged: 'Counted a batch',
  done: 'Your count is in.',
  may: within(FINANCE),
  fields: {
    id: field.ref().required(),
    counter: field.line(190).required().label('Counted by'),
    count: field.integer(0, 1_000_000).required().label('How many gifts'),
    cash: cashRows.settable(),
    other: rowList(sumRow, MOST_CURRENCIES, 0).settable(),
  },
  on: batches,
  when: { status: ['open'], kind: ['counting'] },
  detail: ({ counter }) => ({ counter }),
  async check(_db, _context, { cash = [], other = [] }, problems) {
    once('cash', cash, one => `${one.currency} ${one.denomination}`, 'denomination', problems)
    once('other', other, ({ currency }) => currency, 'currency', problems)
  },
  async run(tx, { caller }, { id, counter, count, cash = [], other = [] }): Promise<ShownCounts> {
    const church = caller.church.id
    const figures = canonicalJson(figuresOf(count, cash, other))
    const before = await countsOf(tx, church, id)
    const place = slotFor(before, counter)
    await tx.run(sql`insert into batch_counts as t (church_id, batch_id, place, counter, counted, entered_by, counted_at)
      values (${church}, ${id}, ${place}, ${counter}, ${figures}, ${doerOf(caller).name}, ${tx.now}::timestamptz)
      on conflict (church_id, batch_id, place) do update set counter = excluded.counter, counted = excluded.counted,
        entered_by = excluded.entered_by, counted_at = excluded.counted_at, tries = t.tries + 1`)
    const after = await countsOf(tx, church, id)
    await settle(tx, church, id, after)
    return shownCounts(after)
  },
})

/** Whoever counted already counts again; else the place that is free. @throws ApiError `validation_failed` where two others counted */
function slotFor(rows: readonly CountRow[], counter: string): number {
  const mine = rows.find(one => sameName(one.counter, counter))
  if (mine !== undefined) return mine.place
  const problems = new Problems()
  if (rows.length > 1) {
    problems.add(
      'counter',
      because('must be {either}: they counted this batch', { either: rows.map(one => one.counter).join(' or ') }),
    )
  }
  problems.throwIfAny()
  return rows.length + 1
}

/** The same for the same count, in whatever order it was typed. */
function figuresOf(count: number, cash: readonly Pieces[], other: readonly CurrencySum[]): CountFigures {
  const byCurrency = (a: { currency: string }, b: { currency: string }): number =>
    a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0
  const pieces = cash
    .filter(one => one.pieces > 0)
    .toSorted((a, b) => byCurrency(a, b) || b.denomination - a.denomination)
  const rest = other.filter(({ amount }) => amount > 0).toSorted(byCurrency)
  const sums = new Map<string, number>()
  for (const { currency, amount } of [...cashTotals(pieces), ...rest]) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const totals = [...sums].map(([currency, amount]) => ({ currency, amount })).sort(byCurrency)
  return { count, cash: pieces, other: rest, totals }
}

/** Where both found the same, that is what was counted; where they no longer do, nothing is. */
async function settle(tx: Tx, church: number, id: number, rows: readonly CountRow[]): Promise<void> {
  const { agree, counts } = shownCounts(rows)
  const figures = counts[0]?.figures
  const agreed = agree === true && figures ? figures : undefined
  const names = agreed === undefined ? [] : counts.map(({ counter }) => counter)
  await setCash(tx, church, id, agreed?.cash ?? [])
  await tx.run(sql`update batches set control_count = ${agreed?.count ?? null}, controls = ${JSON.stringify(agreed?.totals ?? [])},
    counters = ${JSON.stringify(names)}, updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
}

export const batchCounts = view({
  name: 'batch_counts',
  may: within(FINANCE),
  fields: { id: field.ref('batches').required() },
  async run({ read }, caller, { id }): Promise<ShownCounts> {
    await checkVisible(read, batches, caller, id)
    return shownCounts(await countsOf(read, caller.church.id, id))
  },
})
