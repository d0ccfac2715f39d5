/** The kinds of list filters. A filter reads its parameter and carries its own condition. */
import { idArray } from '../db/database.ts'
import { ident, type Sql, sql } from '../db/sql.ts'
import { InvalidParameter } from '../errors.ts'
import { parseDate, parseTimestamp } from '../lib/calendar.ts'
import { isPlainText } from '../lib/json.ts'
import { toInternational } from '../lib/phone.ts'
import { anyOfIds } from './any-of.ts'
import { type Caller, canSee } from './caller.ts'
import type { JsonSchema } from './field.ts'
import { contains } from './search.ts'

/** What a filter adds to a list: a condition over the columns of the table, or nothing. */
type Condition = Sql | undefined

export interface Filter {
  schema: JsonSchema
  /** What people read beside it; that of the field of its name, where there is none. */
  label?: string
  /** In its empty field: `Full number`. */
  hint?: string
  /** Of a switch that may also be left alone: what people read in the place of `1` and of `0`. */
  either?: readonly [yes: string, no: string]
  doc: string
  /**
   * The condition speaks of nothing but `branch_id`, `status` and `removed`, which the tallies have too,
   * so that the total needs no counting.
   */
  tallied: boolean
  /** The condition speaks of nothing but the day that records are of (`list.day`): totals by day know it, where they are kept. */
  daily: boolean
  /** Only the console has it: to keys, and in what is written of the API, it is unknown. */
  consoleOnly: boolean
  /**
   * The condition looks at another table, for every caller or for those who are limited to a branch, so no version of the
   * list's own data tells that a total still holds.
   */
  foreign: 'always' | 'limited' | undefined
  /** The condition holds for an interval of values, which no index gives in the order of ids. */
  range: boolean
  /** An index finds the matches, wherever in the list they lie, but each has to be looked at again: a part of a text. */
  scattered: boolean
  /** The column that tells when a record changed, where the filter asks for changes: late commits are waited for. */
  changes: Sql | undefined
  /** @throws InvalidParameter when the text cannot be read */
  condition(name: string, text: string | undefined, caller: Caller, now: Date): Condition
}

/** @param now by the service's clock: what is due is judged by it, and by no other */
type Build<T> = (value: T, caller: Caller, now: Date) => Condition

interface Reader<T> {
  schema: JsonSchema
  doc?: string
  expected: string
  read(text: string, caller: Caller): T | undefined
}

function filter<T>(reader: Reader<T>, build: Build<T>, absent?: T): Filter {
  return {
    schema: reader.schema,
    doc: reader.doc ?? '',
    tallied: false,
    daily: false,
    consoleOnly: false,
    foreign: undefined,
    range: false,
    scattered: false,
    changes: undefined,
    condition(name, text, caller, now) {
      if (text === undefined) return absent === undefined ? undefined : build(absent, caller, now)
      const value = reader.read(text, caller)
      if (value === undefined) throw new InvalidParameter(name, `The parameter ${name} must be ${reader.expected}.`)
      return build(value, caller, now)
    },
  }
}

const interval = <T>(reader: Reader<T>, build: Build<T>): Filter => ({ ...filter(reader, build), range: true })

/** The same filter, described. */
export const described = (doc: string, base: Filter): Filter => ({ ...base, doc })

/** The same filter, as people read it. @param hint in its empty field */
export const labelled = (label: string, base: Filter, hint?: string): Filter => ({
  ...base,
  label,
  ...(hint && { hint }),
})

/** The same switch, where all three answers are of use: one, the other, or both. */
export const either = (yes: string, no: string, base: Filter): Filter => ({ ...base, either: [yes, no] })

/** The same filter, known to need only columns that the tallies have. */
export const tallied = (base: Filter): Filter => ({ ...base, tallied: true })

/** What has a text somewhere in a column that is kept folded, without regard to case and diacritics. */
export const partOf = (column: string, longest: number): Filter => ({
  ...anyText(text => contains(ident(column), text), longest),
  scattered: true,
})

/** The same filter, for the console alone. */
export const consoleOnly = (base: Filter): Filter => ({ ...base, consoleOnly: true })

const ID_TEXT = /^[1-9]\d{0,15}$/

/** A positive whole number within JSON's exact range, or undefined. */
export function readId(text: string): number | undefined {
  const id = Number(text)
  return ID_TEXT.test(text) && Number.isSafeInteger(id) ? id : undefined
}

/** An id. One that is unknown gives an empty list. */
export const id = (build: Build<number>): Filter =>
  filter({ schema: { type: 'integer', minimum: 1 }, expected: 'a positive whole number', read: readId }, build)

/**
 * What belongs to one record of another table by a column, wherever that record has moved since: one that is unknown or out
 * of the caller's sight gives an empty list.
 * @param table has the `branch_id` that tells who sees its records
 */
export const belongingTo = (table: string, column: string): Filter => ({
  ...id((id, { church, visible }) => {
    const theirs = sql`${ident(column)} = ${id}`
    if (visible === null) return theirs
    return sql`${theirs} and exists (select 1 from ${ident(table)} as owner
      where owner.church_id = ${church.id} and owner.id = ${id} and owner.branch_id = any(${idArray(visible)}))`
  }),
  foreign: 'limited',
})

