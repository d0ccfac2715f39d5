/** The condition of a search for a part of a text (decisions, Requests, `q`). */
import { type Sql, sql } from '../db/sql.ts'
import { likePattern } from '../lib/text.ts'

/** Three letters or digits in a row: what a trigram index can look up. Without it, it reads more than the table has. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

/** True for what contains the text, whatever its case. `lowered` is an expression in small letters. */
export const contains = (lowered: Sql, text: string): Sql =>
  HAS_TRIGRAM.test(text)
    ? sql`${lowered} like lower(${likePattern(text)})`
    : sql`strpos(${lowered}, lower(${text})) > 0`
