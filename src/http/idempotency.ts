/**
 * "Retrying with the same key returns the first response and creates no duplicate" (spec, General conventions 7;
 * decisions, Success codes and idempotency). The row of the key is inserted first, in the transaction of the change:
 * the unique index makes a second request with the same key wait for the first, and what is remembered commits
 * together with what was done. There is no state to repair after a crash. A write with an effect outside the database
 * leaves its task there until there is a response.
 */
import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { canonicalJson } from '../lib/json.ts'
import { type Caller, repeaterOf } from '../resource/caller.ts'
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

/** What an earlier request with the same key has left: its response, or the task whose outcome will be the response. */
export type Earlier = { reply: Reply } | { task: string }

interface Remembered {
  status: number | null
  location: string | null
  body: string
  task: string | null
}

/**
 * Claims the key in this transaction, waiting for another request that has it.
 * @returns what an earlier request left, or undefined for the first
 * @throws ApiError `idempotency_key_reused` when it belongs to another request
 */
export async function claim(tx: Tx, caller: Caller, key: string, print: Buffer): Promise<Earlier | undefined> {
  const claimed = await tx.run(sql`insert into idempotency_keys (church_id, api_key_id, key, fingerprint, created_at)
    values (${caller.church.id}, ${repeaterOf(caller)}, ${key}, ${print}, clock_timestamp())
    on conflict (church_id, api_key_id, key) do nothing`)
  if (claimed === 1) return undefined
  const first = await tx.first<Remembered & { same: boolean }>(sql`
    select fingerprint = ${print} as same, status, location, body, task from idempotency_keys
    where church_id = ${caller.church.id} and api_key_id = ${repeaterOf(caller)} and key = ${key}`)
  if (first === undefined) throw new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } })
  if (!first.same) throw new ApiError('idempotency_key_reused')
  if (first.status === null && first.task !== null) return { task: first.task }
  return { reply: replayed(first) }
}

function replayed({ status, location, body }: Remembered): Reply {
  const headers = { 'Idempotent-Replayed': 'true', ...(location !== null && { Location: location }) }
  return { status: status ?? 0, headers, body }
}

/** Remembers, with the task itself, that its outcome is the response to come. */
export async function rememberTask(tx: Tx, caller: Caller, key: string, task: string): Promise<void> {
  await tx.run(sql`update idempotency_keys set task = ${task}
    where church_id = ${caller.church.id} and api_key_id = ${repeaterOf(caller)} and key = ${key}`)
}

/** Remembers the response to a task, unless another request was quicker. @returns the one that is remembered */
export async function rememberOnce(tx: Tx, caller: Caller, key: string, reply: Reply): Promise<Reply> {
  const { id } = caller.church
  const mine = await tx.run(sql`update idempotency_keys set status = ${reply.status},
    location = ${reply.headers.Location ?? null}, body = ${reply.body}
    where church_id = ${id} and api_key_id = ${repeaterOf(caller)} and key = ${key} and status is null`)
  if (mine === 1) return reply
  const first = await tx.first<Remembered>(sql`select status, location, body, task from idempotency_keys
    where church_id = ${id} and api_key_id = ${repeaterOf(caller)} and key = ${key}`)
  return first === undefined ? reply : replayed(first)
}

/** Remembers the response that is about to be sent. */
export async function remember(tx: Tx, caller: Caller, key: string, reply: Reply): Promise<void> {
  tx.send(sql`update idempotency_keys
    set status = ${reply.status}, location = ${reply.headers.Location ?? null}, body = ${reply.body}
    where church_id = ${caller.church.id} and api_key_id = ${repeaterOf(caller)} and key = ${key}`)
}
