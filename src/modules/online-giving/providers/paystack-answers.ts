/** How Paystack counts and answers. */

import { oneLine } from '../../../outgoing/answer-text.ts'
import { currencyExponent } from '../../../texts/exponents.ts'

/** Paystack counts every currency in hundredths, those without decimals too. */
export const factor = (currency: string): number => 10 ** (2 - currencyExponent(currency))

export type Json = Record<string, unknown>

/** An object within another, empty where there is none. */
export const objectIn = (json: Json | undefined, name: string): Json =>
  typeof json?.[name] === 'object' && json[name] !== null ? (json[name] as Json) : {}

/** A text of an answer, in one line. */
export const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? oneLine(value) : fallback
