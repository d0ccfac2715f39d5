/**
 * What a statement says: its figures, computed from gifts once and frozen. Pure: no database, no time. Amounts are minor units of
 * their currency. What else is to stand on a statement one day is a member of `Figures` that `figuresOf` sets, a query in gather.ts,
 * and a section in statement-paper.ts: these three places and no other.
 */

import type { ReadPledge } from '../pledges/on-statements.ts'

/** A gift as it was read: id, day, fund, method, amount, currency, amount in the base currency, goods, giver, branch. */
export type ReadLine = readonly [
  id: number,
  on: string,
  fund: number,
  method: string,
  amount: number,
  currency: string,
  base: number,
  /** What was given, where it was not money. */
  goods: string | null,
  giver: number,
  branch: number,
]

/** The name of each fund, and whether gifts to it are deductible, by its id. */
export type ReadFunds = Readonly<Record<string, readonly [name: string, deductible: boolean]>>

/** Who it is for, as they were on record. */
export interface ReadWho {
  name: string
  address: string | null
  /** City, state and postal code, in the order of an address. */
  place: string | null
  /** Of those whose gifts stand on a household's, their names by id; null for one person. */
  givers: Readonly<Record<string, string>> | null
}

/** A gift of money. */
export interface Line {
  id: number
  on: string
  fund: string
  method: string
  amount: number
  currency: string
  base: number
  /** On the statement of a household. */
  giver?: string
}

/** A gift of goods: what it was, and no value. */
export interface Goods {
  id: number
  on: string
  fund: string
  what: string | null
  giver?: string
}

interface Total {
  currency: string
  amount: number
  gifts: number
}

/** A pledge: what was promised, and what came of it up to the last day of the statement. */
export type Pledge = Omit<ReadPledge, 'person'>

/** Gifts of one kind, with a total for each currency: the base currency first, the others by their codes. */
export interface Section {
  lines: Line[]
  totals: Total[]
}

/** Of what is issued: its head, which is known when it has a number. */
export interface Head {
  kind: 'statement' | 'receipt'
  /** Empty on a preview. */
  number: string
  version: number
  /** Numbers of those that it takes the place of. */
  supersedes: string[]
  issued_on: string
  church: { name: string; address: string | null; contact: string | null }
  from: string
  to: string
  /** The base currency. */
  currency: string
  note: string | null
}

/** All that stands on a statement. */
export interface Figures extends Head {
  /** The form of these figures: a later form has another number. In the first there were no pledges. */
  form: 1 | 2
  giver: { name: string; address: string | null; place: string | null }
  deductible: Section
  other: Section
  goods: Goods[]
  /** Those whose campaigns have a day in the period; a receipt has none. */
  pledges?: Pledge[]
  /** In the base currency, by the rates of the days: for information. Goods are not in it. */
  base: { total: number; deductible: number; other: number }
}

const IN_KIND = 'in_kind'

/** What was read of a holder. */
export interface Read {
  who: ReadWho
  lines: readonly ReadLine[]
  pledges: readonly ReadPledge[]
  funds: ReadFunds
}

/** Computes what stands on a statement. @throws RangeError for sums beyond what JSON holds exactly */
export function figuresOf(head: Head, { who, lines, pledges, funds }: Read): Figures {
  const fundOf = (id: number): readonly [string, boolean] => funds[id] ?? ['', true]
  const giverOf = (id: number): { giver?: string } => (who.givers === null ? {} : { giver: who.givers[id] ?? who.name })
  const money = lines.filter(([, , , method]) => method !== IN_KIND)
  const section = (deductible: boolean): Section => {
    const mine = money.filter(([, , fund]) => fundOf(fund)[1] === deductible)
    const shown = mine.map(([id, on, fund, method, amount, currency, base, , giver]) => {
      return { id, on, fund: fundOf(fund)[0], method, amount, currency, base, ...giverOf(giver) }
    })
    return { lines: shown, totals: totalsOf(shown, head.currency) }
  }
  const [deductible, other] = [section(true), section(false)]
  const [first, second] = [baseOf(deductible), baseOf(other)]
  return {
    form: 2,
    ...head,
    giver: { name: who.name, address: who.address, place: who.place },
    deductible,
    other,
    goods: lines
      .filter(([, , , method]) => method === IN_KIND)
      .map(([id, on, fund, , , , , what, giver]) => ({ id, on, fund: fundOf(fund)[0], what, ...giverOf(giver) })),
    pledges: head.kind === 'receipt' ? [] : pledges.map(({ person: _person, ...pledge }) => pledge),
    base: { total: exact(first + second), deductible: exact(first), other: exact(second) },
  }
}

function exact(sum: bigint): number {
  const number = Number(sum)
  if (!Number.isSafeInteger(number)) throw new RangeError(`A total of ${sum} is beyond what a statement can hold.`)
  return number
}

const baseOf = ({ lines }: Section): bigint => lines.reduce((sum, { base }) => sum + BigInt(base), 0n)

function totalsOf(lines: readonly Line[], base: string): Total[] {
  const sums = new Map<string, { amount: bigint; gifts: number }>()
  for (const { currency, amount } of lines) {
    const so = sums.get(currency) ?? { amount: 0n, gifts: 0 }
    sums.set(currency, { amount: so.amount + BigInt(amount), gifts: so.gifts + 1 })
  }
  const rank = (currency: string): string => (currency === base ? '' : currency)
  return [...sums]
    .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
    .map(([currency, { amount, gifts }]) => ({ currency, amount: exact(amount), gifts }))
}

/** The gifts on it, goods with the rest. */
export const giftsOn = ({ deductible, other, goods }: Figures): number =>
  deductible.lines.length + other.lines.length + goods.length

/**
 * What two statements must have alike to say the same of gifts: everything but their heads, addresses and pledges. What was promised
 * is told beside the gifts; it is no reason to take back what was issued.
 */
export const saidOfGifts = ({ deductible, other, goods, base, giver }: Figures): string =>
  JSON.stringify([deductible, other, goods, base, giver.name], (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : value,
  )
