/** The meeting that a report is about: by its id, or that of a group on a day, which is made where none is on record. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import { because } from '../../texts/because.ts'
import { timezoneOf } from '../church/days.ts'
import { lockMeeting, lockSeen, meetingPrinter } from '../meetings/meeting-row.ts'
import { CLOSES_AFTER_MS, checkWhen, DEFAULT_MINUTES, momentsOf, stateOf } from '../meetings/moments.ts'

/** What says which meeting it is. */
export interface Meant {
  meeting: number | undefined
  group: number | undefined
  held_on: string | undefined
}

/** When a group meets of which nothing else is known. */
const USUAL_TIME = '18:00'

/** Over `meetings as m`: of the meetings of a group on a day the first is meant. */
export const MEANT_FIRST = sql`m.status = 'cancelled', m.starts_at, m.id`

/** @returns the row of the meeting, locked @throws ApiError `not_found`; `validation_failed` for a day that cannot be meant */
export async function lockMeant(
  tx: Tx,
  caller: Caller,
  { meeting, group, held_on }: Meant,
  now: Date,
): Promise<TextRow> {
  if (meeting !== undefined) return await lockSeen(tx, caller, meeting)
  return await meetingOfDay(tx, caller.church, group ?? 0, held_on ?? '', now)
}

/** The same without somebody who looks, who is judged already. */
export async function meetingOfDay(
  tx: Tx,
  church: Pick<Church, 'id'>,
  group: number,
  held_on: string,
  now: Date,
): Promise<TextRow> {
  // Two reports of one day at the same time make its meeting once.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church.id}/reports/${group}`}, 1))`)
  const found = await tx.all<{ id: number }>(sql`select id from meetings as m
    where church_id = ${church.id} and group_id = ${group} and held_on = ${held_on}::date
    order by ${MEANT_FIRST} limit 2`)
  const problems = new Problems()
  checkWhen({ held_on }, problems)
  const [first, second] = found
  if (second !== undefined && (await severalHeld(tx, church.id, group, held_on))) {
    problems.add('held_on', because('has several meetings of this group: send meeting_id'))
  }
  problems.throwIfAny()
  if (first === undefined) return await makeMeeting(tx, church, group, held_on, now)
  const row = await lockMeeting(tx, church.id, first.id)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

async function severalHeld(tx: Tx, church: number, group: number, held_on: string): Promise<boolean> {
  const found = await tx.first<{ n: number }>(sql`select count(*)::integer as n from meetings
    where church_id = ${church} and group_id = ${group} and held_on = ${held_on}::date and status <> 'cancelled'`)
  return (found?.n ?? 0) > 1
}

interface Usual {
  name: string
  local_time: string
  minutes: number
}

/** A meeting that nobody planned, as it would be: at the time at which its group usually meets. */
export interface UsualMeeting {
  name: string
  kind: 'class' | 'group'
  branch_id: number
  wall: { held_on: string; local_time: string; minutes: number; timezone: string }
}

/** @throws ApiError `not_found` for a group that is not there */
export async function usualMeeting(
  db: Db,
  church: Pick<Church, 'id'>,
  group: number,
  held_on: string,
): Promise<UsualMeeting> {
  const of = await db.first<{ name: string; kind: string; branch_id: number }>(
    sql`select name, kind, branch_id from groups where church_id = ${church.id} and id = ${group}`,
  )
  if (of === undefined) throw new ApiError('not_found')
  const timezone = await timezoneOf(db, church.id, of.branch_id)
  const usual = await db.first<Usual>(sql`select name, local_time, minutes from meetings
    where church_id = ${church.id} and group_id = ${group} and status <> 'cancelled' order by starts_at desc limit 1`)
  return {
    name: usual?.name ?? of.name,
    kind: of.kind === 'class' ? 'class' : 'group',
    branch_id: of.branch_id,
    wall: {
      held_on,
      local_time: usual?.local_time ?? USUAL_TIME,
      minutes: usual?.minutes ?? DEFAULT_MINUTES,
      timezone,
    },
  }
}

/** Makes a meeting that nobody planned. */
async function makeMeeting(
  tx: Tx,
  church: Pick<Church, 'id'>,
  group: number,
  held_on: string,
  now: Date,
): Promise<TextRow> {
  const { wall, ...of } = await usualMeeting(tx, church, group, held_on)
  if (held_on > today(now, wall.timezone)) {
    throw new ApiError('validation_failed', {
      errors: { held_on: because('is to come, and no such meeting is on record') },
    })
  }
  const moments = momentsOf(wall)
  const isOver = now.getTime() >= moments.ends_at.getTime() + CLOSES_AFTER_MS
  const state = isOver ? { status: 'closed' as const, closed_at: tx.now } : stateOf(moments, now)
  return await insertRow(tx, { name: 'meetings', printer: meetingPrinter }, church.id, {
    ...wall,
    ...state,
    ...of,
    group_id: group,
    starts_at: moments.starts_at.toISOString(),
    ends_at: moments.ends_at.toISOString(),
    ...('reopened_at' in state && { reopened_at: state.reopened_at?.toISOString() ?? null }),
  })
}
