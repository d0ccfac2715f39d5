/** Reads PDF documents back: the texts of each page and where they lie. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

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

/** Every page of a document. */
export async function readPdf(data: Uint8Array): Promise<PdfPage[]> {
  // A copy: the reader takes what it is given for its own.
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise
  const pages: PdfPage[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item): PdfText[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , x = 0, y = 0] = item.transform as number[]
      return [{ text: item.str, left: x, right: x + item.width, top: height - y - item.height, bottom: height - y }]
    })
    pages.push({ width, height, texts })
  }
  await document.destroy()
  return pages
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
