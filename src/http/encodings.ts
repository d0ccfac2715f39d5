/** Answers that are sent compressed, where the client takes that (RFC 9110, 12.5.3). */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { header, type Reply, type Request } from './message.ts'

/** The smallest first, as they are preferred. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** How hard it is tried for what is made anew for each answer: twice as small as nothing, in a few milliseconds. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** And for what is made once. */
const THOROUGH = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
/** Bytes below which it is not worth a header. */
const SMALL = 4_096

/** How the client wants it; undefined where as it is. */
export function wantedEncoding(request: Request): Encoding | undefined {
  const taken = (header(request, 'accept-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .filter(one => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map(one => one.split(';', 1)[0]?.trim())
  return ENCODINGS.find(one => taken.includes(one))
}

/** For answers that hold no secret, and nothing that somebody else could have put there: their length tells of their content. */
export async function compressed(request: Request, reply: Reply): Promise<Reply> {
  const encoding = wantedEncoding(request)
  const headers = { ...reply.headers, Vary: 'Accept-Encoding' }
  if (encoding === undefined || reply.body.length < SMALL) return { ...reply, headers }
  const file = await (encoding === 'br' ? brotli(reply.body, QUICK) : gzipped(reply.body))
  return { ...reply, headers: { ...headers, 'Content-Encoding': encoding }, body: '', file }
}

/**
 * The same for an answer that is one for everybody, and whose body is a file: compressed when it is first asked for so, and kept.
 * @param reply makes it; of its file, the first is taken
 */
export function compressedOnce(reply: () => Reply): (request: Request) => Promise<Reply> {
  const kept = new Map<Encoding, Promise<Buffer>>()
  return async request => {
    const encoding = wantedEncoding(request)
    const whole = reply()
    const headers = { ...whole.headers, Vary: 'Accept-Encoding' }
    if (encoding === undefined || whole.file === undefined) return { ...whole, headers }
    const made = kept.get(encoding) ?? (encoding === 'br' ? brotli(whole.file, THOROUGH) : gzipped(whole.file))
    kept.set(encoding, made)
    // What failed is tried again with the next request.
    made.catch(() => kept.delete(encoding))
    return { ...whole, headers: { ...headers, 'Content-Encoding': encoding }, file: await made }
  }
}
