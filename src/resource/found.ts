/** How the search for everything finds the records of a resource: declared in a line, asked for by `find-everywhere.ts`. */
import { textArray } from '../db/database.ts'
import { ident, type Sql, sql } from '../db/sql.ts'
import type { Church } from './caller.ts'

/** How records are found, and what tells those found from each other. */
export interface Found<Name extends string = string> {
  /** A column that is kept folded: each word that was typed has to be a part of it, in any order. Long tables need its trigram index. */
  part?: string
  /** Conditions of what is known by the whole of what was typed, such as a reference, each by an index. None for a text that cannot be one. */
  whole?(text: string, church: Church): readonly Sql[]
  /** What is left out, whatever is typed. */
  where?: Sql
  /** Fields that tell those found from others; as they are chosen in forms (`chosen`), unless said. */
  by?: readonly (readonly Name[])[]
}

/** A column holds this text: as it was typed, or in capital or small letters. */
export const isWritten = (column: string, text: string): Sql =>
  sql`${ident(column)} = any(${textArray([...new Set([text, text.toUpperCase(), text.toLowerCase()])])})`
