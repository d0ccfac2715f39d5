/** Reads PDF documents in a thread of its own: what reads them changes `JSON` and others for whoever is in the same one. */
import { parentPort } from 'node:worker_threads'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfAnswer, PdfPage, PdfText } from './read-pdf.ts'

parentPort?.on('message', (data: Uint8Array) => {
  pagesOf(data).then(
    pages => parentPort?.postMessage({ pages } satisfies PdfAnswer),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies PdfAnswer),
  )
})

async function pagesOf(data: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocument({ data, verbosity: 0 }).promise
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
