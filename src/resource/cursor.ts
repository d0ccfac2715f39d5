/**
 * Cursors: places in a list, behind which the next request goes on (decisions, Requests, `cursor`). A place is told by what
 * its record was sorted by when it was shown, so whatever changes before it or behind it moves nobody else past it. Sealed,
 * since addresses end up in logs and a place may hold a name; bound to church, key, list, order and filters.
 */
import { InvalidParameter } from '../errors.ts'
import { type Vault, VaultError } from '../vault.ts'
import type { Caller } from './caller.ts'

/** Behind which record a request goes on. */
export interface Place {
  /** Number of the page that begins here. */
  page: number
  id: string
  /** PostgreSQL's text of what the list is sorted by; null in the order of ids, and where the record has none. */
  value: string | null
  /** The moment that the changes shown since the first page are complete up to; null where none were asked for. */
  asOf: string | null
}

/** What a place belongs to, besides its church. */
export interface Bound {
  caller: Caller
  resource: string
  sort: string
  /** The filters as they were sent: name and text, in the order of the declaration. */
  filters: readonly (readonly [name: string, text: string])[]
}

const MOST_CHARACTERS = 2_000

const useOf = ({ caller, resource, sort, filters }: Bound): string =>
  `cursor ${JSON.stringify([caller.key.id, resource, sort, filters])}`

/** The cursor of a place: text for an address, without characters that need an escape. */
export const sealPlace = (vault: Vault, bound: Bound, { page, id, value, asOf }: Place): string =>
  vault.sealAlike(bound.caller.church.id, useOf(bound), JSON.stringify([page, id, value, asOf]))

/** @throws InvalidParameter for a text that is no cursor of ours, or of another list, order, set of filters, key or church */
export function openPlace(vault: Vault, bound: Bound, cursor: string): Place {
  try {
    if (cursor.length > MOST_CHARACTERS) throw new VaultError('It is too long.')
    const [page, id, value, asOf] = JSON.parse(vault.open(bound.caller.church.id, useOf(bound), cursor))
    return { page, id, value, asOf }
  } catch (error) {
    if (!(error instanceof VaultError || error instanceof SyntaxError)) throw error
    throw new InvalidParameter(
      'cursor',
      'The parameter cursor must be a meta.next_cursor of this list, sent with the same key, filters and sort. Without it the list begins anew.',
    )
  }
}
