/** Files that views make when they are asked for: lists on paper, reports. They are downloaded in the place of JSON. */

/** A file, piece by piece as it is made. */
export class MadeFile {
  /** What it is called where it is saved: `labels-2026-11-22.pdf`. */
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly pieces: AsyncIterable<Uint8Array | string>

  constructor(name: string, type: string, pieces: AsyncIterable<Uint8Array | string>) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

/** A PDF document. @param name without its ending */
export const pdfFile = (name: string, pieces: AsyncIterable<Uint8Array>): MadeFile =>
  new MadeFile(`${name}.pdf`, 'application/pdf', pieces)

/** A CSV file. @param name without its ending */
export const csvFile = (name: string, pieces: AsyncIterable<string>): MadeFile =>
  new MadeFile(`${name}.csv`, 'text/csv; charset=utf-8', pieces)
