/** Amounts: minor units to text that people read, and what they type to minor units (spec, General conventions, 5). */
import { amountMistake, readAmount, type TypedAmount } from '../../../src/lib/amount-text.ts'
import { plainAmount } from '../../../src/lib/plain-amount.ts'
import { amountIn, roundAmountIn } from '../../../src/texts/forms.ts'
import { locale, t, writing } from '../texts/t.ts'

/** An amount as people read it: 150050 NGN is ₦1,500.50. Of minor units as text a sum may have more digits than a number holds exactly. */
export const money = (minor: number | string, currency: string): string => amountIn(writing(), minor, currency)

/** An amount in few characters, for the axis of a chart: 150050000 NGN is ₦1.5M. */
export const shortMoney = (minor: number, currency: string): string => roundAmountIn(writing(), minor, currency)

let country = 'US'

/** Reads and fills in amounts as people of this country do, from now on. @param code of the church that is shown, ISO 3166-1 alpha-2 */
export function typeAsIn(code: string): void {
  country = code
}

/** An amount as a person would type it, without symbol and grouping: 150050 NGN is 1500.50. */
export const typedAmount = (minor: number, currency: string): string => plainAmount(minor, currency, country)

/**
 * Reads a typed amount, as the church's country and the language of the page write it (`lib/amount-text.ts` has the rule).
 * @returns minor units; undefined for what is no amount above zero, and for what may mean two amounts, such as 1.500
 */
export const minorUnits = (text: string, currency: string): number | undefined => readTyped(text, currency).minor

/** What is said of a typed amount that cannot be read. */
export const amountProblem = (text: string, currency: string): string =>
  amountMistake(t, text, readTyped(text, currency), currency, country)

const readTyped = (text: string, currency: string): TypedAmount =>
  readAmount(text, currency, { country, locale: locale() })
