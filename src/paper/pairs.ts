/** A chart on paper: for each row a filled bar, and below it a hatched one to compare with. It is read without colours. */
import { type Face, LINE_HEIGHT, type Pdf, placeOf, widthOf, writeLine } from './pdf.ts'
import { MM } from './sheet.ts'
import { wrapped } from './wrapped.ts'

interface Pair {
  name: string
  /** The filled bar, and the hatched one: how long they are, and what is written at their ends. */
  bars: readonly [Bar, Bar]
}

interface Bar {
  length: number
  says: string
}

export interface PaperPairs {
  title: string
  /** What the two bars are. */
  legend: readonly [string, string]
  /** As many as fit on a page are drawn. */
  rows: readonly Pair[]
  /** Where not all of them fit: that it shows the first of so many. */
  cut(shown: number): string
}

const MARGIN = 12 * MM
const TITLE_SIZE = 12
const SIZE = 8
const BAR = 8
const GAP = 7
/** What of the width names take. */
const NAMES = 0.26
const HATCH = 3
const INK = '#222222'

/** Draws it on a page of its own. */
export function* drawPairs(doc: Pdf, { title, legend, rows, cut }: PaperPairs): Generator<void> {
  doc.addPage()
  const { width, height } = doc.page
  let y = MARGIN
  writeLine(doc, 'bold', TITLE_SIZE, title, MARGIN, y)
  y += TITLE_SIZE * LINE_HEIGHT + 4
  for (const [at, says] of legend.entries()) {
    drawBar(doc, at === 1, MARGIN, y, 24)
    writeLine(doc, 'regular', SIZE, says, MARGIN + 30, y - 1)
    y += SIZE * LINE_HEIGHT + 3
  }
  y += GAP
  const most = Math.floor((height - MARGIN - y - SIZE * LINE_HEIGHT) / (2 * BAR + GAP))
  const shown = rows.slice(0, most)
  const names = (width - 2 * MARGIN) * NAMES
  const left = MARGIN + names + 6
  const words = Math.max(0, ...shown.flatMap(({ bars }) => bars.map(({ says }) => widthOf(doc, 'regular', SIZE, says))))
  const longest = Math.max(1, ...shown.flatMap(({ bars }) => bars.map(({ length }) => length)))
  const scale = Math.max(0, width - MARGIN - left - words - 6) / longest
  for (const { name, bars } of shown) {
    writeLine(doc, 'regular', SIZE, lineOf(doc, 'regular', name, names), MARGIN, y + BAR - SIZE / 2)
    for (const [at, { length, says }] of bars.entries()) {
      const end = Math.max(0, length) * scale
      drawBar(doc, at === 1, left, y + at * BAR, end)
      writeLine(doc, 'regular', SIZE - 1, says, left + end + 4, y + at * BAR - 0.5)
    }
    y += 2 * BAR + GAP
  }
  const axis = placeOf(doc, left, 0)
  doc
    .moveTo(axis, y)
    .lineTo(axis, y - shown.length * (2 * BAR + GAP))
    .lineWidth(0.6)
    .strokeColor(INK)
    .stroke()
  if (shown.length < rows.length) writeLine(doc, 'regular', SIZE, cut(shown.length), MARGIN, y)
  yield
}

/** What of a name fits into a line. */
function lineOf(doc: Pdf, face: Face, name: string, width: number): string {
  const [first = '', ...more] = wrapped(doc, face, SIZE, name, width)
  return more.length === 0 ? first : (wrapped(doc, face, SIZE, name, width - SIZE)[0] ?? '').concat('…')
}

/** Outlined, so that both are seen whatever prints them; hatched by lines that rise to the right. */
function drawBar(doc: Pdf, hatched: boolean, start: number, y: number, length: number): void {
  if (length <= 0) return
  const x = placeOf(doc, start, length)
  const height = BAR - 1
  doc.lineWidth(0.6).strokeColor(INK)
  if (!hatched) {
    doc.rect(x, y, length, height).fillAndStroke('#555555', INK).fillColor('#000000')
    return
  }
  doc.save().rect(x, y, length, height).clip()
  for (let at = x - height; at < x + length; at += HATCH) doc.moveTo(at, y + height).lineTo(at + height, y)
  doc.stroke().restore()
  doc.rect(x, y, length, height).lineWidth(0.6).strokeColor(INK).stroke()
}
