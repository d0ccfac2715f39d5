/** Reads a request body: type, size, encoding, syntax (decisions, Requests). */
import { ApiError } from '../errors.ts'
import { parseForm } from '../lib/form.ts'
import { parseJsonObject } from '../lib/json.ts'
import type { Body } from '../resource/body.ts'
import { ALLOWANCES } from './allowances.ts'
import { header, type Request } from './message.ts'
import { PIECE } from './stay.ts'

export const MAX_BODY_BYTES = ALLOWANCES.bodyBytes.most
/** A body that is too large is read, and thrown away, up to here: many clients see no answer before they have sent all. */
const MAX_READ_BYTES = ALLOWANCES.wastedBytes.most

const TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;(.*))?$/

const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'

/** @throws ApiError `unsupported_media_type`, `payload_too_large` or `invalid_json` */
export async function readBody(request: Request): Promise<Body> {
  const type = bodyType(request)
  const text = decode(await readBytes(request))
  if (type === 'form') return readForm(text)
  if (text === undefined) throw unreadable('The body is not valid UTF-8.')
  const parsed = parseJsonObject(text)
  if (parsed.ok) return { json: parsed.value }
  throw unreadable(`${parsed.reason}${adviceOn(text, type)}`)
}

const unreadable = (message: string): ApiError => new ApiError('invalid_json', { message })

/** What to do about a body that is no JSON. */
function adviceOn(text: string, type: 'json' | 'unsaid'): string {
  if (FORM.test(text))
    return ` It looks like a form: send it with the header ${FORM_TYPE}, or send JSON with ${JSON_TYPE}.`
  return type === 'unsaid' ? ` Send JSON, with the header ${JSON_TYPE}.` : ''
}

/** Begins as a form does: a name and its value. */
const FORM = /^\s*[\w.-]+(\[[\w.-]*\])?=/

function readForm(text: string | undefined): Body {
  // What curl makes of JSON that is sent with -d and without a header.
  if (text !== undefined && /^\s*[{[]/.test(text)) {
    throw unreadable(`The body is JSON, but was sent as a form (${FORM_TYPE}). Send it with the header ${JSON_TYPE}.`)
  }
  if (text !== undefined && text.trim() !== '' && !text.includes('=')) {
    throw unreadable(
      `The body was sent as a form (${FORM_TYPE}), and has no name=value. Send JSON, with the header ${JSON_TYPE}.`,
    )
  }
  const form = text === undefined ? undefined : parseForm(text)
  if (form?.ok) return { form: form.value }
  throw unreadable('The form could not be read: check its percent-encoding (UTF-8).')
}

/** `unsaid`: read as JSON, but nobody said that it is. */
function bodyType(request: Request): 'json' | 'form' | 'unsaid' {
  const encoding = header(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== '' && encoding !== 'identity') {
    throw new ApiError('unsupported_media_type', { message: 'Send the body without a content encoding.' })
  }
  const sent = header(request, 'content-type')
  if (sent === undefined || sent.trim() === '') return 'unsaid'
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

/**
 * The body as it was sent.
 * @throws ApiError `payload_too_large`, `rate_limited` where the client sends or keeps too much at once, or `bad_request`
 * where the body ended early
 */
export async function readBytes(request: Request): Promise<Buffer> {
  const announced = Number(header(request, 'content-length') ?? 0)
  if (announced > MAX_READ_BYTES) throw cutOff()
  request.stay.beginReceiving()
  try {
    return await receive(request)
  } catch (error) {
    if (error instanceof ApiError) throw error
    // The client hung up. Nobody hears the answer, but it must not look like a database that is away.
    throw new ApiError('bad_request', { message: 'The body ended early.' })
  } finally {
    request.stay.endReceiving()
  }
}

async function receive({ body, stay }: Request): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_READ_BYTES) throw cutOff()
    if (size > MAX_BODY_BYTES) continue
    const refused = size > PIECE ? stay.keep(Math.min(bytes.length, size - PIECE)) : undefined
    if (refused !== undefined) throw refused
    chunks.push(bytes)
  }
  if (size > MAX_BODY_BYTES) throw new ApiError('payload_too_large')
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

// The rest of the body is not read: the connection ends with the answer.
const cutOff = (): ApiError => new ApiError('payload_too_large', { headers: { Connection: 'close' } })

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
