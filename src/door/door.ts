/**
 * A door: what a module offers to the public beside the API, without a key. Pages for people (giving, unsubscribing) and
 * callbacks of providers. The HTTP side is in http/doors.ts.
 */

/** Someone at a door, before their body is read. */
export interface Visitor {
  method: 'GET' | 'POST'
  /** The parts of the path after the door's own, decoded. */
  path: readonly string[]
  /** The address as it was called, public origin included, as a provider has signed it. */
  url: string
  search: URLSearchParams
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>
  ip: string
  /**
   * Reads the body: a door asks for it when the rest is right, so that nobody is waited for in vain.
   * @throws ApiError for one that is too large, or ends early
   */
  knock(): Promise<Knock>
  /** Counts a form that makes work: an address may send few of them. @throws ApiError `rate_limited` */
  admitForm(): Promise<unknown>
}

/** What somebody at a door sent, as a whole. */
export interface Knock extends Omit<Visitor, 'knock'> {
  /** The raw body, at most 256 KiB. */
  body: Buffer
}

/** What a door answers. */
export interface DoorReply {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface Door {
  /** The beginning of its paths: `/give`. */
  root: string
  /** True where the paths hold secrets: they are then kept out of the log. */
  secretPath?: boolean
  /** True where others call for many, from few addresses: only calls that are refused are counted, and limited. */
  unlimited?: boolean
  /** True where people come to it: its faults are pages. */
  forPeople?: boolean
  /** Answers; a path it does not know gives 404. Whatever it throws becomes a 500 or 503. */
  answer(visitor: Visitor): Promise<DoorReply>
}

/** Nothing is there. */
export const NOTHING: DoorReply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'There is nothing here.\n',
}

/** A plain answer for machines. */
export const plain = (status: number, body = ''): DoorReply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
})

/** Sends the browser on to another address, which it then gets (RFC 9110, 15.4.4). */
export const seeOther = (location: string): DoorReply => ({ status: 303, headers: { Location: location } })

/** The fields of a form. */
export const formOf = ({ body }: Knock): URLSearchParams => new URLSearchParams(body.toString('utf8'))
