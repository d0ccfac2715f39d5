/** What the page of the journal shows: the accounts of a church, and the periods that are closed. */
import { sql } from '../../db/sql.ts'
import { addDays, printTimestamp } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { METHODS } from '../contributions/fields.ts'
import { accountCodes, KEEPERS, PURPOSES, type Purpose } from './account-codes.ts'

/** A way to give, a fund, or what payouts of providers are booked on. */
export interface Account {
  method: string | null
  fund: { id: number; name: string } | null
  purpose: Purpose | null
  code: string | null
}

export interface ShownJournal {
  number: number
  from_on: string
  to_on: string
  /** Of all debits, as of all credits: minor units of the currency of the church, as text. */
  total: string
  /** Of its lines, as they are kept. */
  sha256: string
  closed_at: string
  closed_by: string | null
}

export interface Journals {
  currency: string
  accounts: Account[]
  /** The first day that is not closed; null where nothing is. */
  next_from: string | null
  /** The latest first. */
  journals: ShownJournal[]
}

export const journalsView = view({
  name: 'journals',
  may: KEEPERS,
  fields: {},
  async run({ read }, { church }): Promise<Journals> {
    const [codes, funds, rows] = await Promise.all([
      accountCodes(read, church.id),
      read.all<{ id: number; name: string }>(
        sql`select id, name from funds where church_id = ${church.id} order by id`,
      ),
      read.all<ShownJournal>(sql`select number, from_on::text as from_on, to_on::text as to_on, total::text as total,
        encode(sha256, 'hex') as sha256, closed_at, closed_by from journals where church_id = ${church.id} order by number desc`),
    ])
    const last = rows[0]
    return {
      currency: church.currency,
      accounts: [
        ...METHODS.map(method => ({ method, fund: null, purpose: null, code: codes.methods.get(method) ?? null })),
        ...funds.map(fund => ({ method: null, fund, purpose: null, code: codes.funds.get(fund.id) ?? null })),
        ...PURPOSES.map(purpose => ({ method: null, fund: null, purpose, code: codes.purposes.get(purpose) ?? null })),
      ],
      next_from: last === undefined ? null : addDays(last.to_on, 1),
      journals: rows.map(row => ({ ...row, closed_at: printTimestamp(row.closed_at) })),
    }
  },
})
