/**
 * Hands a report in, or keeps it as a draft: the attendance of its meeting, the report and their events in one transaction. The
 * meeting is locked before the report, so whoever hands in at the same time comes after the other and sees what is there by then.
 */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { changeRow, differing, insertRow } from '../../resource/rows.ts'
import type { Vault } from '../../vault.ts'
import type { By } from '../meetings/agent.ts'
import { heldOf, meetingPrinter } from '../meetings/meeting-row.ts'
import { OPENS_BEFORE_MS } from '../meetings/moments.ts'
import { tellAttendance } from '../meetings/tell.ts'
import { figuresOf, holdAgain, recordCame, recordNotHeld } from './attendance.ts'
import { openNote, sealNote } from './care-note.ts'
import { tellReport } from './events.ts'
import { reportPrinter, type SaidReport } from './fields.ts'
import { takeBackOf } from './reminders.ts'
import { groupOf, lockReport, REPORTS, type ReportingGroup, type StoredReport } from './report-row.ts'
import { rollOf } from './roll.ts'
import { checkBooks } from './taken.ts'

/** Who leads a group may hand in and change its reports for so long after the meeting; after that the staff does. */
export const LEADERS_MAY_MS = 60 * 86_400_000

/** How a report comes in. */
export type ReportSource = 'link' | 'console' | 'api' | 'command_line' | 'import'

/** What is handed in. */
export interface Handing {
  said: SaidReport & { present?: number | null }
  /** Who came; undefined where nobody is named. */
  came?: readonly number[] | undefined
  /** What is told in confidence; undefined leaves it as it is. Only who has a vault can say it. */
  care?: { vault: Vault; note: string | null } | undefined
  status: 'draft' | 'submitted'
  source: ReportSource
  by: By
  /** By who leads the group, which ends some time after the meeting. */
  leads: boolean
  /** What was is told to nobody. */
  untold?: true
}

/** What became of it. */
export interface HandedIn {
  /** The report, as `reportPrinter` expects it. */
  row: TextRow
  /** same: all of it was on record. */
  outcome: 'created' | 'changed' | 'same'
}

type ReportChurch = EventChurch & Pick<Church, 'id' | 'currency'>

const { column } = reportPrinter

const NO_MEETING = 'names no meeting of a group'

/**
 * @param meeting its row, locked
 * @throws ApiError `wrong_state` where the report is handed in and says otherwise, the meeting was cancelled or is to come, or
 * who leads comes too late; `validation_failed`
 */
export async function handIn(
  tx: Tx,
  church: ReportChurch,
  meeting: TextRow,
  handing: Handing,
  now: Date,
): Promise<HandedIn> {
  const { group_id, id } = heldOf(meeting)
  const group = group_id === null ? undefined : await groupOf(tx, church.id, group_id)
  if (group === undefined) throw new ApiError('validation_failed', { errors: { meeting_id: NO_MEETING } })
  const before = await lockReport(tx, church.id, id)
  const held = handing.said.held ?? (before === undefined || column(before.row, 'held') === 't')
  if (await isSame(tx, church.id, { meeting, group, before, handing, held })) {
    return { row: before?.row ?? [], outcome: 'same' }
  }
  checkState(meeting, before, { ...handing, held }, now)
  await checkBooks(tx, church.id, before?.row, wantedOf(handing.said, held))
  const ready = before && held && wasCancelled(meeting) ? await holdAgain(tx, church.id, meeting, now) : meeting
  const recorded = await record(tx, church.id, ready, group, handing, held)
  const row = await write(tx, church, recorded, { group, before, handing, held })
  if (handing.status === 'submitted') await tell(tx, church, { group, report: row, meeting: recorded, handing })
  return { row, outcome: before === undefined ? 'created' : 'changed' }
}

const wasCancelled = (meeting: TextRow): boolean => heldOf(meeting).status === 'cancelled'

/** What a report holds of what was said: of a meeting that was not held no figures. */
function wantedOf({ present: _, ...said }: Handing['said'], held: boolean): SaidReport {
  if (held) return { ...said, held, not_held_reason: null }
  return { ...said, held, visitors: 0, first_timers: 0, decisions: 0, offering: null }
}

/** What becomes of it: one that was returned stays so until it is handed in. */
const statusOf = (before: StoredReport | undefined, { status }: Handing): string =>
  status === 'draft' && before !== undefined && column(before.row, 'status') === 'returned' ? 'returned' : status

interface Meant {
  group: ReportingGroup
  before: StoredReport | undefined
  handing: Handing
  held: boolean
}

