/** Follows the events of a church as they are recorded, for a person who looks on. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** An event as it was recorded. */
export interface Followed {
  id: string
  event: string
  /** The envelope. */
  body: string
}

const LOOK_MS = 300
/** Ids are made before the commit: an event may turn up behind one with a later id, but not by more than this. */
const LATE_SECONDS = 120

/**
 * Yields each event that is recorded from now on, once, until told to stop.
 * @param begun called as soon as no event is missed any more
 */
export async function* follow(
  database: Database,
  church: number,
  stop: AbortSignal,
  begun: () => void,
): AsyncGenerator<Followed> {
  const recent = async (): Promise<string[]> => {
    const rows = await database.read.all<{ id: string }>(sql`select id from events
      where church_id = ${church} and id >= event_id_at(now() - ${LATE_SECONDS} * interval '1 second') order by id`)
    return rows.map(({ id }) => id)
  }
  let seen = new Set(await recent())
  begun()
  while (!stop.aborted) {
    const ids = await recent()
    const fresh = ids.filter(id => !seen.has(id))
    seen = new Set(ids)
    if (fresh.length > 0) {
      yield* await database.read.all<Followed>(sql`select id, name as event, body from events
        where church_id = ${church} and id = any(${fresh}::text[]) order by id`)
    }
    // Rejected by the signal: then it is over.
    await pause(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
  }
}
