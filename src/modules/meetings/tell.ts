/** Tells others of the attendance of a meeting: once for each time that somebody is done, not for each tap. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { BY, MEETING } from '../../events/named.ts'
import { type EventChurch, record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { object } from '../../resource/event.ts'
import type { By } from './agent.ts'
import { meetingPrinter, recorded, setMeeting } from './meeting-row.ts'

const integer = { type: 'integer' } as const
const count = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const
const moment = { type: 'string', format: 'date-time' } as const

const NAMED = ['present', 'absent', 'excused', 'helpers', 'visitors', 'first_time'] as const

const DATA = object({
  meeting: MEETING,
  revision: {
    ...integer,
    minimum: 1,
    description: 'Counts up: a later one of the same meeting replaces what came before',
  },
  total: { type: ['integer', 'null'], description: 'Sum of the head counts, else people by name; never both together' },
  total_from: { enum: ['headcount', 'named', null] },
  headcounts: { type: 'array', items: object({ category: text, count }) },
  named: object(Object.fromEntries(NAMED.map(name => [name, count]))),
  closed: { type: 'boolean', description: 'Whether the meeting is closed' },
  source: { ...text, description: 'roll, link, report, api, import or clock' },
  recorded_by: BY,
  recorded_at: moment,
})

/** Told to receivers: the figures of a meeting as they are then. */
export const attendanceRecorded = specified('attendance.recorded', DATA)

/** Where what is told came from. */
export interface ToldBy {
  source: 'roll' | 'link' | 'report' | 'api' | 'import' | 'clock'
  by: By
}

const { column } = meetingPrinter

const TOLD = sql`revision = revision + 1, untold = false`

/**
 * Records `attendance.recorded` where something changed since the last time.
 * @param id of the meeting, which is locked
 * @returns its row, as it is then; undefined where there was nothing to tell
 */
export async function tellAttendance(
  tx: Tx,
  church: EventChurch,
  id: number,
  told: ToldBy,
): Promise<TextRow | undefined> {
  const marking = tx.text(sql`update meetings as t set ${TOLD}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${id} and untold returning ${meetingPrinter.columns}`)
  return await tellMarked(
    tx,
    church,
    id,
    told,
    marking.then(rows => rows[0]),
  )
}

/** The same of a meeting of which something was just recorded: its figures are computed anew in the same breath. @returns its row */
export async function tellRecorded(
  tx: Tx,
  church: EventChurch,
  id: number,
  told: ToldBy,
): Promise<TextRow | undefined> {
  return await tellMarked(tx, church, id, told, setMeeting(tx, church.id, id, sql`${recorded(church.id, id)}, ${TOLD}`))
}

/** @param marking sent already: what is recorded is read behind it, and before anything else */
async function tellMarked(
  tx: Tx,
  church: EventChurch,
  id: number,
  told: ToldBy,
  marking: Promise<TextRow | undefined>,
): Promise<TextRow | undefined> {
  const [after, figures, group] = await Promise.all([
    marking,
    recordedOf(tx, church.id, id),
    groupOf(tx, church.id, id),
  ])
  if (after === undefined) return undefined
  // Nothing of a hidden group goes to other systems.
  if (group?.hidden) return after
  const data = figuresOf(after, figures)
  const said = { source: told.source, recorded_by: told.by, recorded_at: printTimestamp(tx.now) }
  await record(tx, church, attendanceRecorded, JSON.stringify({ ...data, ...said }))
  return after
}

const groupOf = (tx: Tx, church: number, meeting: number): Promise<{ hidden: boolean } | undefined> =>
  tx.first(sql`select g.hidden from meetings as m join groups as g on g.church_id = ${church} and g.id = m.group_id
    where m.church_id = ${church} and m.id = ${meeting}`)

type Named = Record<(typeof NAMED)[number], number>

/** What is recorded of a meeting. */
interface Recorded {
  headcounts: { category: string; count: number }[]
  named: Named | undefined
}

async function recordedOf(tx: Tx, church: number, id: number): Promise<Recorded> {
  const of = sql`church_id = ${church} and meeting_id = ${id}`
  const [headcounts, named] = await Promise.all([
    tx.all<{ category: string; count: number }>(
      sql`select category, count from headcounts where ${of} and count is not null order by id`,
    ),
    tx.first<Named>(sql`select count(*) filter (where state = 'present') as present,
        count(*) filter (where state = 'absent') as absent, count(*) filter (where state = 'excused') as excused,
        count(*) filter (where state = 'present' and role in ('helper', 'leader')) as helpers,
        count(*) filter (where state = 'present' and role = 'visitor') as visitors,
        count(*) filter (where state = 'present' and first_time) as first_time
      from attendances where ${of}`),
  ])
  return { headcounts, named }
}

function figuresOf(row: TextRow, recorded: Recorded): object {
  const total = column(row, 'total')
  return {
    meeting: {
      id: Number(column(row, 'id')),
      kind: column(row, 'kind'),
      name: column(row, 'name'),
      branch_id: Number(column(row, 'branch_id')),
      starts_at: printTimestamp(column(row, 'starts_at') ?? ''),
    },
    revision: Number(column(row, 'revision')),
    total: total === null ? null : Number(total),
    total_from: column(row, 'total_from'),
    ...recorded,
    closed: column(row, 'status') === 'closed',
  }
}
