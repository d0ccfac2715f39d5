/** Why an attempt failed, in plain words, for the log of deliveries. */
import { AddressNotAllowed } from '../outgoing/address-guard.ts'
import { ProxyFault } from './tunnel.ts'

/** Why an attempt was cut off from this side. */
export class Cut extends Error {}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  HPE_HEADER_OVERFLOW: 'the answer has too many headers',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  EADDRNOTAVAIL: 'network unreachable',
  ENOTFOUND: 'name not found',
  EBADNAME: 'name not found',
  ENODATA: 'name has no address',
  ETIMEOUT: 'name look-up timed out',
  EAI_AGAIN: 'name look-up failed',
  ESERVFAIL: 'name look-up failed',
  EREFUSED: 'name look-up failed',
  EBADRESP: 'name look-up failed',
  EFORMERR: 'name look-up failed',
  ENOTIMP: 'name look-up failed',
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate authority not known',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate authority not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate authority not known',
  CERT_REVOKED: 'certificate revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS at this address',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no TLS at this address',
}

/** The words for an error of sending; the fallback names the error's code, which says nothing about our network. */
export function reasonOf(error: unknown): string {
  if (error instanceof AddressNotAllowed || error instanceof Cut) return error.message
  if (error instanceof ProxyFault) {
    return error.cause === undefined ? error.message : `the proxy failed: ${reasonOf(error.cause)}`
  }
  const fault = innermost(error)
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : ''
  // Node's word for a connection that was closed in the middle; a reset has a system call.
  if (fault.message === 'socket hang up') return 'connection closed without an answer'
  const known = REASONS[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return 'the answer is not HTTP'
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return `TLS failed (${code})`
  return `could not be sent${code === '' ? '' : ` (${code})`}`
}

/** The words for an answer that is not 2xx. */
export function answerReason(status: number): string {
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`
  return `answered ${status}`
}

/** The error that says most: connecting to several addresses fails with one error for each. */
function innermost(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error instanceof Error ? error : new Error(String(error))
}
