/**
 * Reminds leaders of reports that are not handed in: three hours after the meeting, and on the morning after that. What is on record decides
 * at that moment: a group that was paused, a meeting that was cancelled and a leader who has left are reminded of nothing.
 */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Due } from '../../resource/agenda.ts'
import { msg } from '../../texts/language.ts'
import { HINTS_AHEAD_DAYS, REMIND_AFTER_HOURS, REPORTS_DUE } from '../groups/reports-due.ts'
import { setMeeting } from '../meetings/meeting-row.ts'
import { living } from '../people/living.ts'
import { remind, renewLinks, retitle, takeBackUnsent } from '../reminders/remind.ts'
import { endOfGivenLink, endOfLink, LEADERS_MAY_MS, REPORT_LINK } from './link.ts'

/** The second of the two is sent at this hour of the branch's clock. */
const MORNING = '09:00'
/** A morning that was missed by more than a day is over. */
const LATE_HOURS = 24
/** Two mornings of which the first is that of an evening are not so far apart. */
const APART_HOURS = 12
/** How far back meetings are looked at. */
const BACK_DAYS = 4
/** Reminders that one step writes down. */
const BATCH = 500

const [FIRST, SECOND] = [1, 2]
/** Steps by hand, one for each day since the meeting. */
const BY_HAND = 100

/** Each leader of a meeting is reminded of its own, so the kind names who. Stored: never changed. */
const kindOf = (person: number): string => `report_due/${person}`
/** True of a reminder of a report; its subject is the meeting. */
const ofReports = sql`kind like 'report_due/%'`

/** A leader who is to be reminded of a meeting. */
interface Reminded {
  person: number
  meeting: number
  link_version: number
  held_on: string
  ends_at: string
  group_name: string
  hidden: boolean
  step: number
}

/** Moments of a meeting `m` in the branch `b`. */
const FIRST_AT = sql`m.ends_at + ${REMIND_AFTER_HOURS}::integer * interval '1 hour'`
const morning = (days: number): Sql => sql`((m.held_on + ${days}::integer) + ${MORNING}::time) at time zone b.timezone`
/** A first that is due by night is sent in the morning (`reminders/quiet-hours.ts`): then the second is that of the day after. */
const SECOND_AT = sql`case when ${morning(1)} > ${FIRST_AT} + ${APART_HOURS}::integer * interval '1 hour'
  then ${morning(1)} else ${morning(2)} end`

/** Meetings `m` of groups `g` that should have reported, in branches `b`. */
const missing = (church: number): Sql => sql`meetings as m
  join groups as g on g.church_id = ${church} and g.id = m.group_id and g.reports = 'weekly' and g.status = 'active'
  join branches as b on b.church_id = ${church} and b.id = g.branch_id
  left join group_reports as r on r.church_id = ${church} and r.meeting_id = m.id`

const OPEN = sql`m.status <> 'cancelled' and (r.status is null or r.status = 'draft')`

/** Leaders `p` of the groups who can be written to: looked up group by group, however many others there are. */
const leaders = (church: number): Sql => sql`cross join lateral (select who.id from group_members as l
    join people as who on who.church_id = ${church} and who.id = l.person_id and ${living(sql`who`)} and (who.email is not null
      or coalesce(who.phone, who.phone2) is not null and exists (select 1 from message_providers as by_sms
        where by_sms.church_id = ${church} and by_sms.channel = 'sms' and by_sms.active))
    where l.church_id = ${church} and l.group_id = g.id and l.role = 'leader' and l.status = 'active' offset 0) as p`

const COLUMNS = sql`p.id as person, m.id as meeting, m.report_link_version as link_version, m.held_on::text as held_on, m.ends_at::text as ends_at,
  g.name as group_name, g.hidden`

export const reportsDue: Due = {
  kind: REPORTS_DUE,
  sweep: sql`select c.id as church_id, c.id as record_id, now() as due_at from churches as c
    where exists (select 1 from groups as g where g.church_id = c.id and g.reports = 'weekly' and g.status = 'active')`,
  async run(tx, { church, clock }) {
    const now = clock.now()
    // One node at a time: what it wrote down is known to the next.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church.id}/reports/due`}, 1))`)
    const due = await dueNow(tx, church.id, now)
    for (const one of due) await write(tx, church.id, now, one)
    return due.length === BATCH ? now : await nextAfter(tx, church.id, now)
  },
}

