/** Writes what files say of meetings: the meetings that are not there, and, when all is recorded, their figures and events. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { EventChurch } from '../../events/record.ts'
import { listed } from '../../resource/demo.ts'
import { changedMeanwhile } from '../../resource/import-file.ts'
import type { Writing } from '../../resource/import-kept.ts'
import { because } from '../../texts/because.ts'
import { CLASS_IS_CLOSED } from '../../texts/import-refusals.ts'
import type { By } from './agent.ts'
import { ofClosedClasses } from './closed-classes.ts'
import { type AboutMeeting, type MeantMeeting, meetingFinder } from './import-meetings.ts'
import { countAnew, type Held, heldOf, meetingPrinter } from './meeting-row.ts'
import { CLOSES_AFTER_MS, momentsOf, stateOf } from './moments.ts'
import { tellAttendance } from './tell.ts'

/** The rows of one meeting, which is locked. */
export interface OfMeeting<R> {
  held: Held
  rows: R[]
}

/**
 * Finds the meetings of rows once more, makes those that are not there, and locks them all.
 * @returns the rows by meeting, in the order of their ids
 * @throws ImportError where others have changed meanwhile what a row names
 */
export async function meetingsOf<R extends AboutMeeting>(
  tx: Tx,
  importing: Writing,
  rows: readonly R[],
): Promise<OfMeeting<R>[]> {
  const { church } = importing
  // Files of marks and of head counts that come at the same time make a meeting once.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church.id}/import/meetings`}, 1))`)
  const find = await meetingFinder(
    tx,
    importing,
    rows.map(({ said }) => said),
  )
  const byMeeting = new Map<MeantMeeting, R[]>()
  for (const row of rows) {
    const problems = new Problems()
    const meeting = find(row.said, problems)
    if (meeting === undefined || problems.any) throw changedMeanwhile(row.line, problems.errors)
    const of = byMeeting.get(meeting) ?? []
    byMeeting.set(meeting, of)
    of.push(row)
  }
  const found = [...byMeeting].flatMap(([{ id }, of]) => (id === undefined ? [] : [[id, of] as const]))
  const missing = [...byMeeting].filter(([{ id }]) => id === undefined)
  const made = await insertMeetings(
    tx,
    importing,
    missing.map(([meeting, [first]]) => ({ ...meeting, line: first?.line ?? 0 })),
  )
  const byId = new Map([...found, ...missing.map(([, of], at) => [made[at] ?? 0, of] as const)])
  const locked = await tx.text(sql`select ${meetingPrinter.columns} from meetings as t
    where church_id = ${church.id} and id = any(${idArray([...byId.keys()])}) order by id for no key update`)
  const closed = await ofClosedClasses(tx, church.id, [...byId.keys()])
  return locked.map(row => {
    const held = heldOf(row)
    const of = byId.get(held.id) ?? []
    // Cancelled or closed between the look and the lock.
    if (closed.has(held.id)) throw changedMeanwhile(of[0]?.line ?? 0, { service: CLASS_IS_CLOSED })
    if (held.status === 'cancelled') throw changedMeanwhile(of[0]?.line ?? 0, { service: because('was cancelled') })
    return { held, rows: of }
  })
}

const COLUMNS = `branch_id bigint, name text, held_on date, local_time text, minutes integer, timezone text,
  starts_at timestamptz, ends_at timestamptz, status text, closed_at timestamptz, reopened_at timestamptz`

/** What is over is closed: it was held long ago, and nobody counts any more. @returns their ids, in the order of the meetings */
async function insertMeetings(
  tx: Tx,
  { church, clock, keep }: Writing,
  meetings: readonly (MeantMeeting & { line: number })[],
): Promise<number[]> {
  if (meetings.length === 0) return []
  const now = clock.now()
  const stored = meetings.map(one => {
    const moments = momentsOf({ ...one, timezone: one.timezone ?? church.timezone })
    const isOver = now.getTime() >= moments.ends_at.getTime() + CLOSES_AFTER_MS
    const state = isOver ? { status: 'closed', closed_at: tx.now } : stateOf(moments, now)
    return { ...one, ...moments, ...state }
  })
  const made = await tx.all<{
    id: number
  }>(sql`insert into meetings (church_id, branch_id, kind, name, held_on, local_time,
      minutes, timezone, starts_at, ends_at, status, closed_at, reopened_at, created_at, updated_at)
    select ${church.id}, branch_id, 'service', name, held_on, local_time, minutes, timezone, starts_at, ends_at, status,
      closed_at, reopened_at, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${listed(stored, COLUMNS)} as row (branch_id, name, held_on, local_time, minutes, timezone, starts_at, ends_at,
      status, closed_at, reopened_at, place) order by place returning id`)
  const ids = made.map(({ id }) => id).sort((a, b) => a - b)
  keep(
    meetings.map(({ line, name, held_on, local_time }, at) => {
      const written = { name, held_on, local_time }
      return { line, resource: 'meetings', record_id: ids[at] ?? 0, action: 'created', written }
    }),
  )
  return ids
}

/** Counts meetings anew of which files said something, and tells others of each once. */
export async function tellMeetings(tx: Tx, church: EventChurch, by: By, ids: readonly number[]): Promise<void> {
  const told = { source: 'import', by } as const
  await Promise.all(ids.flatMap(id => [countAnew(tx, church.id, id), tellAttendance(tx, church, id, told)]))
}
