/** The exchange rates of a church, for its console. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { printTimestamp, today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { atOnce, tableFile } from '../../resource/table-file.ts'

/** How many rates of a currency are shown, the latest first. */
const MOST_OF_EACH = 60

/** A rate, from a day on until the next one of its currency. */
export interface ShownRate {
  currency: string
  /** Units of the church currency for one unit, as decimal text. */
  rate: string
  valid_from: string
  /** The one that holds today; later ones are to come, earlier ones are over. */
  state: 'to come' | 'current' | 'over'
  created_at: string
}

type Row = Omit<ShownRate, 'state'>

export const ratesView = view({
  name: 'rates',
  may: within(FINANCE),
  fields: {},
  run: ({ read, clock }, { church }) => ratesOf(read, church, clock.now(), MOST_OF_EACH),
})

/** All rates of a church as a CSV file. */
export const ratesFile = tableFile({
  name: 'rates_file',
  may: within(FINANCE),
  fields: {},
  called: 'exchange-rates',
  columns: {
    currency: (one: ShownRate) => one.currency,
    valid_from: one => one.valid_from,
    rate: one => one.rate,
    state: one => one.state,
  },
  rows: ({ read, clock }, { church }) => atOnce(ratesOf(read, church, clock.now())),
})

/** By currency, the latest first. @param most of each */
async function ratesOf(db: Db, church: Church, now: Date, most = Number.MAX_SAFE_INTEGER): Promise<ShownRate[]> {
  const rows = await db.all<Row>(sql`select currency, rate, valid_from, created_at from (
      select currency, trim_scale(rate)::text as rate, valid_from::text as valid_from, created_at,
        row_number() over (partition by currency order by valid_from desc) as place
      from exchange_rates where church_id = ${church.id}) as ranked
    where place <= ${most} order by currency, valid_from desc`)
  return withStates(rows, today(now, church.timezone))
}

function withStates(rows: readonly Row[], day: string): ShownRate[] {
  const current = new Set<string>()
  return rows.map(row => {
    const state = row.valid_from > day ? 'to come' : current.has(row.currency) ? 'over' : 'current'
    if (state === 'current') current.add(row.currency)
    return { ...row, state, created_at: printTimestamp(row.created_at) }
  })
}
