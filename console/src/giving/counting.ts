/** What is typed of a count: read as it stands, or not at all. Nothing that was typed is left out of what is sent. */
import { latinDigits } from '../../../src/lib/digits.ts'
import { currencyExponent } from '../../../src/texts/exponents.ts'
import { amountProblem, minorUnits } from '../formats/money.ts'
import { t } from '../texts/t.ts'
import { DENOMINATIONS, USUAL } from './denominations.ts'

/** A note or coin that is not listed: what one is worth, and how many there are. */
export interface TypedKind {
  value: string
  pieces: string
}

/** What is typed of one currency: pieces by denomination in minor units, those of others, and an amount. */
export interface TypedCurrency {
  currency: string
  pieces: Readonly<Record<number, string>>
  others: readonly TypedKind[]
  other: string
}

/** Pieces of one note or coin, as the API has them. */
export interface Counted {
  currency: string
  denomination: number
  pieces: number
}

/** Nothing is counted yet. */
export const emptyCount = (currency: string): TypedCurrency => ({ currency, pieces: {}, others: [], other: '' })

/** What is offered of a currency, in minor units, the largest first. */
export const denominationsOf = (currency: string): number[] =>
  (DENOMINATIONS[currency] ?? USUAL).map(one => Math.round(one * 10 ** currencyExponent(currency)))

const MOST = 10_000_000
const PLAIN = /^(\d+|\d{1,3}(?:([., '’٬])\d{3})(?:\2\d{3})*)$/

/** How many: `1021`, `1,021`, `1 021`, `١٠٢١`; nothing is none. Undefined for what is no number, or more than anybody counts. */
export function readPieces(text: string | undefined): number | undefined {
  const typed = latinDigits(text ?? '').trim()
  if (typed === '') return 0
  if (!PLAIN.test(typed)) return undefined
  const pieces = Number(typed.replace(/\D/g, ''))
  return pieces <= MOST ? pieces : undefined
}

/** What is wrong with a number of pieces; undefined where nothing is. */
export const piecesProblem = (text: string | undefined): string | undefined =>
  readPieces(text) === undefined ? t('Type how many there are, such as 12') : undefined

/** What is wrong with a note or coin that is not listed. */
export function kindProblem({ currency, pieces, others }: TypedCurrency, at: number): string | undefined {
  const { value = '', pieces: many } = others[at] ?? {}
  if (value.trim() === '') {
    return readPieces(many) === 0 ? undefined : t('Type what one is worth')
  }
  const worth = minorUnits(value, currency)
  if (worth === undefined) return amountProblem(value, currency)
  const isListed = denominationsOf(currency).includes(worth) || pieces[worth] !== undefined
  const isTwice = others.some((one, place) => place < at && minorUnits(one.value, currency) === worth)
  return isListed || isTwice ? t('It stands there already: add its pieces there') : undefined
}

/** What is wrong with what is no cash. */
export const otherProblem = ({ currency, other }: TypedCurrency): string | undefined =>
  other.trim() !== '' && minorUnits(other, currency) === undefined ? amountProblem(other, currency) : undefined

/** Whether all of it can be read. */
export const isReadable = (typed: TypedCurrency): boolean =>
  otherProblem(typed) === undefined &&
  Object.values(typed.pieces).every(text => piecesProblem(text) === undefined) &&
  typed.others.every((one, at) => kindProblem(typed, at) === undefined && piecesProblem(one.pieces) === undefined)

/** The notes and coins of which there are some. */
export function piecesOf({ currency, pieces, others }: TypedCurrency): Counted[] {
  const listed = Object.entries(pieces).map(([denomination, text]) => [Number(denomination), text] as const)
  const more = others.map(({ value, pieces: text }) => [minorUnits(value, currency) ?? 0, text] as const)
  return [...listed, ...more].flatMap(([denomination, text]) => {
    const many = readPieces(text) ?? 0
    return many === 0 || denomination === 0 ? [] : [{ currency, denomination, pieces: many }]
  })
}

/** What notes and coins come to, in minor units. */
export const cashOf = (typed: TypedCurrency): number =>
  piecesOf(typed).reduce((sum, { denomination, pieces }) => sum + denomination * pieces, 0)

/** What is no cash, in minor units. */
export const otherOf = ({ currency, other }: TypedCurrency): number => minorUnits(other, currency) ?? 0
