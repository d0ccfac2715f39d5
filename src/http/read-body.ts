/** Reads a request body: type, size, encoding, syntax (decisions, Requests). */
import { ApiError } from '../errors.ts'
import { parseForm } from '../lib/form.ts'
import { parseJsonObject } from '../lib/json.ts'
import type { Body } from '../resource/body.ts'
import { header, type Request } from './message.ts'

export const MAX_BODY_BYTES = 256 * 1024

const TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;(.*))?$/

/** @throws ApiError `unsupported_media_type`, `payload_too_large` or `invalid_json` */
export async function readBody(request: Request): Promise<Body> {
  const type = bodyType(request)
  const bytes = await readBytes(request)
  const text = decode(bytes)
  if (type === 'form') {
    const form = text === undefined ? undefined : parseForm(text)
    if (form?.ok) return { form: form.value }
    throw new ApiError('invalid_json', { message: 'The form could not be read: check its percent-encoding (UTF-8).' })
  }
  if (text === undefined) throw new ApiError('invalid_json', { message: 'The body is not valid UTF-8.' })
  const parsed = parseJsonObject(text)
  if (!parsed.ok) throw new ApiError('invalid_json', { message: parsed.reason })
  return { json: parsed.value }
}

function bodyType(request: Request): 'json' | 'form' {
  const encoding = header(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== '' && encoding !== 'identity') {
    throw new ApiError('unsupported_media_type', { message: 'Send the body without a content encoding.' })
  }
  const sent = header(request, 'content-type')
  if (sent === undefined || sent.trim() === '') return 'json'
  const [, type = '', parameters = ''] = TYPE.exec(sent) ?? []
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(parameters)?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new ApiError('unsupported_media_type', { message: `The charset must be UTF-8, not ${charset}.` })
  }
  const name = type.toLowerCase()
  if (name === 'application/json' || /^application\/[\w.-]+\+json$/.test(name)) return 'json'
  if (name === 'application/x-www-form-urlencoded') return 'form'
  throw new ApiError('unsupported_media_type')
}

async function readBytes(request: Request): Promise<Buffer> {
  const announced = Number(header(request, 'content-length') ?? 0)
  if (announced > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.body) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(bytes)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

// The rest of the body is not read: the connection ends with the answer.
const tooLarge = (): ApiError => new ApiError('payload_too_large', { headers: { Connection: 'close' } })

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
