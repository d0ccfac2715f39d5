/** Answers in the envelope where there is no request to answer: written to the bare socket, which then ends. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { ApiError, type ErrorCode } from '../errors.ts'
import { failure } from './respond.ts'

const BROKEN: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What an error of Node's HTTP parser means to the client. @param code of the error */
export const brokenRequest = (code: string | undefined): ApiError => new ApiError(BROKEN[code ?? ''] ?? 'bad_request')

/** A whole answer, as it goes over the wire. @param always headers that every answer of the server has */
export function bareAnswer(error: ApiError, always: Readonly<Record<string, string>>): string {
  const id = randomUUID()
  const { status, headers, body } = failure(error, id)
  const all = {
    ...always,
    ...headers,
    'X-Request-Id': id,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
