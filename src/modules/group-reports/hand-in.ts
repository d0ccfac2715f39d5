/**
 * Hands a report in, or keeps it as a draft: the attendance of its meeting, the report and their events in one transaction. The
 * meeting is locked before the report, so whoever hands in at the same time comes after the other and sees what is there by then.
 */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import { differing, differs } from '../../resource/rows.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import type { Vault } from '../../vault.ts'
import type { By } from '../meetings/agent.ts'
import { heldOf, meetingPrinter } from '../meetings/meeting-row.ts'
import { OPENS_BEFORE_MS } from '../meetings/moments.ts'
import { tellAttendance } from '../meetings/tell.ts'
import {
  type Came,
  countedByReport,
  figuresOf,
  holdAgain,
  marksOf,
  type Named,
  noteDrafts,
  recordCame,
  recordNotHeld,
  standsAlready,
} from './attendance.ts'
import { openNote, sealNote } from './care-note.ts'
import { checkSaid } from './check-report.ts'
import { tellReport } from './events.ts'
import { reportPrinter, type SaidReport } from './fields.ts'
import { LEADERS_MAY_MS } from './link.ts'
import { takeBackOf } from './reminders.ts'
import {
  groupOf,
  isCancelledByOthers,
  isTakenBack,
  lockReport,
  REPORTS,
  type ReportingGroup,
  type StoredReport,
} from './report-row.ts'
import { handedInAgain } from './returned.ts'
import { rollOf } from './roll.ts'
import { checkBooks } from './taken.ts'

/** How a report comes in. */
export type ReportSource = 'link' | 'console' | 'api' | 'command_line' | 'import'

/** What is told in confidence. */
interface CareSaid {
  vault: Vault
  note: string | null
  /** That of the note which whoever writes this one knows of; needed where there is one. */
  version: number | undefined
}

/** What is handed in. */
export interface Handing {
  said: SaidReport & { present?: number | null }
  /** Who came; undefined where nobody is named. */
  came?: Named | undefined
  /** What is told in confidence; undefined leaves it as it is. Only who has a vault can say it. */
  care?: CareSaid | undefined
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

const NO_MEETING = because('names no meeting of a group')

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
  const problems = new Problems()
  // Figures that belong to no meeting that was not held are refused, also where that was said before.
  checkSaid({ ...handing.said, held, came_ids: handing.came?.ids }, problems)
  problems.throwIfAny()
  const meant = { group, before, handing, held, came: await cameOf(tx, church.id, meeting, { before, handing, held }) }
  if (await isSame(tx, church.id, meeting, meant)) return { row: before?.row ?? [], outcome: 'same' }
  const isCancelled = wasCancelled(meeting) && (await isCancelledByOthers(tx, church.id, id))
  checkState(meeting, before, { ...handing, held, isCancelled }, now)
  if (handing.care !== undefined) checkNote(church.id, before, handing.care)
  await checkBooks(tx, church.id, before?.row, wantedOf(handing.said, held))
  const ready = before && held && wasCancelled(meeting) ? await holdAgain(tx, church.id, meeting, now) : meeting
  const recorded = await record(tx, church.id, ready, meant)
  const row = await write(tx, church, recorded, meant)
  if (handing.status === 'submitted') await tell(tx, church, { group, report: row, meeting: recorded, handing, before })
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
  came: Came
}

/** What is said of who came. How many, as it stands in the report already, is no new word: names stay beside it. */
async function cameOf(
  tx: Tx,
  church: number,
  meeting: TextRow,
  { before, handing: { said, came, status, untold }, held }: Pick<Meant, 'before' | 'handing' | 'held'>,
): Promise<Came> {
  const tells = status === 'submitted' && !untold
  if (!held) return { marks: undefined, present: undefined, tells }
  const { id, group_id, held_on } = heldOf(meeting)
  if (came === undefined) {
    // What an import that was taken back had counted is no longer on record.
    const isKnown =
      before !== undefined && !isTakenBack(before.row) && !differs(column(before.row, 'present'), said.present)
    return { marks: undefined, present: isKnown ? undefined : said.present, tells }
  }
  const roll = await rollOf(tx, church, { group: group_id ?? 0, meeting: id, held_on })
  return { marks: await marksOf(tx, church, id, roll, came), present: undefined, tells }
}

/** Whether a report that is handed in says all of it already: a double tap. */
async function isSame(tx: Tx, church: number, meeting: TextRow, { before, handing, held, came }: Meant) {
  if (before === undefined || column(before.row, 'status') !== statusOf(before, handing)) return false
  const { said, care } = handing
  if (differing(reportPrinter, before.row, wantedOf(said, held)).length > 0) return false
  if (care !== undefined && openNote(care.vault, church, before.care_note) !== care.note) return false
  if (came.marks === undefined) return came.present === undefined
  const { id } = heldOf(meeting)
  const { of_day } = await figuresOf(tx, church, id)
  return column(before.row, 'present') === String(of_day) && (await standsAlready(tx, church, id, came.marks))
}

