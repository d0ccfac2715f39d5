/** Blocks of lines, set in columns one below the other: a block stays together where a column can hold it. */
import { LINE_HEIGHT, type Pdf, widthOf, writeLine } from './pdf.ts'
import { MM, type Paper, SIZES } from './sheet.ts'
import { type Run, wrapped } from './wrapped.ts'

/** A text of a block. */
export interface Entry extends Run {
  size: number
  /** How far it stands in, in points. */
  indent: number
}

interface ColumnsOptions {
  paper: Paper
  columns: number
  /** At the head of each page: left, and right. */
  head: readonly [left: string, right: string]
  /** At the foot of each page. @param page its number, from 1 */
  foot(page: number): string
}

const MARGIN = 15 * MM
const GUTTER = 8 * MM
const HEAD_SIZE = 12
const FOOT_SIZE = 8
const BETWEEN = 6

/** Where the next line goes. */
interface Pen {
  page: number
  column: number
  y: number
}

/** Draws blocks from the first page on. */
export async function* drawColumns(
  doc: Pdf,
  options: ColumnsOptions,
  batches: AsyncIterable<readonly (readonly Entry[])[]>,
): AsyncGenerator<void> {
  const [width, height] = SIZES[options.paper]
  const top = MARGIN + 2 * HEAD_SIZE
  const bottom = height - MARGIN - 2 * FOOT_SIZE
  const columnWidth = (width - 2 * MARGIN - (options.columns - 1) * GUTTER) / options.columns
  const pen: Pen = { page: 1, column: 0, y: top }
  const onward = (): void => {
    pen.column += 1
    pen.y = top
    if (pen.column < options.columns) return
    pen.column = 0
    pen.page += 1
    addPage(doc, options, pen.page)
  }
  addPage(doc, options, pen.page)
  for await (const batch of batches) {
    for (const block of batch) {
      const lines = block.flatMap(entry => linesOf(doc, entry, columnWidth))
      const needed = lines.reduce((sum, { size }) => sum + size * LINE_HEIGHT, 0)
      if (needed <= bottom - top && pen.y + needed > bottom) onward()
      for (const { face, size, text, indent } of lines) {
        if (pen.y + size * LINE_HEIGHT > bottom) onward()
        writeLine(doc, face, size, text, MARGIN + pen.column * (columnWidth + GUTTER) + indent, pen.y)
        pen.y += size * LINE_HEIGHT
      }
      pen.y += BETWEEN
    }
    yield
  }
}

const linesOf = (doc: Pdf, entry: Entry, width: number): Entry[] =>
  wrapped(doc, entry.face, entry.size, entry.text, width - entry.indent).map(text => ({ ...entry, text }))

function addPage(doc: Pdf, { paper, head: [left, right], foot }: ColumnsOptions, page: number): void {
  const [width, height] = SIZES[paper]
  doc.addPage()
  const [title = ''] = wrapped(doc, 'bold', HEAD_SIZE, left, (width - 2 * MARGIN) * 0.65)
  writeLine(doc, 'bold', HEAD_SIZE, title, MARGIN, MARGIN)
  writeLine(doc, 'regular', FOOT_SIZE, right, width - MARGIN - widthOf(doc, 'regular', FOOT_SIZE, right), MARGIN + 4)
  const text = foot(page)
  const y = height - MARGIN - FOOT_SIZE
  writeLine(doc, 'regular', FOOT_SIZE, text, (width - widthOf(doc, 'regular', FOOT_SIZE, text)) / 2, y)
}
