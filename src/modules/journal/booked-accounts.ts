/**
 * Where closed journals put what was given. What comes to the bank later, or is taken back, leaves the account that it was booked on,
 * whatever way to give and fund are booked on since: an account code may be changed at any time.
 */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import type { AccountCodes } from './account-codes.ts'
import type { JournalFigures, JournalLine, JournalSpan } from './journal-line.ts'

/** The number of the closed journal that has booked a gift, as SQL over its columns; null where none has. */
export function bookedIn(church: number, { closed }: JournalSpan, gift: { given_on: Sql; created_at: Sql }): Sql {
  if (closed === undefined) return sql`null::integer`
  const { given_on, created_at } = gift
  // The first one that was closed after it was recorded, of its own days or of later ones.
  return sql`(case when ${given_on} >= ${closed.from}::date then (select min(j.number) from journals as j
    where j.church_id = ${church} and j.to_on >= ${given_on} and j.closed_at >= ${created_at}) end)`
}

/** Whether a line is a fund's. */
const isOf = ({ fund, fund_id }: JournalLine, id: number | null, name: string | null): boolean =>
  fund !== null && (fund_id === undefined ? fund === name : fund_id === id)

/** On which accounts things were booked. */
export interface Booked {
  method(name: string): string | null
  fund(id: number | null, name: string | null): string | null
  /** The account of the bank at that time. */
  bank: string | undefined
}

/**
 * The accounts of closed journals, by their numbers; those of now for what none has booked, and for what does not stand in one.
 * @throws NotAsIssued
 */
export async function bookedAccounts(
  db: Db,
  church: number,
  codes: AccountCodes,
  numbers: readonly (number | null)[],
): Promise<(journal: number | null) => Booked> {
  const wanted = [...new Set(numbers.filter(number => number !== null))]
  const rows =
    wanted.length === 0
      ? []
      : await db.all<{
          number: number
          figures: string
          sha256: Buffer
        }>(sql`select number, figures, sha256 from journals
          where church_id = ${church} and number = any(${idArray(wanted)})`)
  const then = new Map(
    rows.map(({ number, ...frozen }) => [number, accountsIn(thaw(frozen, `journal ${number}`), codes)]),
  )
  const now = accountsIn({ lines: [] }, codes)
  return journal => then.get(journal ?? 0) ?? now
}

function accountsIn({ lines, bank }: JournalFigures, codes: AccountCodes): Booked {
  const find = (is: (line: JournalLine) => boolean): string | undefined => lines.find(is)?.account ?? undefined
  const atBank = bank ?? find(({ purpose }) => purpose === 'bank')
  // Of what a later journal takes back it has the account of an earlier one.
  const isOwn = ({ kind }: JournalLine): boolean => kind === 'gifts' || kind === 'added'
  return {
    method: name => find(line => isOwn(line) && line.method === name) ?? codes.methods.get(name) ?? null,
    fund: (id, name) => find(line => isOwn(line) && isOf(line, id, name)) ?? codes.funds.get(id ?? 0) ?? null,
    bank: atBank ?? codes.purposes.get('bank'),
  }
}
