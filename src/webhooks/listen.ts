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
const LATE_SECONDS = 60

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
  const recent = async (): Promise<Followed[]> =>
    await database.read.all<Followed>(sql`select id, name as event, body from events
      where church_id = ${church} and id >= event_id_at(now() - ${LATE_SECONDS} * interval '1 second') order by id`)
  let seen = new Set((await recent()).map(({ id }) => id))
  begun()
  while (!stop.aborted) {
    const events = await recent()
    for (const event of events) if (!seen.has(event.id)) yield event
    seen = new Set(events.map(({ id }) => id))
    // Rejected by the signal: then it is over.
    await pause(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
  }
}
