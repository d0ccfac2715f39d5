/** The refusals that an operation may answer with, for the OpenAPI document. */
import { ERRORS, type ErrorCode } from '../errors.ts'

/** What an operation has that can be refused. */
export type Reason = 'key' | 'scope' | 'parameters' | 'record' | 'body' | 'creation'

const CODES: Record<Reason, readonly ErrorCode[]> = {
  key: [
    'bad_request',
    'unauthorized',
    'invalid_api_key',
    'church_inactive',
    'api_disabled',
    'unknown_resource',
    'request_timeout',
    'rate_limited',
    'headers_too_large',
    'resource_error',
    'service_unavailable',
  ],
  scope: ['insufficient_scope', 'method_not_allowed'],
  parameters: ['bad_request'],
  record: ['not_found'],
  body: ['invalid_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed'],
  creation: ['invalid_idempotency_key', 'plan_limit_reached', 'duplicate_reference', 'idempotency_key_reused'],
}

/** Responses by status; each names the codes it may carry. @param more codes that this operation alone has */
export function errorResponses(reasons: readonly Reason[], more: readonly ErrorCode[] = []): Record<string, unknown> {
  const byStatus = new Map<number, string[]>()
  for (const code of new Set([...reasons.flatMap(reason => CODES[reason]), ...more])) {
    const [status] = ERRORS[code]
    const known = byStatus.get(status) ?? []
    byStatus.set(status, [...known, `\`${code}\`: ${ERRORS[code][1]}`])
  }
  if (reasons.includes('parameters'))
    byStatus.get(400)?.push('`invalid_<parameter>`: A query parameter cannot be read.')
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [status, { description: lines.join('\n\n'), content }]),
  )
}
