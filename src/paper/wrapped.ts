/** Texts in a given width: broken between words, within a word only where it alone is too wide, and shrunk to fit a box. */
import { type Face, LINE_HEIGHT, type Pdf, widthOf } from './pdf.ts'

/** A piece of text in one face. */
export interface Run {
  face: Face
  text: string
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The lines of a text that are no wider than `width`, in points. Nothing of it is left out. */
export function wrapped(doc: Pdf, face: Face, size: number, text: string, width: number): string[] {
  const fits = (line: string): boolean => widthOf(doc, face, size, line) <= width
  const lines: string[] = []
  for (const row of text.split(/\r?\n/)) {
    let line = ''
    for (const word of row.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const parts = fits(word) ? [word] : broken(word, fits)
      lines.push(...parts.slice(0, -1))
      line = parts.at(-1) ?? ''
    }
    if (line !== '') lines.push(line)
  }
  return lines
}

/** The parts of a word that is too wide for a line. A letter stays with its marks. */
function broken(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = []
  let part = ''
  for (const { segment } of letters.segment(word)) {
    if (part !== '' && !fits(part + segment)) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

/** Lines as they fit a box. */
export interface Fitted {
  size: number
  lines: Run[]
}

/** Smaller, print cannot be read. */
const SMALLEST = 2
const STEP = 0.5

/**
 * Texts in the largest size, of this one and smaller ones, in which all their lines fit a box.
 * @param box in points
 */
export function fitted(
  doc: Pdf,
  texts: readonly Run[],
  largest: number,
  box: { width: number; height: number },
): Fitted {
  for (let size = largest; ; size -= STEP) {
    const lines = texts.flatMap(({ face, text }) =>
      wrapped(doc, face, size, text, box.width).map(line => ({ face, text: line })),
    )
    if (lines.length * size * LINE_HEIGHT <= box.height || size <= SMALLEST) return { size, lines }
  }
}
