/** Who sends a request: its key, where it may stand, and whether its church may be served (spec, Authentication). */
import { ApiError } from '../errors.ts'
import type { Caller } from '../resource/caller.ts'
import type { Query } from '../resource/list.ts'
import { header, type Request } from './message.ts'

/** Finds the caller of a key; undefined for one that is malformed, unknown or revoked. */
export type FindCaller = (key: string) => Promise<Caller | undefined>

const BEARER = /^bearer +([^\s]+) *$/i

/**
 * The key of a request. The header wins over the query parameter, which is then not even looked at.
 * @throws ApiError `unauthorized` where there is none, `invalid_api_key` for a parameter that is sent twice
 */
export function keyOf(request: Request, query: Query): string {
  const authorization = header(request, 'authorization')
  const bearer = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
  if (bearer !== undefined) return bearer
  const parameter = authorization === undefined ? query.values.get('api_key') : undefined
  if (parameter !== undefined && query.repeated.has('api_key')) throw invalidKey()
  if (parameter !== undefined && parameter !== '') return parameter
  // RFC 6750, 3.1: without credentials, the challenge says nothing more.
  throw new ApiError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } })
}

/** @throws ApiError `invalid_api_key` for a key that is malformed, unknown or revoked: one answer for all three */
export async function callerOf(key: string, find: FindCaller): Promise<Caller> {
  const caller = await find(key)
  if (caller !== undefined) return caller
  throw invalidKey()
}

const invalidKey = (): ApiError =>
  new ApiError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } })

/** @throws ApiError `church_inactive` or `api_disabled` */
export function checkChurch({ church }: Caller): void {
  if (church.status !== 'active') throw new ApiError('church_inactive')
  if (!church.api_enabled) throw new ApiError('api_disabled')
}
