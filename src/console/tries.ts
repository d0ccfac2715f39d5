/** How often an address may try in a minute what costs much, whomever it is about. */
import { ApiError } from '../errors.ts'
import type { ConsoleParts } from './parts.ts'

/** Tries of one subject in a minute. */
export const TRIES_A_MINUTE = 10

/** @param subject of whom tries are counted; short, as it is kept for a minute @throws ApiError `rate_limited` */
export function admitTry({ tries }: Pick<ConsoleParts, 'tries'>, subject: string): void {
  const { admitted, standing } = tries.take(subject)
  if (!admitted) throw new ApiError('rate_limited', { headers: { 'Retry-After': String(standing.resetSeconds) } })
}
