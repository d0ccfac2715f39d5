/** Labels as a PDF: each text shrunk until all of it is on its label. */
import { cornerOf, type LabelSheet, labelsOn } from './label-sheets.ts'
import { LINE_HEIGHT, type Pdf, pdf, writeLine } from './pdf.ts'
import { MM } from './sheet.ts'
import { fitted } from './wrapped.ts'

/** What stands on one label: the first line is set bold. */
export interface Label {
  name: string
  lines: string
}

/** Within the edge of a label: printers shift paper by a millimetre or two. */
const PADDING = 3 * MM
const LARGEST = 11

interface LabelOptions {
  title: string
  /** BCP 47. */
  language: string
  sheet: LabelSheet
  /** The first label to print on, from 1: those before it are used up. */
  start: number
}

/** The document, a batch of labels after the other. */
export const labelsPdf = (
  { title, language, sheet, start }: LabelOptions,
  labels: AsyncIterable<readonly Label[]>,
): AsyncGenerator<Uint8Array> =>
  pdf({ title, paper: sheet.paper, language }, async function* (doc) {
    doc.addPage()
    let place = start - 1
    for await (const batch of labels) {
      for (const label of batch) {
        if (place === labelsOn(sheet)) {
          doc.addPage()
          place = 0
        }
        drawLabel(doc, sheet, place, label)
        place += 1
      }
      yield
    }
  })

function drawLabel(doc: Pdf, sheet: LabelSheet, place: number, { name, lines }: Label): void {
  const box = { width: sheet.width - 2 * PADDING, height: sheet.height - 2 * PADDING }
  const texts = [
    { face: 'bold', text: name },
    { face: 'regular', text: lines },
  ] as const
  const { size, lines: drawn } = fitted(doc, texts, LARGEST, box)
  const { x, y } = cornerOf(sheet, place)
  const height = drawn.length * size * LINE_HEIGHT
  const top = y + PADDING + (box.height - height) / 2
  for (const [at, { face, text }] of drawn.entries()) {
    writeLine(doc, face, size, text, x + PADDING, top + at * size * LINE_HEIGHT)
  }
}
