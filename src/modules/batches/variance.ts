/** What is in a batch, held against what was counted. */

/** So much of a currency, in minor units. */
export interface CurrencySum {
  currency: string
  amount: number
}

/** Gifts, and what they come to. */
export interface Counted {
  /** Null where nobody said how many there are. */
  count: number | null
  amounts: readonly CurrencySum[]
}

/** What is there less what was counted; only what differs. */
export interface Variance {
  /** Null where nobody said how many there should be. */
  count: number | null
  amounts: CurrencySum[]
}

/** @param control what was counted @param entered what is in the batch */
export function varianceOf(control: Counted, entered: Counted): Variance {
  const of = ({ amounts }: Counted, currency: string): number =>
    amounts.find(one => one.currency === currency)?.amount ?? 0
  const currencies = [...new Set([...control.amounts, ...entered.amounts].map(({ currency }) => currency))].sort()
  const amounts = currencies
    .map(currency => ({ currency, amount: of(entered, currency) - of(control, currency) }))
    .filter(({ amount }) => amount !== 0)
  return { count: control.count === null ? null : (entered.count ?? 0) - control.count, amounts }
}

/** Whether there is none. */
export const isEven = ({ count, amounts }: Variance): boolean => count === 0 && amounts.length === 0
