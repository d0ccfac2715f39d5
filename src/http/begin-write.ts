/** What of a write comes before its change: sent right behind the church's write lock, in one round trip with it. */
import type { Tx } from '../db/database.ts'
import { Problems } from '../errors.ts'
import type { Fields, Sent } from '../resource/field.ts'
import type { Write, WriteContext } from '../resource/resource.ts'
import { claim, type Earlier } from './idempotency.ts'

/** A write that was asked for. */
interface AskedWrite {
  write: Write
  context: WriteContext
  input: Sent<Fields>
  /** Of the record that it changes. */
  id: number | undefined
  /** The idempotency key that the request came with, and what tells it from others. */
  claims: { key: string; print: Buffer } | undefined
}

/** What an earlier request with the same key has left; or what the check found, and what is wrong. */
export type Begun = { earlier: Earlier } | { found: unknown; judged: Problems }

/**
 * Claims the key of a request, and looks up and judges what it asks for.
 * @throws ApiError `idempotency_key_reused`; what the check throws, where no earlier request has left anything
 */
export async function beginWrite(tx: Tx, { write, context, input, id, claims }: AskedWrite): Promise<Begun> {
  const judge = async (): Promise<Begun> => {
    const judged = new Problems()
    return { found: await write.check(tx, context, input, judged, id ?? 0), judged }
  }
  if (claims === undefined) return await judge()
  const claiming = claim(tx, context.caller, claims.key, claims.print)
  // An effect may be large: whoever only repeats it does not have it judged again.
  if (write.effect !== undefined) {
    const earlier = await claiming
    return earlier === undefined ? await judge() : { earlier }
  }
  const judging = judge()
  // Both are over before anything else is sent, and what an earlier request has left comes before what is wrong by now.
  await Promise.allSettled([claiming, judging])
  const earlier = await claiming
  return earlier === undefined ? await judging : { earlier }
}
