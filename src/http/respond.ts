/** The envelope of answers and refusals (spec, General conventions 2; Errors). */
import type { ApiError } from '../errors.ts'
import type { Answer } from '../resource/resource.ts'
import type { Reply } from './message.ts'

/** A success: `data` as printed, `meta` where there is any. @param more further members of `meta` */
export function success(answer: Answer, more: Record<string, unknown> = {}, location?: string): Reply {
  const meta = { ...answer.meta, ...more }
  const tail = Object.keys(meta).length > 0 ? `,"meta":${JSON.stringify(meta)}` : ''
  const headers: Record<string, string> = location === undefined ? {} : { Location: location }
  return { status: answer.status, headers, body: `{"ok":true,"data":${answer.data}${tail}}` }
}

/** A refusal. What happened inside is never told; a 500 names the request so that the log can be searched. */
export function failure(error: ApiError, requestId: string): Reply {
  return { status: error.status, headers: error.headers, body: JSON.stringify(envelope(error, requestId)) }
}

/** The same to a page, which says it in its own language where the catalogues have it. */
export function failureToPage(error: ApiError, requestId: string): Reply {
  const { status, headers, said } = error
  return { status, headers, body: JSON.stringify({ ...envelope(error, requestId), ...(said && { said }) }) }
}

function envelope(error: ApiError, requestId: string): object {
  const { status, code, errors } = error
  const message = status === 500 ? `${error.message} The request id is ${requestId}.` : error.message
  return { ok: false, error: code, message, ...(errors && { errors }) }
}
