/** Makes the meetings of schedules: ahead of time, once each, whoever does it; and anew where a schedule is changed. */
import { idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { daysBetween, type Recurring } from '../../lib/recurrence.ts'
import { listed } from '../../resource/demo.ts'
import type { MadeFrom } from '../../resource/detail.ts'
import { because } from '../../texts/because.ts'
import { hintReport } from '../groups/reports-due.ts'
import { AHEAD_DAYS, BACK_DAYS, momentsOf, stateOf } from './moments.ts'

/** Meetings of a schedule that nobody changed, and of which nothing was recorded. */
export const madeBySchedules: MadeFrom = {
  table: 'meetings',
  column: 'schedule_id',
  of: 'schedules',
  untouched: sql`edited_at is null and revision = 0 and not taken_over`,
}

/** A schedule as it is stored. */
export interface StoredSchedule {
  id: number
  branch_id: number
  group_id: number | null
  kind: string
  name: string
  starts_on: string
  local_time: string
  minutes: number
  timezone: string
  rrule: string | null
  until: string | null
  status: string
  made_through: string | null
  /** Its group is paused or closed: it makes no meetings. */
  rests: boolean
}

/** A schedule of a church, locked: its meetings are made by one at a time. */
export const lockSchedule = (tx: Tx, church: number, id: number): Promise<StoredSchedule | undefined> =>
  tx.first<StoredSchedule>(sql`select id, branch_id, group_id, kind, name, starts_on, local_time, minutes, timezone, rrule, until,
      status, made_through, group_id is not null and exists (select 1 from groups as g
        where g.church_id = ${church} and g.id = schedules.group_id and g.status <> 'active') as rests
    from schedules where church_id = ${church} and id = ${id} for no key update`)

const makes = ({ status, rests }: StoredSchedule): boolean => status === 'active' && !rests

/** The last day up to which meetings of a time zone are made. */
export const aheadThrough = (timezone: string, now: Date): string => addDays(today(now, timezone), AHEAD_DAYS)

/** Makes what is missing of a schedule's meetings. @param schedule locked @returns how many are new */
export async function makeAhead(tx: Tx, church: number, schedule: StoredSchedule, now: Date): Promise<number> {
  const through = aheadThrough(schedule.timezone, now)
  const { made_through } = schedule
  if (!makes(schedule) || (made_through !== null && made_through >= through)) return 0
  const from = made_through === null ? addDays(today(now, schedule.timezone), -BACK_DAYS) : addDays(made_through, 1)
  const { days, nothingThrough } = occurrences(schedule, from, through, now)
  const taken = await takeOver(tx, church, schedule, days)
  const made = await insertMeetings(
    tx,
    church,
    schedule.id,
    days.filter(({ slot }) => !taken.has(slot)),
  )
  await hintFirst(tx, church, schedule, days, now)
  await tx.run(sql`update schedules set made_through = ${nothingThrough}::date
    where church_id = ${church} and id = ${schedule.id}`)
  return made
}

/** A meeting that a schedule wants, as it is stored. */
interface Occurrence extends ReturnType<typeof stateOf> {
  slot: string
  held_on: string
  starts_at: Date
  ends_at: Date
}

/** How far beyond what is made the next day of a schedule is looked for. */
const LOOK_DAYS = 35

interface Occurrences {
  days: Occurrence[]
  /** The day before the next one behind them, or as far as was looked: until then there is nothing to make. */
  nothingThrough: string
}

/** @throws ApiError `validation_failed` for a rule of which no day can be computed */
function occurrences(schedule: StoredSchedule, from: string, through: string, now: Date): Occurrences {
  const { rrule: rule, starts_on, until, local_time, minutes, timezone } = schedule
  const looked = addDays(through, LOOK_DAYS)
  const all = computed({ rule, starts_on }, from, until !== null && until < looked ? until : looked)
  const next = all.find(day => day > through)
  const days = all
    .filter(day => day <= through)
    .map(held_on => {
      const moments = momentsOf({ held_on, local_time, minutes, timezone })
      return { slot: `${held_on}T${local_time}`, held_on, ...moments, ...stateOf(moments, now) }
    })
  return { days, nothingThrough: next === undefined ? looked : addDays(next, -1) }
}

/** @throws ApiError `validation_failed` for a rule of which no day can be computed */
function computed(recurring: Recurring, from: string, to: string): string[] {
  try {
    return daysBetween(recurring, from, to)
  } catch (cause) {
    const errors = { rrule: because('is met too seldom, or began too long ago, to be computed') }
    throw new ApiError('validation_failed', { errors, cause })
  }
}

/** Notes when the first report of meetings may be due; the step that is due then says when the next is. */
async function hintFirst(
  tx: Tx,
  church: number,
  { group_id }: StoredSchedule,
  days: readonly Occurrence[],
  now: Date,
): Promise<void> {
  const [first] = days.map(({ ends_at }) => ends_at.getTime()).sort((one, other) => one - other)
  if (first !== undefined) await hintReport(tx, church, group_id, new Date(first), now)
}

const COLUMNS =
  'id bigint, slot text, held_on date, starts_at timestamptz, ends_at timestamptz, status text, reopened_at timestamptz'

const wanted = (rows: readonly object[]): Sql => sql`${listed(rows, COLUMNS)} as wanted (id, slot, held_on, starts_at,
  ends_at, status, reopened_at, place)`

async function insertMeetings(tx: Tx, church: number, schedule: number, rows: readonly Occurrence[]): Promise<number> {
  if (rows.length === 0) return 0
  return await tx.run(sql`insert into meetings (church_id, branch_id, group_id, schedule_id, kind, name, slot, held_on, local_time,
      minutes, timezone, starts_at, ends_at, status, reopened_at, created_at, updated_at)
    select ${church}, s.branch_id, s.group_id, s.id, s.kind, s.name, wanted.slot, wanted.held_on, s.local_time, s.minutes, s.timezone,
      wanted.starts_at, wanted.ends_at, wanted.status, wanted.reopened_at, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${wanted(rows)} join schedules as s on s.church_id = ${church} and s.id = ${schedule}
    order by wanted.place
    on conflict (church_id, schedule_id, slot) do nothing returning id`)
}

/**
 * Meetings that somebody planned at the very time at which a schedule wants one become its own, in place of a second one: of a group
 * whatever they are called, of the whole church those of its kind and name. What somebody changed of them by hand stays.
 * @param rows that the schedule has not made
 * @returns their slots
 */
async function takeOver(
  tx: Tx,
  church: number,
  { id, group_id, branch_id, kind, name }: StoredSchedule,
  rows: readonly Occurrence[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const same =
    group_id === null
      ? sql`t.group_id is null and t.kind = ${kind} and folded(t.name) = folded(${name})`
      : sql`t.group_id = ${group_id}`
  // One of its own that gave way once, and was opened again by hand, is taken back.
  const placeless = sql`t.slot is null and coalesce(t.schedule_id, ${id}) = ${id}`
  const taken = await tx.all<{ slot: string }>(sql`
    with found as (select distinct on (wanted.slot) t.id, wanted.slot
      from ${wanted(rows)} join meetings as t on t.church_id = ${church} and t.starts_at = wanted.starts_at
      where t.branch_id = ${branch_id} and ${placeless} and t.status <> 'cancelled' and ${same}
        and not exists (select 1 from meetings as own where own.church_id = ${church} and own.schedule_id = ${id}
          and own.slot = wanted.slot)
      order by wanted.slot, t.id)
    update meetings as t set schedule_id = ${id}, slot = found.slot, taken_over = true, updated_at = ${tx.now}::timestamptz
    from found where t.church_id = ${church} and t.id = found.id and ${placeless} returning t.slot`)
  return new Set(taken.map(({ slot }) => slot))
}

interface Existing {
  id: number
  slot: string
  status: string
  /** Nobody has touched it, and it is still to come. */
  free: boolean
}

/** Of a schedule that makes none. */
const NONE = { days: [], nothingThrough: null }

/**
 * Brings the meetings to come in line with a changed schedule: those that nobody has touched move with it, are cancelled where
 * it no longer has them or somebody planned one at their new time, and are planned again where it has them again. What was, what is under way, and what somebody changed
 * by hand stays as it is.
 * @param schedule locked, as it is now
 */
export async function remake(tx: Tx, church: number, schedule: StoredSchedule, now: Date): Promise<void> {
  // The day of another time zone may be that of yesterday.
  const from = addDays(today(now, schedule.timezone), -1)
  const existing = await tx.all<Existing>(sql`select id, slot, status,
      edited_at is null and status in ('planned', 'cancelled') and starts_at > ${now.toISOString()}::timestamptz as free
    from meetings where church_id = ${church} and schedule_id = ${schedule.id} and slot >= ${from}
    order by status <> 'cancelled', id for no key update`)
  // Of two of a day the one that is held counts.
  const byDay = new Map(existing.map(one => [one.slot.slice(0, 10), one]))
  // Of a zone whose day is later, meetings of a day more are made already.
  const through = [aheadThrough(schedule.timezone, now), ...byDay.keys()].reduce((one, other) =>
    one > other ? one : other,
  )
  const { days, nothingThrough } = makes(schedule) ? occurrences(schedule, from, through, now) : NONE
  const ahead = days.filter(({ starts_at }) => starts_at > now)
  const taken = await takeOver(
    tx,
    church,
    schedule,
    ahead.filter(({ held_on }) => byDay.get(held_on)?.free !== false),
  )
  const own = ahead.filter(({ slot }) => !taken.has(slot))
  await insertMeetings(
    tx,
    church,
    schedule.id,
    own.filter(({ held_on }) => !byDay.has(held_on)),
  )
  const kept = own.flatMap(one => {
    const found = byDay.get(one.held_on)
    return found?.free ? [{ ...one, id: found.id }] : []
  })
  if (kept.length > 0) await rewrite(tx, church, schedule.id, kept)
  const keeps = new Set(kept.map(({ id }) => id))
  const gone = existing.filter(({ id, free, status }) => free && status === 'planned' && !keeps.has(id))
  // One that gives way to another of its day leaves its place to it; that it was the schedule's is still known.
  const takenDays = new Set([...taken].map(slot => slot.slice(0, 10)))
  const left = gone.filter(({ slot }) => takenDays.has(slot.slice(0, 10)))
  await tx.run(sql`update meetings set status = 'cancelled', updated_at = ${tx.now}::timestamptz,
      slot = case when id = any(${idArray(left.map(({ id }) => id))}) then null else slot end
    where church_id = ${church} and id = any(${idArray(gone.map(({ id }) => id))})`)
  await hintFirst(tx, church, schedule, ahead, now)
  await tx.run(sql`update schedules set made_through = ${nothingThrough}::date, resting = ${schedule.rests}
    where church_id = ${church} and id = ${schedule.id}`)
}

const rewrite = (tx: Tx, church: number, schedule: number, rows: readonly (Occurrence & { id: number })[]) =>
  tx.run(sql`update meetings as t set branch_id = s.branch_id, kind = s.kind, name = s.name, slot = wanted.slot,
      held_on = wanted.held_on, local_time = s.local_time, minutes = s.minutes, timezone = s.timezone,
      starts_at = wanted.starts_at, ends_at = wanted.ends_at, status = wanted.status, updated_at = ${tx.now}::timestamptz
    from ${wanted(rows)} join schedules as s on s.church_id = ${church} and s.id = ${schedule}
    where t.church_id = ${church} and t.id = wanted.id and (t.branch_id, t.kind, t.name, t.slot, t.minutes, t.timezone,
        t.starts_at, t.status)
      is distinct from (s.branch_id, s.kind, s.name, wanted.slot, s.minutes, s.timezone, wanted.starts_at, wanted.status)`)
