/** Records an event in the transaction of the change that it tells of (spec, Events, Envelope). */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import type { Church } from '../resource/caller.ts'

/** The church as the envelope names it. */
export type EventChurch = Pick<Church, 'id' | 'slug' | 'name'>

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_BITS = 80n

let lastTime = 0
let lastBits = 0n

/**
 * `evt_` and a ULID: 48 bits of time, then 80 random bits. Ids made by one process sort in the order in which they
 * were made: within one millisecond the random part counts up.
 * @param now milliseconds since 1970
 */
export function eventId(now: number): string {
  if (now > lastTime) {
    lastTime = now
    lastBits = BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n
  } else {
    lastBits += 1n
  }
  let bits = (BigInt(lastTime) << RANDOM_BITS) | lastBits
  let id = ''
  for (let digit = 0; digit < 26; digit += 1, bits >>= 5n) id = `${ALPHABET[Number(bits & 31n)]}${id}`
  return `evt_${id}`
}

/** The envelope of an event; `data` and `previous` are JSON text. */
function envelope(tx: Tx, church: EventChurch, id: string, name: string, data: string, previous?: string): string {
  const head = JSON.stringify({
    id,
    event: name,
    created_at: printTimestamp(tx.now),
    api_version: 'v1',
    church: { id: church.id, slug: church.slug, name: church.name },
  })
  return `${head.slice(0, -1)},"data":${data}${previous === undefined ? '' : `,"previous":${previous}`}}`
}

/**
 * Inserts an event; its body is serialised once, here, and stored as the text that will be signed and sent.
 * @param data JSON text shaped like the matching resource
 * @param previous JSON text of the values before the change; only on updates
 */
export async function record(
  tx: Tx,
  church: EventChurch,
  name: string,
  data: string,
  previous?: string,
): Promise<void> {
  const id = eventId(Date.parse(tx.now))
  const body = envelope(tx, church, id, name, data, previous)
  tx.send(sql`insert into events (church_id, id, name, body, created_at)
    values (${church.id}, ${id}, ${name}, ${body}, ${tx.now}::timestamptz)`)
}

/** Inserts an event of one name for each record of a bulk change, in their order. @param datas JSON texts */
export async function recordMany(tx: Tx, church: EventChurch, name: string, datas: readonly string[]): Promise<void> {
  const ids = datas.map(() => eventId(Date.parse(tx.now)))
  const bodies = datas.map((data, index) => envelope(tx, church, ids[index] ?? '', name, data))
  await tx.run(sql`insert into events (church_id, id, name, body, created_at)
    select ${church.id}, id, ${name}, body, ${tx.now}::timestamptz
    from unnest(${ids}::text[], ${bodies}::text[]) as event (id, body)`)
}
