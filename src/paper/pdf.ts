/**
 * PDF documents, made page by page: what is drawn is handed on before the next is drawn, so that no more than a page is in
 * memory. The fonts are embedded, each with the characters that are used of it. The same content gives the same bytes.
 */
import { createRequire } from 'node:module'
import { lazily } from '../lib/lazily.ts'
import type { Paper } from './sheet.ts'
import { SIZES } from './sheet.ts'

/** A document that is drawn on. */
export type Pdf = PDFKit.PDFDocument

/** The faces that there are: DejaVu, which has the letters and marks of African and European languages, ₦ and ₵. */
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

/** Writes one line at a place, exactly as it is. */
export function writeLine(doc: Pdf, face: Face, size: number, line: string, x: number, y: number): void {
  doc.font(face).fontSize(size).text(line, x, y, { lineBreak: false })
}

/** What a line takes, in points. */
export const widthOf = (doc: Pdf, face: Face, size: number, line: string): number =>
  doc.font(face).fontSize(size).widthOfString(line)

/** From one line to the next. */
export const LINE_HEIGHT = 1.25
