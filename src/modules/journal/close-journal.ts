/**
 * Closes a period: its journal is kept as it is, and never computed again. What changes later in days that are closed is
 * booked in the next journal, on the day on which it changed, so that no month moves that the books have.
 */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { freeze } from '../../documents/frozen.ts'
import { Problems } from '../../errors.ts'
import { addDays, addYears, today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { accountCodes, KEEPERS } from './account-codes.ts'
import type { JournalFigures, JournalSpan } from './journal-line.ts'
import { journalLines, totalOf, withoutAccount } from './journal-lines.ts'

/** What is closed of a church: the first day of all, the last one, and when that was done. */
export interface Closed {
  number: number
  from: string
  to: string
  at: string
}

/** Undefined where nothing is closed yet. */
export async function closedUntil(db: Db, church: number): Promise<Closed | undefined> {
  const [last] = await db.all<{ number: number; from: string; to: string; at: string }>(sql`
    select last.number, first.from_on::text as from, last.to_on::text as to, last.closed_at::text as at
    from journals as last join journals as first on first.church_id = ${church} and first.number = 1
    where last.church_id = ${church} order by last.number desc limit 1`)
  return last
}

/** The days of the next journal. @param from its first day, where nothing is closed yet */
export function nextSpan(closed: Closed | undefined, from: string, to: string): JournalSpan {
  if (closed === undefined) return { from, to }
  return { from: addDays(closed.to, 1), to, closed: { from: closed.from, at: closed.at } }
}

/** A journal that was closed. */
export interface ClosedJournal {
  number: number
  from_on: string
  to_on: string
  lines: number
  sha256: string
}

export const closeJournal = action({
  name: 'journals.close',
  logged: 'Closed a journal',
  done: 'Journal closed.',
  may: KEEPERS,
  stepUp: true,
  alone: true,
  fields: {
    from: field
      .date()
      .settable()
      .doc('Its first day, of the first journal alone: each later one begins where the last ended'),
    to: field.date().required().doc('Its last day, which is over'),
  },
  target: ({ to }) => to,
  async run(tx, { caller, clock }, { from, to }): Promise<ClosedJournal> {
    const { church, by } = caller
    const closed = await closedUntil(tx, church.id)
    const problems = new Problems()
    const first = closed === undefined ? from : addDays(closed.to, 1)
    if (first === undefined) problems.add('from', because('is required for the first journal'))
    else if (closed !== undefined && from !== undefined && from !== first)
      problems.add('from', because('is {first}, the day after the last journal', { first }))
    if (to >= today(clock.now(), church.timezone)) problems.add('to', because('must be a day that is over'))
    else if (first !== undefined && to < first) problems.add('to', because('must be {from} or later', { from: first }))
    else if (first !== undefined && to >= addYears(first, 1))
      problems.add('to', because('must be within a year of the first day'))
    problems.throwIfAny()
    const span = nextSpan(closed, first ?? to, to)
    const codes = await accountCodes(tx, church.id)
    const lines = await journalLines(tx, church, span, codes)
    const { methods, funds } = withoutAccount(lines)
    const missing = [...methods.map(wordsOfValue), ...funds]
    if (missing.length > 0)
      problems.add('to', because('set account codes first, of {missing}', { missing: missing.join(', ') }))
    problems.throwIfAny()
    const [debit, credit] = [totalOf(lines, 'debit'), totalOf(lines, 'credit')]
    if (debit !== credit) throw new Error(`The journal up to ${to} does not balance: ${debit} and ${credit}.`)
    const { figures, sha256 } = freeze({ lines, bank: codes.purposes.get('bank') ?? null } satisfies JournalFigures)
    const number = (closed?.number ?? 0) + 1
    await tx.run(sql`insert into journals
      (church_id, number, from_on, to_on, figures, sha256, total, closed_at, closed_by, created_at, updated_at)
      values (${church.id}, ${number}, ${span.from}::date, ${to}::date, ${figures}, ${sha256}, ${String(debit)}::bigint,
        ${tx.now}::timestamptz, ${by.kind === 'person' ? by.name : null}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
    return { number, from_on: span.from, to_on: to, lines: lines.length, sha256: sha256.toString('hex') }
  },
})
