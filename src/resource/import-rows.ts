/** The rows of a file that wait for their turn. A large file is worked off in pieces, each kept packed until it is its turn. */
import { pack, unpack } from '../lib/packed.ts'

/** Something that came from a row. */
export interface FromRow {
  /** Of the file. */
  line: number
  /** Tells what the row says from what others say (`rowKey`). */
  key: string
}

/** Some rows, in the order of the file. */
export interface Piece<Row extends FromRow> {
  readonly size: number
  /** What is known of them without unpacking them. */
  names(): readonly FromRow[]
  rows(): readonly Row[]
}

/** Rows of a file, a piece at a time. */
export class Rows<Row extends FromRow> {
  readonly #pieces: Piece<Row>[] = []
  #size = 0

  /** Rows that stay as they are: what they hold is no plain data. */
  static listed<Row extends FromRow>(rows: readonly Row[]): Rows<Row> {
    const kept = new Rows<Row>()
    kept.take({ size: rows.length, names: () => rows, rows: () => rows })
    return kept
  }

  get size(): number {
    return this.#size
  }

  get pieces(): readonly Piece<Row>[] {
    return this.#pieces
  }

  /** The lines that they began at. */
  lines(): number[] {
    return this.#pieces.flatMap(piece => piece.names().map(({ line }) => line))
  }

  /** Keeps rows of plain data packed, outside of what is looked through for things that nobody needs any more. */
  pack(rows: readonly Row[]): void {
    if (rows.length > 0) this.take(packed(rows))
  }

  /** Keeps a piece of others. */
  take(piece: Piece<Row>): void {
    this.#pieces.push(piece)
    this.#size += piece.size
  }

  /** All of them at once: for those of whom there are not many. */
  all(): readonly Row[] {
    const [piece, ...others] = this.#pieces
    return others.length === 0 ? (piece?.rows() ?? []) : this.#pieces.flatMap(one => one.rows())
  }

  /** Keeps those of a piece of others that are wanted. */
  takeOnly(piece: Piece<Row>, wanted: (row: FromRow) => boolean): void {
    const at = piece.names().flatMap((name, index) => (wanted(name) ? [index] : []))
    if (at.length === piece.size) this.take(piece)
    else if (at.length > 0) this.take(partOf(piece, at))
  }
}

/** Bytes of a key. */
const KEY = 16

function packed<Row extends FromRow>(rows: readonly Row[]): Piece<Row> {
  const whole = pack(rows)
  const lines = Int32Array.from(rows, ({ line }) => line)
  const keys = Buffer.from(rows.map(({ key }) => key).join(''), 'hex')
  return {
    size: rows.length,
    names: () => Array.from(lines, (line, at) => ({ line, key: keys.toString('hex', at * KEY, (at + 1) * KEY) })),
    rows: () => unpack<Row[]>(whole),
  }
}

function partOf<Row extends FromRow>(piece: Piece<Row>, at: readonly number[]): Piece<Row> {
  const wanted = new Set(at)
  const some = <T>(all: readonly T[]): T[] => all.filter((_, index) => wanted.has(index))
  return { size: at.length, names: () => some(piece.names()), rows: () => some(piece.rows()) }
}