/** A whole number; `foreign` says that the condition looks at another table. */
export const wholeNumber = (least: number, most: number, build: Build<number>, foreign?: 'always'): Filter => ({
  ...filter(
    {
      schema: { type: 'integer', minimum: least, maximum: most },
      expected: `a whole number from ${least} to ${most}`,
      read(text) {
        const number = Number(text)
        return /^\d{1,9}$/.test(text) && number >= least && number <= most ? number : undefined
      },
    },
    build,
  ),
  foreign,
})

/** One of a closed list; `absent` is used where the parameter is missing. */
export const oneOf = <const T extends string>(values: readonly T[], build: Build<T>, absent?: T): Filter =>
  filter(
    {
      schema: { type: 'string', enum: values, ...(absent !== undefined && { default: absent }) },
      expected: `one of ${values.join(', ')}`,
      read: text => values.find(value => value === text),
    },
    build,
    absent,
  )

/** One or several of a closed list, comma-separated. */
export const someOf = <const T extends string>(values: readonly T[], build: Build<T[]>): Filter => {
  const one = `(${values.join('|')})`
  return filter(
    {
      schema: { type: 'string', pattern: `^${one}(,${one})*$` },
      expected: `one or more of ${values.join(', ')}, separated by commas`,
      read(text) {
        const parts = text.split(',').map(part => part.trim())
        const known = values.filter(value => parts.includes(value))
        return parts.every(part => values.some(value => value === part)) ? known : undefined
      },
    },
    build,
  )
}

const SWITCH = new Map([
  ['0', false],
  ['1', true],
])

/** A switch: `1` or `0`. */
export const flag = (build: Build<boolean>, absent?: boolean): Filter =>
  filter(
    {
      schema: { type: 'string', enum: ['0', '1'] },
      expected: '0 or 1',
      read: text => SWITCH.get(text),
    },
    build,
    absent,
  )

/** Free text, trimmed; `most` is the longest, in characters. */
export const anyText = (build: Build<string>, most = 254): Filter =>
  filter(
    {
      schema: { type: 'string', maxLength: most },
      expected: `text of at most ${most} characters without control characters`,
      read(text) {
        const trimmed = text.normalize('NFC').trim()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
        const fits = isPlainText(trimmed) && !/[\u0000-\u001f\u007f]/.test(trimmed) && [...trimmed].length <= most
        return fits ? trimmed : undefined
      },
    },
    (value, caller, now) => (value === '' ? undefined : build(value, caller, now)),
  )

/** A word of an open list: any text. What cannot be such a word gives an empty list. */
export const word = (build: Build<string>): Filter =>
  filter(
    { schema: { type: 'string' }, expected: 'text', read: text => text.normalize('NFC').trim() },
    (value, caller, now) => {
      if (value === '') return undefined
      return isPlainText(value) ? build(value, caller, now) : sql`false`
    },
  )

/** A phone number in any format; what cannot be one gives an empty list. `build` gets E.164. */
export const phoneNumber = (build: Build<string>): Filter =>
  filter(
    {
      schema: { type: 'string' },
      expected: 'text',
      // A space before the digits is a + that the client forgot to encode.
      read: (text, { church }) => toInternational(text.replace(/^ (?=\d)/, '+'), church.country) ?? '',
    },
    (number, caller, now) => (number === '' ? sql`false` : build(number, caller, now)),
  )

/** An interval of calendar dates. */
export const date = (build: Build<string>): Filter =>
  interval(
    {
      schema: { type: 'string', format: 'date' },
      expected: 'a real date of the form YYYY-MM-DD',
      read: text => parseDate(text) ?? undefined,
    },
    build,
  )

/** An interval of the days that records are of. @param build over the column that the list names as its `day` */
export const ofDays = (build: Build<string>): Filter => ({ ...date(build), daily: true })

/** An interval of moments (decisions, `updated_since`). */
export const moment = (build: Build<string>): Filter =>
  interval(
    {
      schema: { type: 'string', anyOf: [{ format: 'date-time' }, { format: 'date' }] },
      expected: 'an ISO 8601 date-time such as 2026-01-31T09:00:00Z, or a date',
      read: text => parseTimestamp(text) ?? undefined,
    },
    build,
  )

/** Changed at or after a moment; `column` is what tells when. */
export const changedSince = (column: Sql): Filter => ({
  ...moment(since => sql`${column} >= ${since}::timestamptz`),
  label: 'Changed since',
  doc: 'Changed at or after this moment (ISO 8601)',
  changes: column,
})

/** This branch and its sub-branches. A branch that is unknown or out of sight gives an empty list. */
export const branch = (): Filter =>
  tallied({
    ...id((id, caller) => {
      const wanted = canSee(caller, id) ? caller.branches.below(id) : []
      // That of all others leaves nothing out.
      return wanted.length > 0 && wanted.length === caller.branches.size ? undefined : anyOfIds('branch_id', wanted)
    }),
    doc: 'This branch and its sub-branches',
  })
