/** A statement whose rows stay PostgreSQL's text: what `pg` does for each column of each row is left out. */
import pg from 'pg'

/** One row as PostgreSQL's own text: printed into JSON by the field's type, never parsed. */
export type TextRow = (string | null)[]

interface DataRow {
  fields: TextRow
}

type Done = (error: Error | null, rows: TextRow[]) => void

/** To be given to `client.query`; the methods are those that `pg` calls as messages arrive. */
export class TextQuery extends pg.Query {
  declare values: unknown[] | undefined
  declare name: string | undefined
  declare callback: Done
  readonly #rows: TextRow[] = []

  constructor({ text, values, name }: pg.QueryConfig, done: Done) {
    super(text)
    this.values = values
    this.name = name
    this.callback = done
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: DataRow): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null, this.#rows)
  }
}