/** The reminders of this moment that are not on record yet. */
function dueNow(tx: Tx, church: number, now: Date): Promise<Reminded[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  return tx.all<Reminded>(sql`select ${COLUMNS}, moment.step from ${missing(church)} ${leaders(church)}
      cross join lateral (values (${FIRST}::integer, ${FIRST_AT}, ${SECOND_AT}),
        (${SECOND}::integer, ${SECOND_AT}, ${SECOND_AT} + ${LATE_HOURS}::integer * interval '1 hour'))
        as moment (step, begins, ends)
    where m.church_id = ${church} and m.starts_at <= ${at} and m.starts_at > ${at} - ${BACK_DAYS}::integer * interval '1 day'
      and ${OPEN} and moment.begins <= ${at} and moment.ends > ${at}
      and not exists (select 1 from reminders as x where x.church_id = ${church} and x.kind = 'report_due/' || p.id
        and x.subject_id = m.id and x.step = moment.step)
    order by m.id, p.id limit ${BATCH}`)
}

/** When the next reminder may be due; null for none in the next days: until then a sweep looks. */
async function nextAfter(tx: Tx, church: number, now: Date): Promise<Date | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  const found = await tx.first<{
    next: string | null
  }>(sql`select min(moment.begins)::text as next from ${missing(church)}
      cross join lateral (values (${FIRST_AT}), (${SECOND_AT})) as moment (begins)
    where m.church_id = ${church} and m.starts_at > ${at} - ${BACK_DAYS}::integer * interval '1 day'
      and m.starts_at < ${at} + ${HINTS_AHEAD_DAYS}::integer * interval '1 day' and ${OPEN} and moment.begins > ${at}`)
  return found?.next == null ? null : new Date(found.next)
}

const TITLE = msg('Please hand in the report of {group}')
const TITLE_HIDDEN = msg('Please hand in the report of your group')
const TEXT = msg('It is about {day}. Tick who came, or say that you did not meet: it takes two minutes.')

/** @returns false where this step is on record already */
const write = (tx: Tx, church: number, now: Date, one: Reminded, expires = endOfLink(new Date(one.ends_at))) =>
  remind(tx, { id: church }, now, {
    kind: kindOf(one.person),
    subject: one.meeting,
    step: one.step,
    to: { person: one.person },
    // The log of messages is read by staff and the API, which do not see hidden groups.
    title: one.hidden ? { message: TITLE_HIDDEN } : { message: TITLE, values: { group: one.group_name } },
    text: { message: TEXT, values: { day: { day: one.held_on } } },
    link: {
      of: REPORT_LINK,
      record: one.meeting,
      version: one.link_version,
      expires,
    },
  })

/** What became of reminding by hand. */
export interface RemindedByHand {
  /** Leaders who are written to. */
  reminded: number
  /** Leaders who were reminded by hand today already. */
  already: number
  /** Groups of which no leader has an address. */
  without_address: number
  /** Meetings that are not reminded of: handed in, cancelled, still to come, over for longer than leaders hand in, or of a group that rests. */
  not_due: number
}

/** Reminds the leaders of meetings whose reports are due, once a day of the branch. */
export async function remindByHand(
  tx: Tx,
  church: number,
  meetings: readonly number[],
  now: Date,
): Promise<RemindedByHand> {
  // What was handed in meanwhile is reminded of no more.
  const due = await dueOf(tx, church, meetings, now)
  const found = await tx.all<Reminded>(sql`select ${COLUMNS},
      ${BY_HAND}::integer + (((${now.toISOString()}::timestamptz at time zone b.timezone)::date) - m.held_on) as step
    from meetings as m join groups as g on g.church_id = ${church} and g.id = m.group_id
      join branches as b on b.church_id = ${church} and b.id = g.branch_id ${leaders(church)}
    where m.church_id = ${church} and m.id = any(${due}::bigint[]) order by m.id, p.id`)
  let reminded = 0
  for (const one of found) {
    if (await write(tx, church, now, one, endOfGivenLink(new Date(one.ends_at), now))) reminded += 1
  }
  const reached = new Set(found.map(({ meeting }) => meeting))
  return {
    reminded,
    already: found.length - reminded,
    without_address: due.filter(id => !reached.has(id)).length,
    not_due: meetings.length - due.length,
  }
}

