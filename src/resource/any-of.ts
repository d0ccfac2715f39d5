/** A condition on a column of few values, which a list may also look up value by value. */
import { idArray, textArray } from '../db/database.ts'
import { ident, Sql } from '../db/sql.ts'

/** `column = any(values)`; see list-sql.ts for what its parts are for. */
export class AnyOf extends Sql {
  readonly column: string
  readonly list: Sql
  readonly size: number

  constructor(column: string, list: Sql, size: number) {
    super(['', ' = any(', ')'], [ident(column), list])
    this.column = column
    this.list = list
    this.size = size
  }
}

/** One of these ids. */
export const anyOfIds = (column: string, ids: readonly number[]): AnyOf => new AnyOf(column, idArray(ids), ids.length)

/** One of these texts. */
export const amongTexts = (column: string, texts: readonly string[]): AnyOf =>
  new AnyOf(column, textArray(texts), texts.length)
