/** A condition on a column of few values, which a list may also look up value by value. */
import { idArray, textArray } from '../db/database.ts'
import { ident, Sql } from '../db/sql.ts'

/** `column = any(values)`; see list-sql.ts for what its parts are for. */
export class AnyOf extends Sql {
  readonly column: string
  readonly list: Sql
  readonly size: number
  /** Texts, where they are known to be such. */
  readonly texts: readonly string[] | undefined

  constructor(column: string, list: Sql, size: number, texts?: readonly string[]) {
    super(['', ' = any(', ')'], [ident(column), list])
    this.column = column
    this.list = list
    this.size = size
    this.texts = texts
  }
}

/** One of these ids. */
export const anyOfIds = (column: string, ids: readonly number[]): AnyOf => new AnyOf(column, idArray(ids), ids.length)

/** One of these texts. */
export const amongTexts = (column: string, texts: readonly string[]): AnyOf =>
  new AnyOf(column, textArray(texts), texts.length, texts)

/** One of the texts that both have, where they are of one column: looked up value by value, nothing is looked through for the other. */
export function amongBoth(one: Sql, other: Sql): AnyOf | undefined {
  if (!(one instanceof AnyOf && other instanceof AnyOf) || one.column !== other.column) return undefined
  const { texts } = other
  return (
    texts &&
    one.texts &&
    amongTexts(
      one.column,
      one.texts.filter(text => texts.includes(text)),
    )
  )
}
