/** What the clock does with meetings: it makes them ahead of time, opens them, and closes them. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Job, ServiceParts } from '../../resource/module.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { CLOCK } from './agent.ts'
import { whereSchoolIs } from './closed-classes.ts'
import { followGroup } from './follow-group.ts'
import { aheadThrough, lockSchedule, makeAhead } from './make-meetings.ts'
import { setMeeting } from './meeting-row.ts'
import { CLOSES_AFTER_MS, OPENS_BEFORE_MS } from './moments.ts'
import { tellAttendance } from './tell.ts'

const MINUTE_MS = 60_000
const MAKE_EVERY_MS = 10 * MINUTE_MS
/** Where each day begins first. */
const LATEST = 'Pacific/Kiritimati'
/** Meetings that one transaction closes. */
const BATCH = 100

interface ClockParts {
  read: Db
  log: Log
  take: TakeStep
  clock: Clock
}

/** Makes the meetings of one schedule; two nodes at the same time make each once. */
const makeStep = step<number, number, { id: number }>({
  name: 'meetings.make',
  by: 'worker',
  async run(tx, { church, clock }, schedule) {
    const locked = await lockSchedule(tx, church.id, schedule)
    return locked === undefined ? 0 : await makeAhead(tx, church.id, locked, clock.now())
  },
})

/** A schedule that has something to make by the latest calendar there is. */
interface DueSchedule {
  church_id: number
  id: number
  timezone: string
  made_through: string | null
}

/** Undefined for a zone that this Node does not know: of its schedules each step says so by itself. */
function knownThrough(zone: string, now: Date): string | undefined {
  try {
    return aheadThrough(zone, now)
  } catch {
    return undefined
  }
}

/** Makes all meetings that are due to be made: one question for all churches, and a transaction for each schedule that has any. */
export async function makeDue({ read, log, take, clock }: ClockParts): Promise<void> {
  const now = clock.now()
  const late =
    await read.all<DueSchedule>(sql`select church_id, id, timezone, made_through::text as made_through from schedules
    where status = 'active' and not resting and (made_through is null or made_through < ${aheadThrough(LATEST, now)}::date)
      and (until is null or made_through is null or made_through < until)
    order by church_id, id`)
  const through = new Map(
    [...new Set(late.map(({ timezone }) => timezone))].map(zone => [zone, knownThrough(zone, now)]),
  )
  for (const { church_id, id, timezone, made_through } of late) {
    // Where it is still yesterday nothing is due yet: hours long they would all be opened for nothing.
    const until = through.get(timezone)
    if (made_through !== null && until !== undefined && made_through >= until) continue
    await take(makeStep, { id: church_id }, id).catch(error => {
      // One that cannot be made keeps no other from it.
      log.error({ err: error, church: church_id, schedule: id }, 'The meetings of a schedule could not be made')
    })
  }
}

/** Brings the schedule of a group in line with its group. */
const followStep = step<number, void, { id: number }>({
  name: 'meetings.follow_group',
  by: 'worker',
  run: (tx, { church, clock }, schedule) => followGroup(tx, church.id, schedule, clock.now()),
})

/** Pauses the schedules of groups that are paused or closed, starts them again with their groups, and moves them with these. */
export async function followGroups({ read, log, take }: ClockParts): Promise<void> {
  const due = await read.all<{ church_id: number; id: number }>(sql`select s.church_id, s.id
    from schedules as s join groups as g on g.church_id = s.church_id and g.id = s.group_id
    where s.group_id is not null and s.status = 'active'
      and (s.resting <> (g.status <> 'active') or s.branch_id <> g.branch_id) order by s.church_id, s.id`)
  for (const { church_id, id } of due) {
    await take(followStep, { id: church_id }, id).catch(error => {
      log.error({ err: error, church: church_id, schedule: id }, 'A schedule could not follow its group')
    })
  }
}

/**
 * True of a meeting `m` of which a class is open: it is over when its teacher closes the class. Where the school is switched
 * off nobody can, and it is over as others are.
 */
const taught = sql`exists (select 1 from class_sessions as s ${whereSchoolIs}
  where s.church_id = m.church_id and s.meeting_id = m.id and s.status = 'open')`

/** Opens what is about to begin, and closes what is over, in a church. @returns whether there may be more that is over */
const tendStep = step<undefined, boolean, EventChurch>({
  name: 'meetings.tend',
  by: 'worker',
  async run(tx, { church, clock }) {
    const now = clock.now().getTime()
    const at = (ms: number): string => new Date(now + ms).toISOString()
    await tx.run(sql`update meetings set status = 'open', updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and status = 'planned' and starts_at <= ${at(OPENS_BEFORE_MS)}::timestamptz`)
    return (await closeOver(tx, church, at(-CLOSES_AFTER_MS))) === BATCH
  },
})

/** @returns how many it closed */
async function closeOver(tx: Tx, church: EventChurch, before: string): Promise<number> {
  const over = await tx.all<{ id: number }>(sql`select id from meetings as m
    where church_id = ${church.id} and status = 'open' and starts_at < ${before}::timestamptz
      and greatest(ends_at, reopened_at) <= ${before}::timestamptz and not ${taught}
    order by id limit ${BATCH} for no key update skip locked`)
  for (const { id } of over) {
    await setMeeting(tx, church.id, id, sql`status = 'closed', closed_at = ${tx.now}::timestamptz`)
    await tellAttendance(tx, church, id, { source: 'clock', by: CLOCK })
  }
  return over.length
}

/**
 * Opens and closes all meetings that are due, in rounds: thousands of cells that end at once are closed one transaction after the
 * other, and every church has its turn between two of them. @param stop begins nothing more
 */
export async function tendDue(parts: ClockParts, stop?: AbortSignal): Promise<void> {
  while ((await tendRound(parts, stop)) && !stop?.aborted) {}
}

/** One transaction of each church that has something due. @returns whether any of them may have more */
async function tendRound({ read, log, take, clock }: ClockParts, stop?: AbortSignal): Promise<boolean> {
  const now = clock.now().getTime()
  const [opens, closes] = [now + OPENS_BEFORE_MS, now - CLOSES_AFTER_MS].map(ms => new Date(ms).toISOString())
  const due = await read.all<EventChurch>(sql`select c.id, c.slug, c.name from churches as c where c.id in (
    select church_id from meetings as m where status in ('planned', 'open') and starts_at <= ${opens}::timestamptz
      and (status = 'planned' or greatest(ends_at, reopened_at) <= ${closes}::timestamptz and not ${taught})) order by c.id`)
  let more = false
  for (const church of due) {
    if (stop?.aborted) return false
    const hasMore = await take(tendStep, church, undefined).catch(error => {
      log.error({ err: error, church: church.slug }, 'Meetings could not be opened or closed')
      return false
    })
    more ||= hasMore
  }
  return more
}

export const jobsOf = (parts: ServiceParts): Job[] => [
  { every: MAKE_EVERY_MS, run: () => makeDue(parts) },
  { every: MINUTE_MS, run: () => followGroups(parts) },
  { every: MINUTE_MS, run: stop => tendDue(parts, stop) },
]
