/** Past reports from a file: what was is put on record, and told to nobody. */
import { type Db, idArray, type Tx, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { printTimestamp, today } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Input, Sent } from '../../resource/field.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type WriteContext, write } from '../../resource/resource.ts'
import { because } from '../../texts/because.ts'
import { CLASS_IS_CLOSED } from '../../texts/import-refusals.ts'
import { timezoneOf } from '../church/days.ts'
import { ofClosedClasses } from '../meetings/closed-classes.ts'
import { momentsOf, OPENS_BEFORE_MS } from '../meetings/moments.ts'
import { checkSaid } from './check-report.ts'
import { newReport, reportPrinter, saidFields } from './fields.ts'
import { handIn } from './hand-in.ts'
import { MEANT_FIRST, meetingOfDay, usualMeeting } from './meant-meeting.ts'
import { CANCELLED_BY_OTHERS, TAKEN_BACK } from './report-row.ts'
import { handingOf } from './who-hands-in.ts'

/** What a row holds. */
const rowFields = {
  group_id: newReport.group_id.required(),
  held_on: newReport.held_on.required(),
  ...saidFields,
  present: newReport.present,
}

type Row = Input<typeof rowFields>

const importedReport = write({
  fields: rowFields,
  creates: true,
  declared: true,
  unknown: 'ignore',
  doc: 'Puts a past report on record',
  example: { group_id: 1, held_on: '2026-03-04', present: 9 },
  async check(db: Db, context: WriteContext, input: Sent<typeof rowFields>, problems: Problems): Promise<void> {
    checkSaid(input, problems)
    if (input.held !== false && input.present == null && !problems.has('present'))
      problems.add('present', 'is required')
    await lookUpReferences(db, context, rowFields, input, problems)
  },
  judgeTogether: (db, { caller, clock }, inputs) => judge(db, caller, inputs, clock.now()),
  together: (tx, context, inputs) => writeAll(tx, context, inputs),
  run: async () => {
    throw new Error('Reports of a file are written together.')
  },
})

/** @returns what is wrong with rows whose meeting has a report, or is to come, by the place of the row */
async function judge(db: Db, { church }: Caller, rows: readonly Row[], now: Date): Promise<Map<number, Problems>> {
  const wrong = new Map<number, Problems>()
  const refuse = (at: number, name: string, message: string): void => {
    const problems = wrong.get(at) ?? new Problems()
    problems.add(name, message)
    wrong.set(at, problems)
  }
  const ids = [...new Set(rows.map(({ group_id }) => group_id))]
  const closed = await daysOfClosedClasses(db, church.id, ids)
  const [there, meant, zones] = await Promise.all([
    db.all<{ group_id: number; held_on: string }>(sql`select group_id, held_on::text as held_on from group_reports as t
      where church_id = ${church.id} and group_id = any(${idArray(ids)}) and not ${TAKEN_BACK}`),
    meantOnDays(db, church.id, rows),
    db.all<{ id: number; branch_id: number }>(
      sql`select id, branch_id from groups where church_id = ${church.id} and id = any(${idArray(ids)})`,
    ),
  ])
  const known = new Set(there.map(one => `${one.group_id} ${one.held_on}`))
  const days = new Map<number, string>()
  for (const { branch_id } of zones) {
    if (!days.has(branch_id)) days.set(branch_id, today(now, await timezoneOf(db, church.id, branch_id)))
  }
  for (const [at, row] of rows.entries()) {
    const { group_id, held_on } = row
    const day = days.get(zones.find(({ id }) => id === group_id)?.branch_id ?? 0)
    const key = `${group_id} ${held_on}`
    const meeting = meant.get(key)
    if (known.has(key)) refuse(at, 'held_on', because('has a report of this group already'))
    else if (day !== undefined && held_on > day) refuse(at, 'held_on', because('is in the future'))
    else if (meeting?.cancelled) refuse(at, 'held_on', because('is the day of a meeting that was cancelled'))
    else if (closed.has(key) || closed.has(String(group_id))) refuse(at, 'held_on', CLASS_IS_CLOSED)
    else if (meeting?.several) refuse(at, 'held_on', SEVERAL)
    else if (held_on === day && row.held !== false && (await isAhead(db, church, row, meeting, now))) {
      refuse(at, 'held_on', because('is the day of a meeting that is still to come'))
    }
    known.add(key)
  }
  return wrong
}

