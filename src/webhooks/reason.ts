/** Why an attempt failed, in plain words, for the log of deliveries: the console says them in its language. */
import { AddressNotAllowed } from '../outgoing/address-guard.ts'
import { because } from '../texts/because.ts'
import { ProxyFault } from './tunnel.ts'

/** Why an attempt was cut off from this side. */
export class Cut extends Error {}

const REASONS: Record<string, string> = {
  ECONNREFUSED: because('connection refused'),
  ECONNRESET: because('connection reset'),
  EPIPE: because('connection reset'),
  HPE_HEADER_OVERFLOW: because('the answer has too many headers'),
  ETIMEDOUT: because('connection timed out'),
  EHOSTUNREACH: because('host unreachable'),
  ENETUNREACH: because('network unreachable'),
  EADDRNOTAVAIL: because('network unreachable'),
  ENOTFOUND: because('name not found'),
  EBADNAME: because('name not found'),
  ENODATA: because('name has no address'),
  ETIMEOUT: because('name look-up timed out'),
  EAI_AGAIN: because('name look-up failed'),
  ESERVFAIL: because('name look-up failed'),
  EREFUSED: because('name look-up failed'),
  EBADRESP: because('name look-up failed'),
  EFORMERR: because('name look-up failed'),
  ENOTIMP: because('name look-up failed'),
  CERT_HAS_EXPIRED: because('certificate expired'),
  CERT_NOT_YET_VALID: because('certificate not valid yet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: because('certificate is self-signed'),
  SELF_SIGNED_CERT_IN_CHAIN: because('certificate is self-signed'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: because('certificate authority not known'),
  UNABLE_TO_GET_ISSUER_CERT: because('certificate authority not known'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: because('certificate authority not known'),
  CERT_REVOKED: because('certificate revoked'),
  ERR_TLS_CERT_ALTNAME_INVALID: because('certificate is for another name'),
  ERR_SSL_WRONG_VERSION_NUMBER: because('no TLS at this address'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: because('no TLS at this address'),
}

/** The words for an error of sending; the fallback names the error's code, which says nothing about our network. */
export function reasonOf(error: unknown): string {
  if (error instanceof AddressNotAllowed || error instanceof Cut) return error.message
  if (error instanceof ProxyFault) {
    return error.cause === undefined
      ? error.message
      : because('the proxy failed: {problem}', { problem: reasonOf(error.cause) })
  }
  const fault = innermost(error)
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : ''
  // Node's word for a connection that was closed in the middle; a reset has a system call.
  if (fault.message === 'socket hang up') return because('connection closed without an answer')
  const known = REASONS[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return because('the answer is not HTTP')
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return because('TLS failed ({code})', { code })
  return code === '' ? because('could not be sent') : because('could not be sent ({code})', { code })
}

/** The words for an answer that is not 2xx. */
export function answerReason(status: number): string {
  const values = { status: String(status) }
  return status >= 300 && status < 400
    ? because('answered {status}: redirects are not followed', values)
    : because('answered {status}', values)
}

/** The error that says most: connecting to several addresses fails with one error for each. */
function innermost(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error instanceof Error ? error : new Error(String(error))
}
