/** A table on paper: as large as its columns allow, its header on each page, its last row set off. */
import { type Face, LINE_HEIGHT, type Pdf, placeOf, widthOf, writeLine } from './pdf.ts'
import { MM } from './sheet.ts'
import { wrapped } from './wrapped.ts'

export interface PaperTable {
  /** Above the table on the first page. */
  title: string
  /** Below the title: what is shown, and of when. */
  about: readonly string[]
  /** The first column holds names, all others numbers. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The sums at the end. */
  last: readonly string[]
  /** At the foot of each page. @param page its number, from 1 */
  foot(page: number): string
}

const MARGIN = 12 * MM
const LARGEST = 10
const SMALLEST = 3
const STEP = 0.25
const TITLE_SIZE = 15
const ABOUT_SIZE = 9
const FOOT_SIZE = 8
/** Between columns, by the size of the letters. */
const GAP = 1
/** What of the width names get at least. */
const NAMES = 0.18

interface Layout {
  size: number
  /** Of the names, and of the columns behind them. */
  names: number
  numbers: number[]
}

/** Numbers stay on one line, so they tell the size; names take what is left, and are wrapped. */
function layoutOf(doc: Pdf, { head, rows, last }: PaperTable, width: number): Layout {
  const lines = [head, ...rows, last]
  for (let size = LARGEST; ; size -= STEP) {
    const widest = (column: number): number =>
      Math.max(...lines.map(cells => widthOf(doc, 'bold', size, cells[column] ?? ''))) + size * GAP
    const numbers = head.slice(1).map((_, at) => widest(at + 1))
    const names = width - numbers.reduce((sum, one) => sum + one, 0)
    if (names >= width * NAMES || size <= SMALLEST) return { size, names: Math.min(names, widest(0)), numbers }
  }
}

/** Draws it from a new page on. */
export function* drawTable(doc: Pdf, table: PaperTable): Generator<void> {
  let page = 0
  let y = 0
  const begin = (): { width: number; bottom: number } => {
    doc.addPage()
    page += 1
    y = MARGIN
    const { width, height } = doc.page
    const foot = table.foot(page)
    const left = (width - widthOf(doc, 'regular', FOOT_SIZE, foot)) / 2
    writeLine(doc, 'regular', FOOT_SIZE, foot, left, height - MARGIN - FOOT_SIZE)
    return { width: width - 2 * MARGIN, bottom: height - MARGIN - 2 * FOOT_SIZE }
  }
  const { width, bottom } = begin()
  const put = (face: Face, size: number, text: string): void => {
    for (const line of wrapped(doc, face, size, text, width)) {
      writeLine(doc, face, size, line, MARGIN, y)
      y += size * LINE_HEIGHT
    }
  }
  put('bold', TITLE_SIZE, table.title)
  for (const text of table.about) put('regular', ABOUT_SIZE, text)
  y += ABOUT_SIZE
  const layout = layoutOf(doc, table, width)
  y = drawRow(doc, layout, 'bold', table.head, y)
  for (const [at, cells] of [...table.rows, table.last].entries()) {
    const face = at === table.rows.length ? 'bold' : 'regular'
    if (y + heightOf(doc, layout, face, cells) > bottom) {
      begin()
      y = drawRow(doc, layout, 'bold', table.head, y)
    }
    y = drawRow(doc, layout, face, cells, y)
    yield
  }
}

const namesOf = (doc: Pdf, { size, names }: Layout, face: Face, [name = '']: readonly string[]): string[] =>
  wrapped(doc, face, size, name, names)

const heightOf = (doc: Pdf, layout: Layout, face: Face, cells: readonly string[]): number =>
  Math.max(namesOf(doc, layout, face, cells).length, 1) * layout.size * LINE_HEIGHT + layout.size / 2

/** @returns where the next row begins */
function drawRow(doc: Pdf, layout: Layout, face: Face, cells: readonly string[], y: number): number {
  const { size, names, numbers } = layout
  for (const [at, line] of namesOf(doc, layout, face, cells).entries()) {
    writeLine(doc, face, size, line, MARGIN, y + at * size * LINE_HEIGHT)
  }
  let right = MARGIN + names
  for (const [at, width] of numbers.entries()) {
    right += width
    const cell = cells[at + 1] ?? ''
    writeLine(doc, face, size, cell, right - widthOf(doc, face, size, cell), y)
  }
  const next = y + heightOf(doc, layout, face, cells)
  const left = placeOf(doc, MARGIN, right - MARGIN)
  doc
    .moveTo(left, next - size / 4)
    .lineTo(left + right - MARGIN, next - size / 4)
    .lineWidth(0.4)
    .strokeColor('#999999')
    .stroke()
  return next
}
