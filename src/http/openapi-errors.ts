/** The refusals that operations may answer with, for the OpenAPI document: each kind of response once, by name. */
import { STATUS_CODES } from 'node:http'
import { ERRORS, type ErrorCode } from '../errors.ts'
import type { JsonSchema } from '../resource/field.ts'
import { headersOf } from './openapi-headers.ts'

/** What an operation has that can be refused. */
export type Reason = 'key' | 'scope' | 'parameters' | 'record' | 'body' | 'creation'

const CODES: Record<Reason, readonly ErrorCode[]> = {
  key: [
    'bad_request',
    'unauthorized',
    'invalid_api_key',
    'church_inactive',
    'api_disabled',
    'forbidden_origin',
    'unknown_resource',
    'method_not_allowed',
    'request_timeout',
    'rate_limited',
    'headers_too_large',
    'resource_error',
    'service_unavailable',
  ],
  scope: ['insufficient_scope'],
  parameters: ['bad_request'],
  record: ['not_found'],
  body: ['invalid_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed'],
  creation: ['invalid_idempotency_key', 'plan_limit_reached', 'duplicate_reference', 'idempotency_key_reused'],
}

/** A bad query parameter, as one of a kind. */
const PARAMETER = {
  name: 'invalid_parameter',
  line: '`invalid_<parameter>`: A query parameter cannot be read.',
  value: {
    ok: false,
    error: 'invalid_per_page',
    message: 'The parameter per_page must be a whole number from 1.',
  },
}

/** The examples of refusals, one for each code, for the document's components. */
export function errorExamples(): Record<string, JsonSchema> {
  const codes = new Set(Object.values(CODES).flat())
  const examples = Object.entries(ERRORS).map(([code, [, message]]): [string, JsonSchema] => {
    const errors = code === 'validation_failed' ? { errors: { amount: 'is required' } } : {}
    return [code, { value: { ok: false, error: code, message, ...errors } }]
  })
  return {
    ...Object.fromEntries(examples.filter(([code]) => codes.has(code as ErrorCode) || LATER.includes(code))),
    [PARAMETER.name]: { value: PARAMETER.value },
  }
}

/** Codes that single operations declare by themselves. */
const LATER: readonly string[] = ['send_failed', 'recipient_skipped', 'wrong_state', 'no_places']

/** Those that took effect. */
const EFFECTIVE: readonly string[] = ['send_failed', 'recipient_skipped']

/** Collects the responses of a document. */
export interface ErrorResponses {
  /** References by status. @param more codes that this operation alone has */
  of(reasons: readonly Reason[], more?: readonly ErrorCode[]): Record<string, JsonSchema>
  /** What they refer to. */
  components(): Record<string, JsonSchema>
}

/** Makes a collection for one document. */
export function errorResponses(): ErrorResponses {
  const names = new Map<string, string>()
  const components: Record<string, JsonSchema> = {}
  const nameOf = (status: number, response: JsonSchema): string => {
    const text = JSON.stringify(response)
    const known = names.get(text)
    if (known !== undefined) return known
    const word = (STATUS_CODES[status] ?? '').replace(/[^A-Za-z]/g, '')
    const others = [...names.values()].filter(name => name.replace(/\d+$/, '') === word).length
    const name = `${word}${others === 0 ? '' : others + 1}`
    names.set(text, name)
    components[name] = response
    return name
  }
  return {
    of: (reasons, more = []) =>
      Object.fromEntries(
        [...byStatus(reasons, more)].map(([status, codes]) => {
          const name = nameOf(status, responseOf(status, codes, status === 400 && reasons.includes('parameters')))
          return [status, { $ref: `#/components/responses/${name}` }]
        }),
      ),
    components: () => components,
  }
}

function byStatus(reasons: readonly Reason[], more: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>()
  for (const code of new Set([...reasons.flatMap(reason => CODES[reason]), ...more])) {
    const [status] = ERRORS[code]
    found.set(status, [...(found.get(status) ?? []), code])
  }
  return found
}

function responseOf(status: number, codes: readonly ErrorCode[], parameters: boolean): JsonSchema {
  const lines = codes.map(code => `\`${code}\`: ${ERRORS[code][1]}`)
  const names = parameters ? [...codes, PARAMETER.name] : codes
  const examples = Object.fromEntries(names.map(name => [name, { $ref: `#/components/examples/${name}` }]))
  return {
    description: [...lines, ...(parameters ? [PARAMETER.line] : [])].join('\n\n'),
    // A message that was not sent took effect: its answer is kept, too.
    headers: headersOf(status, codes.some(code => EFFECTIVE.includes(code)) ? ['Idempotent-Replayed'] : []),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  }
}
