/** Amounts as Stripe counts them. */
import { currencyExponent } from '../../../texts/exponents.ts'

// https://docs.stripe.com/currencies: ISK and UGX have no decimals, and Stripe counts them in hundredths all the same.
const WITHOUT_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))

/** Decimal places of Stripe's smallest unit, and of ours. */
export const digits = (currency: string): [theirs: number, ours: number] => {
  const ours = currencyExponent(currency)
  return [WITHOUT_DECIMALS.has(currency) ? 0 : Math.max(2, ours), ours]
}

/** Minor units as Stripe counts them; no whole number where it cannot take the amount. */
export function toStripe(amount: number, currency: string): number {
  const [theirs, ours] = digits(currency)
  return theirs >= ours ? amount * 10 ** (theirs - ours) : amount / 10 ** (ours - theirs)
}

/** The other way round. */
export function fromStripe(amount: number, currency: string): number {
  const [theirs, ours] = digits(currency)
  return theirs >= ours ? amount / 10 ** (theirs - ours) : amount * 10 ** (ours - theirs)
}
