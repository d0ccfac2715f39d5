/** A statement on paper, drawn from its figures: whoever draws it computes nothing. */

import { type Face, LINE_HEIGHT, type Pdf, pdf, speak, widthOf, writeLine } from '../../paper/pdf.ts'
import { MM, type Paper } from '../../paper/sheet.ts'
import { wrapped } from '../../paper/wrapped.ts'
import { amountIn, listIn, shortDateIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import type { Figures, Line, Section } from './figures.ts'

const MARGIN = 18 * MM
const [TITLE, BODY, SMALL]: [number, number, number] = [16, 9.5, 8]

/** What is printed beside the figures. */
export interface OnPaper {
  language: Language
  paper: Paper
  /** Where somebody checks whether it is genuine: a whole address. */
  verify: string
}

/** A statement, and the language of whom it is for. */
export interface Addressed {
  figures: Figures
  language: Language
}

/** Where the next line goes. */
interface Pen {
  doc: Pdf
  figures: Figures
  on: OnPaper
  page: number
  y: number
}

const dayText = ({ language }: OnPaper, day: string): string => shortDateIn(language, day)

const money = ({ language }: OnPaper, amount: number, currency: string): string => amountIn(language, amount, currency)

const width = ({ doc }: Pen): number => doc.page.width - 2 * MARGIN

function newPage(pen: Pen): void {
  const { doc, figures, on } = pen
  doc.addPage()
  pen.page += 1
  pen.y = MARGIN
  const foot =
    figures.number === ''
      ? on.language.say('Preview: not issued. Page {page, number}', { page: pen.page })
      : on.language.say('{number} · page {page, number}', { number: figures.number, page: pen.page })
  const left = (doc.page.width - widthOf(doc, 'regular', SMALL, foot)) / 2
  writeLine(doc, 'regular', SMALL, foot, left, doc.page.height - MARGIN)
}

/** Begins a page where so many points are not left. */
function room(pen: Pen, needed: number): boolean {
  if (pen.y + needed <= pen.doc.page.height - MARGIN - 2 * BODY) return false
  newPage(pen)
  return true
}

function print(pen: Pen, face: Face, size: number, text: string | null): void {
  if (text === null || text === '') return
  for (const line of wrapped(pen.doc, face, size, text, width(pen))) {
    room(pen, size * LINE_HEIGHT)
    writeLine(pen.doc, face, size, line, MARGIN, pen.y)
    pen.y += size * LINE_HEIGHT
  }
}

const gap = (pen: Pen, points = BODY): void => {
  pen.y += points
}

/** A row of cells; the last stands at the right. @param shares of the width, which add up to 1 */
function row(pen: Pen, face: Face, shares: readonly number[], cells: readonly string[]): void {
  const all = width(pen)
  const texts = cells.map((cell, at) => wrapped(pen.doc, face, BODY, cell, all * (shares[at] ?? 0) - 4))
  const lines = Math.max(...texts.map(({ length }) => length), 1)
  room(pen, lines * BODY * LINE_HEIGHT)
  let left = MARGIN
  for (const [at, text] of texts.entries()) {
    const broad = all * (shares[at] ?? 0)
    for (const [n, line] of text.entries()) {
      const from = at === cells.length - 1 ? left + broad - widthOf(pen.doc, face, BODY, line) : left
      writeLine(pen.doc, face, BODY, line, from, pen.y + n * BODY * LINE_HEIGHT)
    }
    left += broad
  }
  pen.y += lines * BODY * LINE_HEIGHT + 1.5
}

function* drawSection(pen: Pen, title: string, { lines, totals }: Section): Generator<void> {
  const { say } = pen.on.language
  if (lines.length === 0) return
  const shared = lines.some(({ giver }) => giver !== undefined)
  const shares = shared ? [0.15, 0.25, 0.25, 0.15, 0.2] : [0.18, 0.4, 0.2, 0.22]
  const head = [say('Date'), say('Fund'), ...(shared ? [say('Giver')] : []), say('Method'), say('Amount')]
  const begin = (): void => row(pen, 'bold', shares, head)
  room(pen, 5 * BODY * LINE_HEIGHT)
  print(pen, 'bold', BODY + 1.5, title)
  begin()
  for (const line of lines) {
    if (room(pen, 2 * BODY * LINE_HEIGHT)) begin()
    row(pen, 'regular', shares, cellsOf(pen.on, line, shared))
    yield
  }
  for (const { currency, amount, gifts } of totals) {
    const count = say('Total {currency}, {count, plural, one {# gift} other {# gifts}}', { currency, count: gifts })
    row(pen, 'bold', [0.7, 0.3], [count, money(pen.on, amount, currency)])
  }
  gap(pen)
}

const cellsOf = (paper: OnPaper, { on, fund, giver, method, amount, currency }: Line, shared: boolean): string[] => [
  dayText(paper, on),
  fund,
  ...(shared ? [giver ?? ''] : []),
  paper.language.say(wordsOfValue(method)),
  money(paper, amount, currency),
]

function drawGoods(pen: Pen): void {
  const { figures, on } = pen
  const { say } = on.language
  if (figures.goods.length === 0) return
  room(pen, 5 * BODY * LINE_HEIGHT)
  print(pen, 'bold', BODY + 1.5, say('Goods'))
  print(pen, 'regular', SMALL, say('Goods are listed without a value. What they are worth is for the giver to say.'))
  for (const { on: day, fund, what, giver } of figures.goods) {
    const named = [what, giver].filter(Boolean).join(' · ')
    row(pen, 'regular', [0.18, 0.3, 0.52], [dayText(on, day), fund, named])
  }
  gap(pen)
}

function drawPledges(pen: Pen): void {
  const { figures, on } = pen
  const { say } = on.language
  const { pledges = [], to } = figures
  if (pledges.length === 0) return
  room(pen, 5 * BODY * LINE_HEIGHT)
  print(pen, 'bold', BODY + 1.5, say('Pledges'))
  const day = dayText(on, to)
  print(pen, 'regular', SMALL, say('For information: what was given towards each until {day}.', { day }))
  const shares = [0.36, 0.24, 0.2, 0.2]
  row(pen, 'bold', shares, [say('Campaign'), say('Until'), say('Promised'), say('Given')])
  for (const { campaign, to: end, amount, currency, given } of pledges) {
    const cells = [campaign, dayText(on, end), money(on, amount, currency), money(on, given, currency)]
    row(pen, 'regular', shares, cells)
  }
  gap(pen)
}

function drawHead(pen: Pen): void {
  const { figures, on } = pen
  const { say } = on.language
  const { church, giver, from, to, number, issued_on, supersedes, kind } = figures
  print(pen, 'bold', BODY + 2, church.name)
  for (const text of [church.address, church.contact]) print(pen, 'regular', SMALL, text)
  gap(pen, 2 * BODY)
  print(pen, 'bold', TITLE, kind === 'receipt' ? say('Receipt') : say('Statement of giving'))
  const [first, last] = [dayText(on, from), dayText(on, to)]
  print(pen, 'regular', BODY, from === to ? first : say('{from} to {to}', { from: first, to: last }))
  if (number === '') print(pen, 'bold', BODY, say('Preview: not issued'))
  else {
    const day = dayText(on, issued_on)
    print(pen, 'regular', BODY, say('Number {number}, issued {day}', { number, day }))
  }
  if (supersedes.length > 0) {
    print(
      pen,
      'regular',
      BODY,
      say('Takes the place of {numbers}', { numbers: listIn(on.language, supersedes, 'unit') }),
    )
  }
  gap(pen)
  print(pen, 'bold', BODY + 1, giver.name)
  for (const text of [giver.address, giver.place]) print(pen, 'regular', BODY, text)
  gap(pen)
}

function drawFoot(pen: Pen): void {
  const { figures, on } = pen
  const { base, currency, number, note, deductible, other } = figures
  const { say } = on.language
  if (deductible.lines.length + other.lines.length + figures.goods.length === 0) {
    print(pen, 'regular', BODY, say('No gifts of these days are in the books.'))
    gap(pen)
  }
  room(pen, 4 * BODY * LINE_HEIGHT)
  row(pen, 'bold', [0.7, 0.3], [say('Everything in {currency}', { currency }), money(on, base.total, currency)])
  print(pen, 'regular', SMALL, say('For information: each gift by the rate of its day. Goods are not in it.'))
  gap(pen)
  print(pen, 'regular', BODY, note)
  if (number === '') return
  gap(pen)
  const [total, address] = [money(on, base.total, currency), on.verify]
  const check = say('To check this document: {address}, number {number}, total {total}', { address, number, total })
  print(pen, 'regular', SMALL, check)
}

/** Draws one from a new page on. */
export function* drawStatement(doc: Pdf, figures: Figures, on: OnPaper): Generator<void> {
  const { say } = on.language
  const pen: Pen = { doc, figures, on, page: 0, y: 0 }
  speak(doc, on.language.locale)
  newPage(pen)
  drawHead(pen)
  const alone = figures.other.lines.length === 0
  yield* drawSection(pen, alone ? say('Gifts') : say('Gifts that are deductible'), figures.deductible)
  yield* drawSection(pen, say('Gifts that are not deductible'), figures.other)
  drawGoods(pen)
  drawPledges(pen)
  drawFoot(pen)
  yield
}

/** A PDF of statements, one after the other, each as it is read. @param on its language is that of the file as a whole */
export const statementsPdf = (
  title: string,
  all: AsyncIterable<Addressed> | Iterable<Addressed>,
  on: OnPaper,
): AsyncGenerator<Uint8Array> =>
  pdf({ title, paper: on.paper, language: on.language.locale }, async function* (doc) {
    for await (const { figures, language } of all) yield* drawStatement(doc, figures, { ...on, language })
  })
