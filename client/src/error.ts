/** Why a request did not do what was asked. */
import type { ErrorCode } from './api.ts'

/**
 * What the service refused with (spec, Errors), or what the client itself found: `no_answer` and `timeout`, after which
 * it is not known whether a write was carried out, and `unexpected_answer`, which no Sexton gives. Codes may be added.
 */
export type SextonErrorCode =
  | ErrorCode
  | `invalid_${string}`
  | 'no_answer'
  | 'timeout'
  | 'unexpected_answer'
  | (string & {})

/** All that an error tells. */
export interface ErrorDetails {
  status: number
  code: SextonErrorCode
  message: string
  errors?: Readonly<Record<string, string>> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  idempotencyKey?: string | undefined
  cause?: unknown
}

/** A request that was refused, or was not answered. */
export class SextonError extends Error {
  override readonly name = 'SextonError'
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  /** For programs, such as `validation_failed`. */
  readonly code: SextonErrorCode
  /** A sentence for each wrong field, by its name. */
  readonly errors: Readonly<Record<string, string>>
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined
  /** What the creation was sent with: sent again with the same key, it is still done once. */
  readonly idempotencyKey: string | undefined

  constructor(details: ErrorDetails) {
    super(details.message, { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.errors = details.errors ?? {}
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.idempotencyKey = details.idempotencyKey
  }
}
