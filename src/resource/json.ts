/** JSON text that is made already, with the type of what it says: records are printed straight from PostgreSQL's text. */
export class Json<T> {
  readonly text: string
  /** Never there: it only carries the type. */
  declare readonly value: T

  constructor(text: string) {
    this.text = text
  }
}

/** The JSON text of a value, or of what was printed already. */
export const jsonText = (value: unknown): string =>
  value instanceof Json ? value.text : (JSON.stringify(value) ?? 'null')
