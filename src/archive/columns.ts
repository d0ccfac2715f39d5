/** How values of columns stand in an archive, by type: what is written, what is taken, how it is read in. */
import { ident, type Sql, sql } from '../db/sql.ts'
import type { Column } from './tables.ts'

/** What a type takes. */
interface Kind {
  /** `a whole number`, for whoever has to mend a line. */
  words: string
  fits(value: unknown): boolean
  /** Written as text, since a number or an object of JSON would be rounded or put in another order. */
  asText?: true
}

const isText = (value: unknown): value is string => typeof value === 'string' && !/[\0\ud800-\udfff]/u.test(value)
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    isText(value) && pattern.test(value)
const listOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(fits)

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)

function isJson(value: unknown): boolean {
  if (!isText(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

const WHOLE: Kind = { words: 'a whole number', fits: isWhole }
const TEXT: Kind = { words: 'a text', fits: isText }
const FRACTION: Kind = {
  words: 'a number, such as 1.5',
  fits: value => typeof value === 'number' && Number.isFinite(value),
}
const KINDS: Readonly<Record<string, Kind>> = {
  bigint: WHOLE,
  integer: WHOLE,
  smallint: WHOLE,
  text: TEXT,
  boolean: { words: 'true or false', fits: value => typeof value === 'boolean' },
  date: { words: 'a date, such as 2026-01-31', fits: matches(/^-?\d{4,6}-\d\d-\d\d( BC)?$/) },
  time: { words: 'a time of day, such as 09:30:00', fits: matches(/^\d\d:\d\d(:\d\d(\.\d+)?)?$/) },
  timestamp: {
    words: 'a moment, such as 2026-01-31T12:00:00Z',
    fits: matches(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/),
  },
  numeric: { words: 'a number as text, such as "1650.25"', fits: matches(/^-?\d{1,40}(\.\d{1,40})?$/), asText: true },
  jsonb: { words: 'JSON as text', fits: isJson, asText: true },
  bytea: { words: 'bytes, such as "\\\\x0a0b"', fits: matches(/^\\x([0-9a-f]{2})*$/) },
  'double precision': FRACTION,
  real: FRACTION,
}

/** `numeric(22,10)` → `numeric`, `time without time zone` → `time`, `text collate "C"` as it is. */
const bareType = (type: string): string => type.replace(/\(.*?\)/, '').replace(/ with(out)? time zone$/, '')

/** @throws Error for a type that no table had when this was written */
export function kindOf({ name, type }: Column): Kind {
  const list = type.endsWith('[]')
  const kind = KINDS[bareType(list ? type.slice(0, -2) : type)]
  if (kind === undefined || (list && kind.asText)) throw new Error(`No archive knows the type ${type} of ${name}.`)
  return list ? { words: `a list, each of it ${kind.words}`, fits: listOf(kind.fits) } : kind
}

/** The column as it is written into an archive. */
export const written = (column: Column): Sql =>
  kindOf(column).asText ? sql`${ident(column.name)}::text as ${ident(column.name)}` : ident(column.name)

/** What is wrong with a value; undefined where nothing is. */
export function problemOf(column: Column, value: unknown): string | undefined {
  if (value === null) return column.nullable ? undefined : 'must not be null'
  const { fits, words } = kindOf(column)
  return fits(value) ? undefined : `must be ${words}${column.nullable ? ', or null' : ''}`
}
