/** The condition of a search for a part of a text (decisions, Requests, `q`). */
import { ident, type Sql, sql } from '../db/sql.ts'
import { fold } from '../lib/fold.ts'
import { likePattern, prefixPattern } from '../lib/text.ts'

/** Three letters or digits in a row: what a trigram index can look up. Without it, it reads more than the table has. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

/**
 * True for what contains the text, whatever its case and diacritics.
 * @param search a text that is folded (SQL function `folded`)
 */
export function contains(search: Sql, text: string): Sql {
  const wanted = fold(text)
  // Nothing but marks: no name has that, and whoever filters by it must not get everybody.
  if (wanted === '') return sql`false`
  // Folded first: some characters become one of the pattern's own. In a select, so that it is folded once, not for each row.
  return HAS_TRIGRAM.test(wanted)
    ? sql`${search} like (select folded(${likePattern(wanted)}))`
    : sql`strpos(${search}, (select folded(${text}))) > 0`
}

/** Whether an index of trigrams can look a text up wherever it stands. @param folded by `fold` */
export const hasTrigram = (folded: string): boolean => HAS_TRIGRAM.test(folded)

/** True for what has the text somewhere. @param column is kept folded @param folded by `fold` */
export const hasWord = (column: string, folded: string): Sql => like(column, likePattern(folded))

/** True for what has a word that begins so: there an index of trigrams looks up one letter or two, too. */
export const beginsWord = (column: string, folded: string): Sql =>
  sql`(${like(column, prefixPattern(folded))} or ${like(column, `% ${prefixPattern(folded)}`)})`

/** In a select, so that the plan is the same whatever is sought. */
const like = (column: string, pattern: string): Sql => sql`${ident(column)} like (select ${pattern}::text)`
