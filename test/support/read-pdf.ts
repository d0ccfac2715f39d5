/** Reads PDF documents back: the texts of each page and where they lie. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compiled } from './compiled.ts'

/** A piece of text; measures in points, from the upper left corner. */
export interface PdfText {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

export interface PdfPage {
  width: number
  height: number
  texts: PdfText[]
}

/** What the thread answers. */
export type PdfAnswer = { pages: PdfPage[] } | { error: string }

let thread: Worker | undefined
let before: Promise<unknown> = Promise.resolve()

/** Every page of a document. @throws Error for what is no PDF */
export function readPdf(data: Uint8Array): Promise<PdfPage[]> {
  const pages = before.then(() => asked(data))
  before = pages.catch(() => undefined)
  return pages
}

async function asked(data: Uint8Array): Promise<PdfPage[]> {
  thread ??= new Worker(compiled('test/support/pdf-thread.ts')).once('error', () => {
    thread = undefined
  })
  // Whoever waits for an answer keeps the process; a thread that has nothing to do does not.
  thread.ref()
  thread.postMessage(data)
  const [answer]: PdfAnswer[] = await once(thread, 'message')
  thread?.unref()
  if (answer === undefined || 'error' in answer) throw new Error(answer?.error)
  return answer.pages
}

/** What stands on a page, line by line in the order of the document. */
export const textOf = ({ texts }: PdfPage): string => texts.map(({ text }) => text).join('\n')

/** The margin that a browser's sheets have at least, in points; below, less, where the number of the sheet is. */
const LEAST_MARGIN = 28
const LEAST_BELOW = 15

/** Texts that lie beyond the margins of their sheet, each with where it is. */
export const beyondMargins = (pages: readonly PdfPage[]): string[] =>
  pages.flatMap(({ width, height, texts }) =>
    texts.flatMap(({ left, right, top, bottom, text }) => {
      const across = left >= LEAST_MARGIN && right <= width - LEAST_MARGIN
      if (across && top >= LEAST_MARGIN && bottom <= height - LEAST_BELOW) return []
      return [`${text} at ${[left, right, top, bottom].map(Math.round)} of ${width}×${height}`]
    }),
  )
