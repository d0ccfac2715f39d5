/** From what came back to `data` and `meta`, or to an error. */
import { SextonError } from './error.ts'
import { secondsOf } from './retry.ts'

/** What the service answers when it did as asked. */
export interface Answer<Data, Meta = unknown> {
  data: Data
  /** What is said beside the data: pages of a list, ignored parameters and fields. */
  meta: Meta
}

interface Envelope {
  ok?: unknown
  data?: unknown
  meta?: unknown
  error?: string
  message?: string
  errors?: Record<string, string>
}

/**
 * @param idempotencyKey what it was asked with
 * @throws SextonError where it is a refusal, or none of the service's
 */
export async function readAnswer(response: Response, idempotencyKey: string | undefined): Promise<Answer<unknown>> {
  const { status, headers } = response
  const envelope = parse(await response.text())
  if (envelope?.ok === true && response.ok) return { data: envelope.data, meta: envelope.meta }
  const told = {
    // A browser does not tell which redirect it was, and 0 means that no answer came.
    status: response.type === 'opaqueredirect' ? 302 : status,
    idempotencyKey,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsOf(headers.get('Retry-After'), headers.get('Date')),
  }
  if (envelope?.ok !== false || typeof envelope.error !== 'string')
    throw new SextonError({ ...told, ...strange(response) })
  const { error, message = error, errors } = envelope
  throw new SextonError({ ...told, code: error, message, errors })
}

/** Such as the page of a proxy, or a redirect, which is not followed: it could turn a creation into a read. */
function strange({ status, type, headers }: Response): { code: string; message: string } {
  const target = headers.get('Location')
  const code = 'unexpected_answer'
  if (status >= 500) return { code, message: `A server answered ${status} and nothing that is of the API of Sexton.` }
  if (type !== 'opaqueredirect' && target === null)
    return { code, message: `What answers there (${status}) is not the API of Sexton. Check baseUrl.` }
  return { code, message: `The answer is a redirect${target === null ? '' : ` to ${target}`}. Check baseUrl.` }
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
