/** Reads amounts as people write them. */
import { currencyExponent, MAX_AMOUNT } from './money.ts'

const GROUPED = /^(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,10}))?$/

/**
 * Reads an amount such as `1,500.50`, `1500.5` or `₦ 1,500` exactly, by the decimal places of its currency.
 * @returns minor units; null for what is no amount, has decimals that the currency does not have, or is out of bounds
 */
export function parseAmount(text: string, currency: string): number | null {
  // Small digits, as in 1500², are none of the amount.
  if (/\p{No}/u.test(text)) return null
  const bare = text
    .normalize('NFKC')
    .replace(/^[\p{Sc}\p{L}\s]+|[\p{Sc}\p{L}\s]+$/gu, '')
    .replace(/(?<=\d)[\s'’](?=\d{3})/gu, '')
  const match = GROUPED.exec(bare)
  if (match === null) return null
  const exponent = currencyExponent(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > exponent) return null
  const amount = BigInt(`${(match[1] ?? '').replaceAll(',', '')}${fraction.padEnd(exponent, '0')}`)
  return amount >= 1n && amount <= BigInt(MAX_AMOUNT) ? Number(amount) : null
}
