/**
 * Every error code of the API: its status and its sentence (spec, Errors; decisions on open codes).
 * Codes for bad query parameters are made from the parameter's name: 400 `invalid_<parameter>`.
 */
import { because } from './texts/because.ts'
import type { Said } from './texts/said.ts'

/** Code → HTTP status and the sentence sent when the place that throws has no better one. */
export const ERRORS = {
  bad_request: [400, 'The request could not be understood. Check that it is well-formed HTTP.'],
  invalid_json: [400, 'The body must be one JSON object.'],
  invalid_idempotency_key: [400, 'Idempotency-Key must be 1 to 120 visible ASCII characters.'],
  unauthorized: [401, 'Send your API key in the header "Authorization: Bearer <API_KEY>".'],
  invalid_api_key: [401, 'This API key is not valid. It may be mistyped or revoked.'],
  insufficient_scope: [403, 'This key may not do that.'],
  forbidden_origin: [403, because('Blocked: the request came from another site.')],
  step_up_required: [403, because('Confirm that it is you, with your password or a passkey, to do this.')],
  second_factor_required: [
    403,
    because('This church requires two-step sign-in for your role. Set it up in your account first.'),
  ],
  not_permitted: [403, because('Your role does not allow this. An administrator can change it.')],
  api_disabled: [403, 'The API is switched off for this church. An administrator can switch it on.'],
  church_inactive: [403, because('This church is not active.')],
  plan_limit_reached: [403, because('This church has reached a limit of its plan. Nothing was saved.')],
  not_found: [404, because('There is no such record.')],
  unknown_resource: [404, 'There is no such resource. GET /api/v1 lists those of this church.'],
  method_not_allowed: [405, 'This method is not supported here. The Allow header lists those that are.'],
  request_timeout: [408, because('The request did not arrive in time. Send it again.')],
  duplicate_reference: [409, because('A gift with this reference is already recorded.')],
  no_places: [409, because('There is no place left. Nothing was saved.')],
  wrong_state: [409, because('The state of the record does not allow this. See message.')],
  idempotency_key_reused: [409, 'This Idempotency-Key was used for another request. Use a new one.'],
  payload_too_large: [413, because('The body is larger than 256 KiB.')],
  unsupported_media_type: [
    415,
    'Send JSON with the header Content-Type: application/json, or a form (application/x-www-form-urlencoded), in UTF-8.',
  ],
  validation_failed: [422, because('Some fields are not valid. See errors.')],
  send_failed: [422, because('The message was not sent. The message log says why.')],
  recipient_skipped: [422, because('The recipient was skipped: they opted out, or have no address for this channel.')],
  rate_limited: [429, because('Too many requests. Wait the seconds that Retry-After says.')],
  headers_too_large: [431, 'The request headers are too large.'],
  resource_error: [500, because('Something went wrong on our side. Try again later.')],
  service_unavailable: [
    503,
    because('The service is busy or its database cannot be reached. Try again after Retry-After.'),
  ],
} as const satisfies Record<string, readonly [number, string]>

/** A code of the table. */
export type ErrorCode = keyof typeof ERRORS

/** Field name → one message, as `errors` shows them (spec, Errors). */
type FieldErrors = Record<string, string>

interface Details {
  message?: string
  /** The message as a text of the catalogues, which pages say in their language. */
  said?: Said | undefined
  errors?: FieldErrors
  headers?: Record<string, string>
  cause?: unknown
}

/** A refusal that the client is meant to see. Whatever else is thrown becomes `resource_error`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>
  readonly said: Said | undefined

  /** @param code from the table; @param details a better sentence, the wrong fields, further headers */
  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code][1], { cause: details.cause })
    this.status = ERRORS[code][0]
    this.code = code
    this.errors = details.errors
    this.said = details.said
    this.headers = details.headers ?? {}
  }
}

/** 400 `invalid_<parameter>`: a query parameter that cannot be read (decisions, Requests). */
export class InvalidParameter extends ApiError {
  override readonly code: string

  constructor(parameter: string, message: string) {
    super('bad_request', { message })
    this.code = `invalid_${parameter}`
  }
}

/** 503 with the seconds after which to try again. */
export const unavailable = (retryAfter: number, cause?: unknown): ApiError =>
  new ApiError('service_unavailable', { headers: { 'Retry-After': String(retryAfter) }, cause })

/**
 * Collects what is wrong with the fields of a body, so that all of it is named at once.
 * The first message for a field stays.
 */
export class Problems {
  readonly errors: FieldErrors = Object.create(null) as FieldErrors

  add(field: string, message: string): void {
    if (!(field in this.errors)) this.errors[field] = message
  }

  has(field: string): boolean {
    return field in this.errors
  }

  get any(): boolean {
    return Object.keys(this.errors).length > 0
  }

  /** @throws ApiError `validation_failed` when a field is wrong */
  throwIfAny(): void {
    if (this.any) throw new ApiError('validation_failed', { errors: this.errors })
  }
}
