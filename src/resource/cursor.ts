/**
 * Cursors: places in a list, behind which the next request goes on (decisions, Requests, `cursor`). A place is told by what
 * its record was sorted by when it was shown, so whatever changes before it or behind it moves nobody else past it. Signed,
 * and so bound to church, key, list, order and filters; names in it are sealed, since addresses end up in logs.
 */
import { InvalidParameter } from '../errors.ts'
import { type Vault, VaultError } from '../vault.ts'
import { type Caller, repeaterOf } from './caller.ts'
import type { Resource } from './resource.ts'

/** Behind which record a request goes on. */
export interface CursorPosition {
  /** Number of the page that begins here. */
  page: number
  id: string
  /** PostgreSQL's text of what the list is sorted by; null in the order of ids, and where the record has none. */
  value: string | null
  /** The `as_of` of the first page; null for lists without `updated_since`. */
  asOf: string | null
}

/** What a place belongs to, besides its church. */
export interface Bound {
  caller: Caller
  resource: Resource
  sort: string
  /** The filters as they were sent: name and text, in the order of the declaration. */
  filters: readonly (readonly [name: string, text: string])[]
}

const useOf = ({ caller, resource, sort, filters }: Bound): string =>
  `cursor ${JSON.stringify([caller.church.id, repeaterOf(caller), resource.name, sort, filters])}`

/** The column of a sort. */
export const sortColumn = (sort: string): string => sort.replace('-', '')

/** True where the list is sorted by words, such as names. */
function byWords({ resource, sort }: Bound): boolean {
  const { type, format } = resource.fields[sortColumn(sort)]?.spec.output ?? {}
  return type === 'string' && format === undefined
}

const WORD = 'word of a cursor'

/** The cursor of a place: text for an address, without characters that need an escape; the same for the same place. */
export function sealCursor(vault: Vault, bound: Bound, { page, id, value, asOf }: CursorPosition): string {
  const shown = value !== null && byWords(bound) ? vault.sealAlike(bound.caller.church.id, WORD, value) : value
  const place = Buffer.from(JSON.stringify([page, id, shown, asOf])).toString('base64url')
  return `${place}.${vault.sign(useOf(bound), place)}`
}

const FORM = /^([\w-]{1,2000})\.([\w-]{1,100})$/

/** @throws InvalidParameter for a text that is no cursor of ours, or of another list, order, set of filters, key or church */
export function openCursor(vault: Vault, bound: Bound, cursor: string): CursorPosition {
  const [, place = '', signature = ''] = FORM.exec(cursor) ?? []
  if (!vault.verify(useOf(bound), place, signature)) throw foreign()
  const [page, id, shown, asOf] = JSON.parse(Buffer.from(place, 'base64url').toString('utf8'))
  const value = shown !== null && byWords(bound) ? openWord(vault, bound.caller.church.id, shown) : shown
  return { page, id, value, asOf }
}

/** A word that was sealed with a key which is gone since belongs to a cursor that is too old. */
function openWord(vault: Vault, church: number, sealed: string): string {
  try {
    return vault.open(church, WORD, sealed)
  } catch (error) {
    if (error instanceof VaultError) throw foreign()
    throw error
  }
}

const foreign = (): InvalidParameter =>
  new InvalidParameter(
    'cursor',
    'The parameter cursor must be a meta.next_cursor of this list, sent with the same key, filters and sort. Without it the list begins anew.',
  )
