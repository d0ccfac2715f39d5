/** A request and its answer, as the pipeline knows them; Fastify is known to `server.ts` only. */
import type { Readable } from 'node:stream'
import type { Stay } from './stay.ts'

export interface Request {
  /** Given to every request; in the answer's `X-Request-Id` and in the log. */
  id: string
  method: string
  /** Path, without a trailing slash. */
  path: string
  /** Path as it was sent: what lies beside API, console and public routes has this one form. */
  sentPath: string
  /** Query as sent, without the question mark. */
  search: string
  headers: NodeJS.Dict<string | string[]>
  /** The client's address. */
  ip: string
  body: Readable
  /** What the request holds of this node. */
  stay: Stay
}

export interface Reply {
  status: number
  headers: Record<string, string>
  /** Each as it is sent, name and attributes included. */
  cookies?: readonly string[]
  body: string
  /** Sent in place of `body`: one copy for all answers that have it. */
  file?: Buffer
  /** Sent in place of `body`, as it comes: nobody knows how long it is. */
  stream?: Readable
}

/** One header as text; undefined where it is missing. Repeats are joined as HTTP says (RFC 9110, 5.3). */
export function header(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** A body that many answers have. */
export type Shared = Required<Pick<Reply, 'body' | 'file'>>

/** Made once, for all answers that have it. */
export const shared = (content: string | Buffer): Shared => ({
  body: '',
  file: typeof content === 'string' ? Buffer.from(content) : content,
})
