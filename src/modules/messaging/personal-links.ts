/**
 * Signed links in messages. Whoever has one may act by it, so its address is put in when the message is sent, and stands nowhere
 * else: the log, the API and the events show the message with a mark in its place.
 */
import { linkAddress } from '../../links/signed-link.ts'
import type { Vault } from '../../vault.ts'

/** Which link it is, of the church of the message. */
export interface PersonalLink {
  /** Of the links: `task` for those under `/my/task`. */
  kind: string
  record: number
  version: number
  /** When it leads nowhere any more, as JSON has it. */
  expires: string
}

/** What stands in a stored body where an address goes. */
export const LINK_MARK = '[personal link]'

/** A text that was written by people, so that it has no mark. */
export const withoutMarks = (text: string): string => text.replaceAll(LINK_MARK, LINK_MARK.slice(1, -1))

/** A body with addresses in the places of its marks, in their order. @param links JSON of `PersonalLink`s, as it is stored */
export function withLinks(body: string, links: string | null, address: (link: PersonalLink) => string): string {
  const left = links === null ? [] : (JSON.parse(links) as PersonalLink[]).map(address)
  return body.replaceAll(LINK_MARK, mark => left.shift() ?? mark)
}

/** About as long as an address, of characters that are short in an SMS. */
const ROOM = 'x'.repeat(160)

/** A body as long as it may be with its addresses, for whoever sets units aside before they are known. */
export const withRoom = (body: string, links: readonly PersonalLink[] = []): string =>
  links.length === 0 ? body : withLinks(body, JSON.stringify(links), () => ROOM)

/** The path that leads to a record. */
export const addressOf = (vault: Vault, church: number, { kind, record, version, expires }: PersonalLink): string =>
  linkAddress(vault, kind, { church, record, version }, new Date(expires)).path
