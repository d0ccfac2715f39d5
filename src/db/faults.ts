/** What a database error means to the request that met it. */
import { ApiError, unavailable } from '../errors.ts'

/** SQLSTATE of a PostgreSQL error, or the errno name of a socket error. */
export const faultCode = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The name of the violated constraint or unique index, if that is what the error is about. */
export function violated(error: unknown): string | undefined {
  if (!(error instanceof Error) || !faultCode(error)?.startsWith('23')) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  // Citus hands on the sentence of the node, not its parts; there the name ends with the number of the shard.
  return /constraint "([^"]+?)(?:_\d{6,})?"/.exec(error.message)?.[1]
}

/** Serialization failures and deadlocks: the same transaction may succeed when run again. */
export const mayRetry = (error: unknown): boolean => ['40001', '40P01'].includes(faultCode(error) ?? '')

const GONE = /^(08|53|57P|58)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EACCES|ENOTFOUND|EAI_AGAIN)$/
const GONE_TEXT = /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout|pool/i

/** True when the database cannot be reached or refuses more work, so that trying later is all there is to do. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'service_unavailable'
  const code = faultCode(error)
  if (code !== undefined)
    return GONE.test(code) || ['55P03', '57014', '25006', '25P03', '40001', '40P01'].includes(code)
  return error instanceof Error && GONE_TEXT.test(error.message)
}

/** Class 22 (data exception) and 54000: a value that validation should have refused but that the database did. */
const isBadData = (error: unknown): boolean => /^(22|54000)/.test(faultCode(error) ?? '')

/** Classes of errors whose sentence may repeat a value: data exceptions, violated constraints, errors of functions. */
const TELLS_VALUES = /^(22|23|P0)/

/**
 * An error as the log shows it. Of one that the database reports, what names no value of a record: its `detail`, `where`
 * and the like never, its sentence only where it is of the schema.
 */
export function loggedFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack = '', cause } = error
  const frames = stack.slice(Math.max(0, stack.indexOf('\n    at ')))
  const code = faultCode(error)
  const silent = 'severity' in error && TELLS_VALUES.test(code ?? '')
  return {
    type: name,
    ...(!silent && { message }),
    ...(code !== undefined && { code }),
    ...(violated(error) !== undefined && { constraint: violated(error) }),
    stack: silent ? frames.trimStart() : stack,
    ...(cause !== undefined && { cause: loggedFault(cause) }),
  }
}

/** Turns any fault into the refusal a client may see; the cause stays attached for the log. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return unavailable(1, error)
  if (isBadData(error)) {
    const message = 'A value in this request cannot be stored or searched for. Check lengths, dates and characters.'
    return new ApiError('bad_request', { message, cause: error })
  }
  return new ApiError('resource_error', { cause: error })
}
