/**
 * "Retrying with the same key returns the first response and creates no duplicate" (spec, General conventions 7;
 * decisions, Success codes and idempotency). The row of the key is inserted first, in the transaction of the change:
 * the unique index makes a second request with the same key wait for the first, and what is remembered commits
 * together with what was done. There is no state to repair after a crash.
 */
import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { canonicalJson } from '../lib/json.ts'
import type { Caller } from '../resource/caller.ts'
import { header, type Reply, type Request } from './message.ts'

/** How long a response is remembered. */
export const KEPT_DAYS = 30

const VISIBLE = /^[\x21-\x7e]{1,120}$/

/** The key of a request, or undefined. @throws ApiError `invalid_idempotency_key` */
export function idempotencyKey(request: Request): string | undefined {
  const key = header(request, 'idempotency-key')
  if (key === undefined) return undefined
  if (!VISIBLE.test(key)) throw new ApiError('invalid_idempotency_key')
  return key
}

/** What makes two requests the same: method, path and parsed body. */
export const fingerprint = (request: Request, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${request.method} ${request.path}\n${canonicalJson(body)}`)
    .digest()

/**
 * Claims the key in this transaction, waiting for another request that has it.
 * @returns the first response when there already is one
 * @throws ApiError `idempotency_key_reused` when it belongs to another request
 */
export async function claim(tx: Tx, caller: Caller, key: string, print: Buffer): Promise<Reply | undefined> {
  const claimed = await tx.run(sql`insert into idempotency_keys (church_id, api_key_id, key, fingerprint, created_at)
    values (${caller.church.id}, ${caller.key.id}, ${key}, ${print}, ${tx.now}::timestamptz)
    on conflict (church_id, api_key_id, key) do nothing`)
  if (claimed === 1) return undefined
  const first = await tx.first<{ same: boolean; status: number; location: string | null; body: string }>(sql`
    select fingerprint = ${print} as same, status, location, body from idempotency_keys
    where church_id = ${caller.church.id} and api_key_id = ${caller.key.id} and key = ${key}`)
  if (first === undefined) throw new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } })
  if (!first.same) throw new ApiError('idempotency_key_reused')
  const headers = { 'Idempotent-Replayed': 'true', ...(first.location !== null && { Location: first.location }) }
  return { status: first.status, headers, body: first.body }
}

/** Remembers the response that is about to be sent. */
export async function remember(tx: Tx, caller: Caller, key: string, reply: Reply): Promise<void> {
  tx.send(sql`update idempotency_keys
    set status = ${reply.status}, location = ${reply.headers.Location ?? null}, body = ${reply.body}
    where church_id = ${caller.church.id} and api_key_id = ${caller.key.id} and key = ${key}`)
}