/** Whether a report that is handed in says all of it already: a double tap. */
async function isSame(tx: Tx, church: number, { meeting, group, before, handing, held }: Meant & { meeting: TextRow }) {
  if (before === undefined || column(before.row, 'status') !== statusOf(before, handing)) return false
  const { said, came, care } = handing
  if (differing(reportPrinter, before.row, wantedOf(said, held)).length > 0) return false
  if (care !== undefined && openNote(care.vault, church, before.care_note) !== care.note) return false
  if (!held) return true
  if (came === undefined) return said.present === undefined || column(before.row, 'present') === String(said.present)
  const { id, held_on } = heldOf(meeting)
  const roll = await rollOf(tx, church, { group: group.id, meeting: id, held_on })
  const ticked = new Set(came)
  const stands = roll.every(({ person_id, state }) => (state === 'present') === ticked.has(person_id))
  return stands && column(before.row, 'present') === String(ticked.size)
}

/** @throws ApiError `wrong_state` */
function checkState(
  meeting: TextRow,
  before: StoredReport | undefined,
  { leads, held }: Pick<Handing, 'leads'> & { held: boolean },
  now: Date,
): void {
  const refuse = (message: string): never => {
    throw new ApiError('wrong_state', { message })
  }
  const moment = (name: 'starts_at' | 'ends_at'): number => Date.parse(meetingPrinter.column(meeting, name) ?? '')
  if (before !== undefined && column(before.row, 'status') === 'submitted') {
    refuse('This report is handed in. To change it, ask for it to be returned first.')
  }
  if (leads && moment('ends_at') + LEADERS_MAY_MS < now.getTime()) {
    refuse('This meeting was more than 60 days ago. Ask the church office to record its report.')
  }
  const ownWord = before !== undefined && column(before.row, 'held') === 'f'
  if (wasCancelled(meeting) && !ownWord) refuse('This meeting was cancelled, so there is nothing to report.')
  if (held && moment('starts_at') - OPENS_BEFORE_MS > now.getTime()) {
    refuse('This meeting is still to come. Until then it can only be reported that it will not be held.')
  }
}

/** Records the attendance. @returns the meeting as it is then */
async function record(
  tx: Tx,
  church: number,
  meeting: TextRow,
  group: ReportingGroup,
  { said, came }: Handing,
  held: boolean,
): Promise<TextRow> {
  if (!held) return (await recordNotHeld(tx, church, meeting)).meeting
  const { id, held_on } = heldOf(meeting)
  const roll = came === undefined ? [] : await rollOf(tx, church, { group: group.id, meeting: id, held_on })
  return (await recordCame(tx, church, meeting, { roll, ids: came, present: said.present })).meeting
}

/** @returns the report's row */
async function write(
  tx: Tx,
  church: ReportChurch,
  meeting: TextRow,
  { group, before, handing, held }: Meant,
): Promise<TextRow> {
  const { said, came, care, source, by } = handing
  const status = statusOf(before, handing)
  const { id, branch_id, held_on } = heldOf(meeting)
  const { of_day, absent } = await figuresOf(tx, church.id, id)
  // Where nobody is named and nobody said how many, a roll that was taken tells it.
  const present = came === undefined && said.present !== undefined ? said.present : of_day + absent > 0 ? of_day : null
  if (held && status === 'submitted' && present === null) {
    const problems = new Problems()
    problems.add('came_ids', 'is required, or present: nobody has taken a roll of this meeting')
    problems.throwIfAny()
  }
  const submitted = status === 'submitted'
  const revision = before === undefined ? 0 : Number(column(before.row, 'revision'))
  const values = {
    ...wantedOf(said, held),
    present: held ? present : null,
    absent: held ? absent : null,
    status,
    source,
    ...(submitted && {
      revision: revision + 1,
      submitted_by: by.name,
      submitted_at: tx.now,
      returned_because: null,
    }),
  }
  const named = { group_id: group.id, meeting_id: id, branch_id, held_on, currency: church.currency }
  const row =
    before === undefined
      ? await insertRow(tx, REPORTS, church.id, { ...named, ...values })
      : await changeRow(tx, REPORTS, church.id, before.row, values)
  if (care !== undefined) await keepNote(tx, church.id, row, before, care)
  return row
}

async function keepNote(
  tx: Tx,
  church: number,
  row: TextRow,
  before: StoredReport | undefined,
  { vault, note }: NonNullable<Handing['care']>,
): Promise<void> {
  if (openNote(vault, church, before?.care_note ?? null) === note) return
  await vault.agreeWithin(tx)
  await tx.run(sql`update group_reports set care_note = ${sealNote(vault, church, note)}
    where church_id = ${church} and id = ${Number(column(row, 'id'))}`)
}

interface Told {
  group: ReportingGroup
  report: TextRow
  meeting: TextRow
  handing: Handing
}

async function tell(tx: Tx, church: EventChurch, { group, report, meeting, handing: { by, untold } }: Told) {
  if (untold) return
  const wasTold = Number(meetingPrinter.column(meeting, 'revision')) > 0
  // Of a meeting that was not held others hear only where they had been told that somebody came.
  if (!wasCancelled(meeting) || wasTold) await tellAttendance(tx, church, heldOf(meeting).id, { source: 'report', by })
  await tellReport(tx, church, { group, report, meeting, by })
  await takeBackOf(tx, church.id, heldOf(meeting).id)
}
