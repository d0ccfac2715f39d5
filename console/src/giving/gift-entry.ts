/** A gift as it is typed, what is sent of it, and what became of it. */
import type { Contribution, ContributionCreate } from '../api-types.ts'
import { minorUnits } from '../formats/money.ts'
import type { Method } from './methods.ts'

/** As the fields hold it: text where text is typed. */
export interface TypedGift {
  amount: string
  currency: string
  person: { id: number; title: string } | null
  /** A giver who is not on record. */
  donor_name: string
  fund_id: number | null
  method: Method
  given_on: string
  reference: string
  note: string
  is_anonymous: boolean
  /** The batch that it is counted with. */
  batch_id?: number | undefined
  /** The key of one that is not saved, whose place this takes: so it is not recorded beside it. */
  corrects?: string | undefined
}

/** A number in the giver's field is that of an envelope: `17`, `Easter 2027 17`. */
export const isEnvelope = (giver: string): boolean => /(^|[\s#-])\d{1,7}$/.test(giver.trim())

/** A gift of this sitting, from being sent to saved, failed, or waiting for a connection. */
export interface GiftEntry {
  /** Its Idempotency-Key: sending it again never records it twice. */
  key: string
  typed: TypedGift
  state: 'saving' | 'waiting' | 'saved' | 'failed'
  gift?: Contribution
  /** Why it is not saved. */
  problem?: string
  /** What the server says of its fields, which tells more. */
  errors?: Record<string, string>
}

/** The next gift: fund, method, date and currency stay. What is gone is named, since a form merges what it is given. */
export const nextGift = (typed: TypedGift): TypedGift => ({
  ...typed,
  corrects: undefined,
  amount: '',
  person: null,
  donor_name: '',
  reference: '',
  note: '',
  is_anonymous: false,
})

/** What is sent. @returns undefined when the amount cannot be read */
export function bodyOf(typed: TypedGift): ContributionCreate | undefined {
  const { person, fund_id, method, given_on, currency, reference, note, donor_name, is_anonymous, batch_id } = typed
  const giver = donor_name.trim()
  const amount = minorUnits(typed.amount, currency)
  if (amount === undefined) return undefined
  return {
    amount,
    currency,
    method,
    given_on,
    ...(fund_id !== null && { fund_id }),
    ...(person && { person_id: person.id }),
    ...(!person && giver && (isEnvelope(giver) ? { envelope: giver } : { donor_name: giver })),
    ...(batch_id !== undefined && { batch_id }),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(note.trim() && { note: note.trim() }),
    ...(is_anonymous && { is_anonymous }),
  }
}

/** Gifts of one batch, or of none. */
export interface EntriesOfBatch {
  batch: number | undefined
  entries: GiftEntry[]
}

/** Each under its batch, in the order in which they come; those of the batch that is shown first of all. */
export function byBatch(entries: readonly GiftEntry[], shown: number | undefined): EntriesOfBatch[] {
  const found = new Map<number | undefined, GiftEntry[]>([[shown, []]])
  for (const entry of entries) {
    const { batch_id } = entry.typed
    found.set(batch_id, [...(found.get(batch_id) ?? []), entry])
  }
  return [...found].flatMap(([batch, entries]) => (batch === shown || entries.length > 0 ? [{ batch, entries }] : []))
}

/** What was saved so far and is not void: how many, and their sum in the church currency. */
export function totalOf(entries: readonly GiftEntry[]): { count: number; sum: number } {
  const gifts = entries.flatMap(({ gift }) => (gift?.status === 'void' ? [] : (gift ?? [])))
  return { count: gifts.length, sum: gifts.reduce((sum, { amount_base }) => sum + amount_base, 0) }
}