/** Those of meetings whose leaders can still do what they would be asked for. */
async function dueOf(tx: Tx, church: number, meetings: readonly number[], now: Date): Promise<number[]> {
  const from = new Date(now.getTime() - LEADERS_MAY_MS).toISOString()
  const rows = await tx.all<{ id: number }>(sql`select m.id from meetings as m
      join groups as g on g.church_id = ${church} and g.id = m.group_id and g.status = 'active'
      left join group_reports as r on r.church_id = ${church} and r.meeting_id = m.id
    where m.church_id = ${church} and m.id = any(${[...meetings]}::bigint[]) and m.status <> 'cancelled'
      and (r.status is null or r.status <> 'submitted')
      and m.ends_at <= ${now.toISOString()}::timestamptz and m.ends_at > ${from}::timestamptz order by m.id`)
  return rows.map(({ id }) => id)
}

/** Takes back what was not sent yet, since the report is handed in. */
export const takeBackOf = (tx: Tx, church: number, meeting: number): Promise<unknown> =>
  takeBackUnsent(tx, church, sql`${ofReports} and subject_id = ${meeting}`)

/** Links to the report of a meeting that were given out work no longer; what is still to be sent gets the new one. */
export async function renewLinksOf(tx: Tx, church: number, meeting: number): Promise<void> {
  await setMeeting(tx, church, meeting, sql`report_link_version = report_link_version + 1`)
  const renewed = await tx.first<{ version: number }>(sql`select report_link_version as version from meetings
    where church_id = ${church} and id = ${meeting}`)
  await renewLinks(tx, church, sql`${ofReports} and subject_id = ${meeting}`, renewed?.version ?? 0)
}

/**
 * Of groups that became confidential what is still to be sent names no group, and has a link that works. What somebody asked for by hand
 * is sent as well: nobody would ask for it again.
 */
export async function rewordReminders(tx: Tx, church: number, groups: readonly number[]): Promise<void> {
  const untold = await tx.all<{
    meeting: number
    version: number
  }>(sql`select m.id as meeting, m.report_link_version as version
    from meetings as m where m.church_id = ${church} and m.group_id = any(${idArray(groups)})
      and exists (select 1 from reminders as x where x.church_id = ${church} and x.subject_id = m.id
        and x.kind like 'report_due/%' and x.ended_at is null) order by m.id`)
  const of = (some: typeof untold) => sql`${ofReports} and subject_id = any(${idArray(some.map(one => one.meeting))})`
  await retitle(tx, church, of(untold), { message: TITLE_HIDDEN })
  // Nearly all links are of the first version.
  for (const [version, some] of groupBy(untold, one => one.version)) await renewLinks(tx, church, of(some), version)
}

/** When the leaders of meetings were last reminded, and whether any of them can be. */
export async function remindersOf(
  db: Db,
  church: number,
  meetings: readonly number[],
): Promise<Map<number, { reminded_at: string | null; reachable: boolean }>> {
  const rows = await db.all<{ id: number; reminded_at: string | null; reachable: boolean }>(sql`select m.id,
      (select to_char(max(x.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from reminders as x
        where x.church_id = ${church} and x.subject_id = m.id and x.kind like 'report_due/%') as reminded_at,
      exists (select 1 from groups as g ${leaders(church)} where g.church_id = ${church} and g.id = m.group_id) as reachable
    from meetings as m where m.church_id = ${church} and m.id = any(${[...meetings]}::bigint[])`)
  return new Map(rows.map(({ id, ...one }) => [id, one]))
}
