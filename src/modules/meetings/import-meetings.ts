/** The meetings that the rows of a file are about: found by day and name, or to be made where none is on record. */

import type { Db } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import type { CheckedRow } from '../../resource/import.ts'
import { plain } from '../../resource/import-meanings.ts'
import type { Importing } from '../../resource/import-record.ts'
import type { ImportReport } from '../../resource/import-report.ts'
import { sightOf } from '../../resource/limit.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import { type Said, withMore } from '../../texts/said.ts'
import type { FindBranch } from '../church/branch-names.ts'
import { MEETINGS } from './meeting-row.ts'
import { fitting, meetingsNamed, type NamedMeeting, type SaidMeeting, SEVERAL, timeIn } from './meetings-in-files.ts'
import { checkWhen, DEFAULT_MINUTES } from './moments.ts'

/** The meeting that a row means; without an id it is to be made. */
export interface MeantMeeting extends Omit<NamedMeeting, 'id'> {
  id?: number
  minutes?: number
  timezone?: string
}

/** A row that is accepted, as far as it tells which meeting is meant. */
export interface AboutMeeting {
  line: number
  said: SaidMeeting
  meeting: MeantMeeting
}

/** Columns of a file that say which meeting is meant; `local_time` and `branch` stand beside them as texts. */
export const meetingColumns = {
  meeting_id: field.ref('meetings').settable().label('Meeting'),
  held_on: field.date().settable().label('Day'),
  service: field.line().settable(),
  branch_id: field.ref('branches').settable(),
}

/** What a row says of its meeting; what is wrong with it is added to its problems. */
export const saidMeeting = (
  { input, more, problems }: Pick<CheckedRow<typeof meetingColumns>, 'input' | 'more' | 'problems'>,
  findBranch: FindBranch,
): SaidMeeting => ({
  meeting_id: input.meeting_id,
  held_on: input.held_on,
  service: input.service,
  local_time: timeIn(more, problems),
  branch_id: findBranch(input.branch_id, more.get('branch'), problems),
})

/** When a meeting is held of whose name none is on record. */
const USUAL_TIME = '09:00'

type Usual = Pick<NamedMeeting, 'branch_id' | 'name' | 'local_time'> & { minutes: number }

/** Finds the meeting of each row; what cannot be is added to its problems. Rows that mean the same one get the same object. */
export type FindMeeting = (said: SaidMeeting, problems: Problems) => MeantMeeting | undefined

/** @param rows all of the file */
export async function meetingFinder(
  db: Db,
  { church, caller, clock }: Pick<Importing, 'church' | 'caller' | 'clock'>,
  rows: readonly SaidMeeting[],
): Promise<FindMeeting> {
  const [found, usual, branches] = await Promise.all([
    meetingsNamed(db, caller, rows),
    // The latest of a name tells when it is held, also one that is still to come.
    db.all<Usual>(sql`select distinct on (branch_id, name) branch_id, name, local_time, minutes from meetings
      where ${every([sql`church_id = ${church.id}`, ...sightOf(MEETINGS, caller)])} and status <> 'cancelled' order by branch_id, name, starts_at desc`),
    db.all<{ id: number; timezone: string }>(sql`select id, timezone from branches where church_id = ${church.id}`),
  ])
  const meetings: MeantMeeting[] = [...found]

  function make(name: string, { held_on = '', local_time }: SaidMeeting, branch_id: number): MeantMeeting {
    const timezone = branches.find(({ id }) => id === branch_id)?.timezone ?? church.timezone
    const like = usual.find(one => one.branch_id === branch_id && plain(one.name) === plain(name))
    const meeting = {
      name: like?.name ?? name,
      branch_id,
      held_on,
      local_time: local_time ?? like?.local_time ?? USUAL_TIME,
      minutes: like?.minutes ?? DEFAULT_MINUTES,
      timezone,
    }
    meetings.push(meeting)
    return meeting
  }

  return (said, problems) => {
    if (said.meeting_id !== undefined) return byId(meetings, said, problems)
    const { held_on, service } = said
    if (held_on === undefined) problems.add('held_on', 'is required')
    else checkWhen({ held_on }, problems)
    const isUnread = ['held_on', 'local_time', 'service', 'branch', 'branch_id'].some(name => problems.has(name))
    if (held_on === undefined || isUnread) return undefined
    const branch_id = said.branch_id ?? church.hq_branch_id
    const fits = fitting(meetings, { ...said, branch_id })
    if (fits.length === 1) return fits[0]
    if (fits.length > 1) problems.add(service === undefined ? 'service' : 'local_time', SEVERAL)
    else if (service === undefined) problems.add('service', because('is required: no meeting of that day is on record'))
    else if (held_on > today(clock.now(), church.timezone)) {
      problems.add('held_on', because('is in the future, and no such meeting is on record: add the meeting first'))
    } else return make(service, said, branch_id)
    return undefined
  }
}

/** The meeting of an id; what a row says beside that must be true of it, since ids are others elsewhere. */
function byId(meetings: readonly MeantMeeting[], said: SaidMeeting, problems: Problems): MeantMeeting | undefined {
  const meeting = meetings.find(({ id }) => id === said.meeting_id)
  if (meeting === undefined) {
    problems.add('meeting_id', because('names no meeting of this church'))
    return undefined
  }
  const { held_on, local_time, branch_id, name } = meeting
  const isIt = fitting([meeting], { held_on, service: name, local_time, branch_id, ...given(said) }).length > 0
  if (!isIt)
    problems.add(
      'meeting_id',
      because('is {name} on {day} at {local_time}, and the row says otherwise', { name, day: held_on, local_time }),
    )
  return meeting
}

const given = (said: SaidMeeting): SaidMeeting =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))

/** Meetings that are told by name in a note. */
const MOST_TOLD = 5

const saidTime = ({ name, held_on, local_time }: Omit<NamedMeeting, 'id'>): Said => ({
  message: msg('{name} ({day}, {time})'),
  values: { name, day: { date: held_on }, time: { time: local_time } },
})

/** Notes which meetings are made. Before all else: what a report says last may be why nothing is imported. */
export function tellMade(report: ImportReport, rows: readonly AboutMeeting[]): void {
  const made = [...new Set(rows.map(({ meeting }) => meeting))].filter(({ id }) => id === undefined)
  if (made.length === 0) return
  const days = made.toSorted((a, b) => (a.held_on < b.held_on ? -1 : 1))
  const told = days.slice(0, MOST_TOLD).map(saidTime)
  report.notes.unshift({
    message: msg(
      '{count, plural, one {# service is not on record and is added} other {# services are not on record and are added}}: {services}.',
    ),
    values: { count: made.length, services: { all: withMore(told, made.length) } },
  })
}
