/** SQL as composable fragments: a filter carries its own condition, values never become text. */
import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag'

export { empty, join, raw, Sql }

/** A statement that can be sent: its text, with `$1` and so on in the place of its values. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** The tagged template: sql`id = ${id}`; fragments may be nested. */
export const sql = sqlTag

/** Conditions joined by `and`; `true` where there are none. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join(conditions, ' and ')

/** A quoted identifier. For names from declarations only, never from a request. */
export const ident = (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`)

/** A character that no JSON text has as it is. */
const RECORD_MARK = '\x1e'

/** JSON texts as one `text[]`, many and long ones: joined, since each quotation mark of an array would have to be escaped. */
export const jsonTexts = (texts: readonly string[]): Sql => sql`string_to_array(${texts.join(RECORD_MARK)}, E'\\x1e')`

const names = new Map<string, string>()
const MAX_NAMED = 500

/**
 * The name under which PostgreSQL keeps the plan of a statement, or undefined where more kinds of statements
 * turned up than are worth keeping (the number is bounded by what declarations can produce).
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