/** @throws ApiError `wrong_state` */
function checkState(
  meeting: TextRow,
  before: StoredReport | undefined,
  { leads, held, isCancelled }: Pick<Handing, 'leads'> & { held: boolean; isCancelled: boolean },
  now: Date,
): void {
  const refuse = (message: string): never => {
    throw new ApiError('wrong_state', { message })
  }
  const moment = (name: 'starts_at' | 'ends_at'): number => Date.parse(meetingPrinter.column(meeting, name) ?? '')
  if (before !== undefined && column(before.row, 'status') === 'submitted') {
    refuse(because('This report is handed in. To change it, ask for it to be returned first.'))
  }
  if (leads && moment('ends_at') + LEADERS_MAY_MS < now.getTime()) {
    refuse(because('This meeting was more than 60 days ago. Ask the church office to record its report.'))
  }
  if (isCancelled) refuse(because('This meeting was cancelled, so there is nothing to report.'))
  if (held && moment('starts_at') - OPENS_BEFORE_MS > now.getTime()) {
    refuse(because('This meeting is still to come. Until then it can only be reported that it will not be held.'))
  }
}

/** Records the attendance. A draft cancels nothing: its group may have met after all. @returns the meeting as it is then */
async function record(tx: Tx, church: number, meeting: TextRow, { held, came, handing }: Meant): Promise<TextRow> {
  if (held) return await recordCame(tx, church, meeting, came)
  return handing.status === 'draft' ? meeting : await recordNotHeld(tx, church, meeting, came.tells)
}

/** How many came, and how many did not, as a report that is kept now has it; null where nobody said. */
async function presenceOf(
  tx: Tx,
  church: number,
  meeting: number,
  { before, came: { marks, present }, held }: Meant,
): Promise<{ present: number | null; absent: number | null }> {
  if (!held) return { present: null, absent: null }
  const { of_day, absent } = await figuresOf(tx, church, meeting)
  // Where nobody is named and nobody said how many, a roll that was taken tells it.
  const named = of_day + absent > 0 ? of_day : null
  if (marks !== undefined) return { present: named, absent }
  if (present !== undefined) return { present: present ?? named, absent }
  const kept = before && column(before.row, 'present')
  const reported = await countedByReport(tx, church, meeting)
  return { present: reported ?? named ?? (kept == null ? null : Number(kept)), absent }
}

/** @returns the report's row */
async function write(tx: Tx, church: ReportChurch, meeting: TextRow, meant: Meant): Promise<TextRow> {
  const { group, before, handing, held } = meant
  const { said, care, source, by } = handing
  const status = statusOf(before, handing)
  const { id, branch_id, held_on } = heldOf(meeting)
  const { present, absent } = await presenceOf(tx, church.id, id, meant)
  if (held && status === 'submitted' && present === null) {
    const problems = new Problems()
    problems.add('came_ids', because('is required, or present: nobody has taken a roll of this meeting'))
    problems.throwIfAny()
  }
  const submitted = status === 'submitted'
  const revision = before === undefined ? 0 : Number(column(before.row, 'revision'))
  const values = {
    ...wantedOf(said, held),
    present,
    absent,
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

/** Nobody writes over a care note that they do not know of. @throws ApiError `validation_failed` */
function checkNote(church: number, before: StoredReport | undefined, { vault, note, version }: CareSaid): void {
  if (before === undefined || before.care_note === null || version === before.care_note_version) return
  if (openNote(vault, church, before.care_note) === note) return
  const care_note = because(
    'was written by somebody else since you opened the form. Read it on the page of the report; save again to put yours in its place',
  )
  throw new ApiError('validation_failed', { errors: { care_note } })
}

async function keepNote(
  tx: Tx,
  church: number,
  row: TextRow,
  before: StoredReport | undefined,
  { vault, note }: CareSaid,
): Promise<void> {
  if (openNote(vault, church, before?.care_note ?? null) === note) return
  await vault.agreeWithin(tx)
  await tx.run(sql`update group_reports set care_note = ${sealNote(vault, church, note)}, care_note_version = care_note_version + 1
    where church_id = ${church} and id = ${Number(column(row, 'id'))}`)
}

interface Told {
  group: ReportingGroup
  report: TextRow
  meeting: TextRow
  handing: Handing
  before: StoredReport | undefined
}

async function tell(tx: Tx, church: EventChurch, { group, report, meeting, handing: { by, untold }, before }: Told) {
  if (untold) return
  if (before !== undefined) await noteDrafts(tx, church.id, heldOf(meeting).id, column(before.row, 'submitted_at'))
  const wasTold = Number(meetingPrinter.column(meeting, 'revision')) > 0
  // Of a meeting that was not held others hear only where they had been told that somebody came.
  if (!wasCancelled(meeting) || wasTold) await tellAttendance(tx, church, heldOf(meeting).id, { source: 'report', by })
  await tellReport(tx, church, { group, report, meeting, by })
  await takeBackOf(tx, church.id, heldOf(meeting).id)
  if (before !== undefined) await handedInAgain(tx, church.id, before.row, by)
}
