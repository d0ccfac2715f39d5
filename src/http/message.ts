/** A request and its answer, as the pipeline knows them; Fastify is known to `server.ts` only. */
import type { Readable } from 'node:stream'

export interface Request {
  /** Given to every request; in the answer's `X-Request-Id` and in the log. */
  id: string
  method: string
  /** Path, without a trailing slash. */
  path: string
  /** Query as sent, without the question mark. */
  search: string
  headers: NodeJS.Dict<string | string[]>
  /** The client's address. */
  ip: string
  body: Readable
}

export interface Reply {
  status: number
  headers: Record<string, string>
  /** Each as it is sent, name and attributes included. */
  cookies?: readonly string[]
  body: string
}

/** One header as text; undefined where it is missing. Repeats are joined as HTTP says (RFC 9110, 5.3). */
export function header(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
