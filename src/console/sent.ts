/** Reads what pages send: JSON, and nothing else. */
import { ApiError } from '../errors.ts'
import { header, type Request } from '../http/message.ts'
import { readBody } from '../http/read-body.ts'

/** The object that was sent. @throws ApiError */
export async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const body = await readBody(request)
  if (!('json' in body)) throw new ApiError('unsupported_media_type')
  return body.json
}

/** The same, where nothing at all may be sent, too. */
export async function jsonIfAny(request: Request): Promise<Record<string, unknown>> {
  const none =
    header(request, 'transfer-encoding') === undefined && Number(header(request, 'content-length') ?? 0) === 0
  return none ? {} : await jsonOf(request)
}

/** A text of it; empty for what is none. */
export const textOf = (json: Record<string, unknown>, name: string): string => {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}
