/**
 * PDF documents, made page by page: what is drawn is handed on before the next is drawn, so that no more than a page is in
 * memory. The fonts are embedded, each with the characters that are used of it. The same content gives the same bytes.
 */
import { createRequire } from 'node:module'
import { lazily } from '../lib/lazily.ts'
import { directionOf } from '../texts/chosen.ts'
import { type DirectedRun, type Direction, directedRuns, forShaping } from './bidi.ts'
import type { Paper } from './sheet.ts'
import { SIZES } from './sheet.ts'

/** A document that is drawn on. */
export type Pdf = PDFKit.PDFDocument

/** The faces that there are: DejaVu, which has the letters and marks of African and European languages and of Arabic, ₦ and ₵. */
export type Face = 'regular' | 'bold'

export interface PdfOptions {
  /** In the window of who opens it. */
  title: string
  paper: Paper
  /** Broader than high. */
  landscape?: boolean
  /** BCP 47: what language its texts are in. */
  language: string
}

const kit = lazily<typeof import('pdfkit')>('pdfkit')
const require = createRequire(import.meta.url)
const FILES: Readonly<Record<Face, string>> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
}
const FACES = Object.keys(FILES) as Face[]

/** Pages after which what the library keeps of words is dropped: that is as quick, and a long document has ever new names and amounts. */
const REMEMBERED_PAGES = 50

/** In the place of the moment at which it was made: the same content is to be the same file. */
const NO_MOMENT = new Date(0)

/**
 * Makes a document.
 * @param draw draws on it, and gives way now and then, so that what is done can be sent
 */
export async function* pdf(
  { title, paper, landscape = false, language }: PdfOptions,
  draw: (doc: Pdf) => AsyncIterable<void> | Iterable<void>,
): AsyncGenerator<Uint8Array> {
  const doc = new (kit())({
    size: [...SIZES[paper]],
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Sexton', Producer: 'Sexton', CreationDate: NO_MOMENT },
  })
  speak(doc, language)
  for (const face of FACES) doc.registerFont(face, require.resolve(FILES[face]))
  let forgotten = 0
  for await (const _ of draw(doc)) {
    yield* written(doc)
    const { start, count } = doc.bufferedPageRange()
    if (start + count < forgotten + REMEMBERED_PAGES) continue
    forgotten = start + count
    forgetWords(doc)
  }
  doc.end()
  for await (const piece of doc) yield piece as Uint8Array
}

/** Each face keeps how every word was laid out, for as long as there is the document: 100 KiB and more of a page. */
function forgetWords(doc: Pdf): void {
  const { _fontFamilies: faces } = doc as unknown as { _fontFamilies: Record<string, { layoutCache: object }> }
  for (const face of Object.values(faces)) face.layoutCache = Object.create(null)
}

function* written(doc: Pdf): Generator<Uint8Array> {
  for (let piece = doc.read(); piece !== null; piece = doc.read()) yield piece as Uint8Array
}

/** Which way documents run for now. */
const directions = new WeakMap<Pdf, Direction>()

const directionIn = (doc: Pdf): Direction => directions.get(doc) ?? 'ltr'

/** From now on a document is in this language. One that is written from right to left lays everything out from the right. */
export function speak(doc: Pdf, language: string): void {
  directions.set(doc, directionOf(language))
}

/** Where something lies that begins so far from the edge at which lines begin. @param width how much of the page it takes */
export const placeOf = (doc: Pdf, x: number, width: number): number =>
  directionIn(doc) === 'rtl' ? doc.page.width - x - width : x

/** Shaped as a whole, since words by themselves would be put in the order of another direction. */
const WHOLE: PDFKit.Mixins.TextOptions = { lineBreak: false, features: ['kern'] }

const isPlain = (runs: readonly DirectedRun[]): boolean => runs.length === 1 && runs[0]?.direction === 'ltr'

const widthOfRun = (doc: Pdf, run: DirectedRun): number => doc.widthOfString(forShaping(run), WHOLE)

/** Writes one line at a place, exactly as it is. @param x from the edge at which lines begin */
export function writeLine(doc: Pdf, face: Face, size: number, line: string, x: number, y: number): void {
  const runs = directedRuns(line, directionIn(doc))
  let left = placeOf(doc, x, directionIn(doc) === 'rtl' ? widthOf(doc, face, size, line) : 0)
  doc.font(face).fontSize(size)
  if (isPlain(runs)) doc.text(runs[0]?.text ?? '', left, y, { lineBreak: false })
  else {
    for (const run of runs) {
      doc.text(forShaping(run), left, y, WHOLE)
      left += widthOfRun(doc, run)
    }
  }
}

/** What a line takes, in points. */
export function widthOf(doc: Pdf, face: Face, size: number, line: string): number {
  const runs = directedRuns(line, directionIn(doc))
  doc.font(face).fontSize(size)
  if (isPlain(runs)) return doc.widthOfString(runs[0]?.text ?? '')
  return runs.reduce((sum, run) => sum + widthOfRun(doc, run), 0)
}

/** From one line to the next. */
export const LINE_HEIGHT = 1.25