const SEVERAL = because('has several meetings of this group: hand in their reports one by one')

/** The meeting of which the report of a row would be written. */
interface MeantMeeting {
  /** Somebody cancelled it, and not its report. */
  cancelled: boolean
  /** The group met more than once on that day. */
  several: boolean
  starts_at: string
}

/** @returns by group and day the meeting that `meetingOfDay` would take, where there is one */
async function meantOnDays(db: Db, church: number, rows: readonly Row[]): Promise<Map<string, MeantMeeting>> {
  const groups = [...new Set(rows.map(({ group_id }) => group_id))]
  const days = [...new Set(rows.map(({ held_on }) => held_on))]
  const found = await db.all<MeantMeeting & { key: string }>(sql`select distinct on (m.group_id, m.held_on)
      m.group_id || ' ' || m.held_on::text as key, ${CANCELLED_BY_OTHERS} as cancelled, m.starts_at::text as starts_at,
      count(*) filter (where m.status <> 'cancelled') over (partition by m.group_id, m.held_on) > 1 as several
    from meetings as m left join group_reports as t on t.church_id = ${church} and t.meeting_id = m.id
    where m.church_id = ${church} and m.group_id = any(${idArray(groups)}) and m.held_on = any(${textArray(days)}::date[])
    order by m.group_id, m.held_on, ${MEANT_FIRST}`)
  return new Map(found.map(({ key, ...meeting }) => [key, meeting]))
}

/** Whether the meeting of a row, or the one that would be made, does not open before later. */
async function isAhead(
  db: Db,
  church: Caller['church'],
  { group_id, held_on }: Row,
  meeting: MeantMeeting | undefined,
  now: Date,
): Promise<boolean> {
  const starts =
    meeting === undefined
      ? momentsOf((await usualMeeting(db, church, group_id, held_on)).wall).starts_at.getTime()
      : Date.parse(printTimestamp(meeting.starts_at))
  return starts - OPENS_BEFORE_MS > now.getTime()
}

/** @returns the days of groups that closed classes hold, and the groups that are such a class themselves */
async function daysOfClosedClasses(db: Db, church: number, groups: readonly number[]): Promise<Set<string>> {
  const [meetings, classes] = await Promise.all([
    db.all<{ id: number; key: string }>(sql`select id, group_id || ' ' || held_on::text as key from meetings
      where church_id = ${church} and group_id = any(${idArray(groups)}) and kind = 'class' and status = 'closed'`),
    db.all<{ key: string }>(sql`select id::text as key from groups
      where church_id = ${church} and id = any(${idArray(groups)}) and kind = 'class' and status = 'closed'`),
  ])
  const held = meetings.map(({ id }) => id)
  const closed = await ofClosedClasses(db, church, held)
  return new Set([...meetings.filter(({ id }) => closed.has(id)), ...classes].map(({ key }) => key))
}

async function writeAll(tx: Tx, { caller, clock }: WriteContext, rows: readonly Row[]): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  // In one order, so that two files cannot wait for each other.
  const order = rows.map((row, at) => ({ row, at })).sort((one, other) => one.row.group_id - other.row.group_id)
  for (const { row, at } of order) {
    const { group_id, held_on, ...said } = row
    const meeting = await meetingOfDay(tx, caller.church, group_id, held_on, clock.now())
    const handing = {
      ...handingOf(caller),
      source: 'import' as const,
      said,
      status: 'submitted' as const,
      untold: true as const,
    }
    const { row: report } = await handIn(tx, caller.church, meeting, handing, clock.now())
    made.set(at, Number(reportPrinter.column(report, 'id')))
  }
  return made
}

/** How files bring reports in. */
export const importReports = {
  write: importedReport,
  aliases: { date: 'held_on', day: 'held_on', attendance: 'present', came: 'present', theme: 'topic' },
  brings: { status: ['submitted'] },
}
