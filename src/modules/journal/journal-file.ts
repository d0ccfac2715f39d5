/** A journal as CSV for accounting programs (docs/printing.md has its columns). */
import { sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Input } from '../../resource/field.ts'
import type { Reading } from '../../resource/services.ts'
import { atOnce, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { shortDateIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { accountCodes, KEEPERS } from './account-codes.ts'
import { closedUntil, nextSpan } from './close-journal.ts'
import type { JournalFigures, JournalLine } from './journal-line.ts'
import { journalLines } from './journal-lines.ts'

const fields = {
  number: field.integer(1).settable().doc('A journal that is closed'),
  from: field.date().settable().doc('Gifts of these days as they are now, whatever is closed'),
  to: field
    .date()
    .settable()
    .doc('Their last day; without a first one the journal that comes next, as it would be closed now. Default: today'),
}

/** A line with what it is printed by. */
interface Printed extends JournalLine {
  language: Language
  base: string
  country: string
}

const amountOf = ({ amount, base, country }: Printed): string => plainAmount(BigInt(amount), base, country)

export const journalFile = tableFile({
  name: 'journal_file',
  may: KEEPERS,
  fields,
  called: 'journal',
  columns: {
    date: (line: Printed) => line.date,
    reference: line => line.reference,
    account: line => line.account ?? '',
    name: line => nameOf(line),
    branch: line => line.branch,
    debit: line => (line.side === 'debit' ? amountOf(line) : ''),
    credit: line => (line.side === 'credit' ? amountOf(line) : ''),
    currency: line => line.base,
    given_amount: ({ given, country }) => plainAmount(BigInt(given.amount), given.currency, country),
    given_currency: ({ given }) => given.currency,
    gifts: line => line.gifts,
    memo: line => memoOf(line),
  },
  rows: (reading, caller, input) => atOnce(printed(reading, caller, input)),
})

function nameOf({ language: { say }, method, fund, purpose }: Printed): string {
  if (purpose != null) return purpose === 'bank' ? say('Bank') : say('Fees of providers')
  return method === null ? (fund ?? '') : say(wordsOfValue(method))
}

function memoOf({ language, kind, given_on, gifts: count, reference }: Printed): string {
  const { say } = language
  const number = reference.slice(2)
  if (kind === 'deposit') return say('Taken to the bank, deposit {number}', { number })
  if (kind === 'bounced') return say('Cheques that came back, deposit {number}', { number })
  if (kind === 'payout') return say('Payout, deposit {number}', { number })
  if (kind === 'returned') return say('Sent back by the bank, deposit {number}', { number })
  if (kind === 'gifts') return say('{count, plural, one {# gift} other {# gifts}}', { count })
  const day = shortDateIn(language, given_on)
  if (kind === 'added')
    return say('{count, plural, one {# gift} other {# gifts}} of {day}, recorded later', { count, day })
  return say('{count, plural, one {# gift} other {# gifts}} of {day}, voided later', { count, day })
}

async function printed(reading: Reading, caller: Caller, input: Input<typeof fields>): Promise<Printed[]> {
  const { church } = caller
  const language = languageFor(church)
  const lines = await linesOf(reading, caller, input)
  return lines.map(line => ({ ...line, language, base: church.currency, country: church.country }))
}

/** @throws ApiError `validation_failed` for days that are none, `not_found` for a number that no journal has */
async function linesOf(
  { read, clock }: Reading,
  { church }: Caller,
  input: Input<typeof fields>,
): Promise<JournalLine[]> {
  const { number, from, to = today(clock.now(), church.timezone) } = input
  const problems = new Problems()
  if (number !== undefined && (from ?? input.to) !== undefined) problems.add('number', 'leave it out with from and to')
  problems.throwIfAny()
  if (number !== undefined) {
    const row = await read.first<{ figures: string; sha256: Buffer }>(
      sql`select figures, sha256 from journals where church_id = ${church.id} and number = ${number}`,
    )
    if (row === undefined)
      throw new ApiError('not_found', { message: because('This church has no journal {number}.', { number }) })
    return thaw<JournalFigures>(row, `journal ${number}`).lines
  }
  const closed = from === undefined ? await closedUntil(read, church.id) : undefined
  const span = from === undefined && closed !== undefined ? nextSpan(closed, to, to) : { from, to }
  if (span.from === undefined) problems.add('from', because('is required: no journal is closed yet'))
  else if (to < span.from) problems.add('to', because('must be {from} or later', { from: span.from }))
  problems.throwIfAny()
  return await journalLines(read, church, { ...span, from: span.from ?? to }, await accountCodes(read, church.id))
}
