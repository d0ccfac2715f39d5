/** What is typed into the form of a report, and what is sent of it. */
import { wholeNumber } from '../../../src/lib/digits.ts'
import type { ReportForm } from '../../../src/modules/group-reports/form-view.ts'
import { amountProblem, minorUnits, typedAmount } from '../formats/money.ts'

/** What is typed, as texts. */
export interface Typed {
  came: readonly number[]
  not_held: boolean
  not_held_reason: string
  present: string
  visitors: string
  first_timers: string
  decisions: string
  offering: string
  topic: string
  note: string
  care_note: string
}

/** The form with what was said before. */
function typedOf({ members, counted, report, currency }: ReportForm): Typed {
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
  return {
    came: members.filter(({ state }) => state === 'present').map(({ person_id }) => person_id),
    not_held: report?.held === false,
    not_held_reason: text(report?.not_held_reason),
    present: text(counted),
    visitors: text(report?.visitors),
    first_timers: text(report?.first_timers),
    decisions: text(report?.decisions),
    offering: report?.offering == null ? '' : typedAmount(report.offering, report.currency ?? currency),
    topic: text(report?.topic),
    note: text(report?.note),
    care_note: '',
  }
}

/** The fields of the form. */
export const NAMES = [
  'not_held_reason',
  'present',
  'visitors',
  'first_timers',
  'decisions',
  'offering',
  'topic',
  'note',
  'care_note',
]

const MOST = 999_999

const numberOf = (text: string): number => (text.trim() === '' ? 0 : (wholeNumber(text, MOST) ?? -1))

/** Who stood on the page, and who was ticked when it was opened or last saved. */
export interface Opened {
  shown: readonly number[]
  was: readonly number[]
}

/** A form as it is filled in: what is kept of it on this device until it is saved. */
export interface FilledReport {
  typed: Typed
  opened: Opened
  /** Of the care note that whoever writes another knows of. */
  care_note_version: number
  /** Why the report that it goes on with was returned; null where it was not. */
  returned_because: string | null
}

/** The form as it was read. */
export function filledOf(form: ReportForm): FilledReport {
  const typed = typedOf(form)
  const shown = form.members.map(({ person_id }) => person_id)
  const returned_because = form.report?.returned_because ?? null
  return { typed, opened: { shown, was: typed.came }, care_note_version: form.care_note_version, returned_because }
}

/** What of it may lie on a device: the care note is sealed on the server, so it lies nowhere else. */
export const withoutCareNote = (filled: FilledReport): FilledReport => ({
  ...filled,
  typed: { ...filled.typed, care_note: '' },
})

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id))

/** What is sent of who came: how many, or what was ticked here. What somebody else ticked meanwhile stays. */
function presenceOf({ came, present }: Typed, { shown, was }: Opened) {
  const counted = present.trim() === '' ? {} : { present: numberOf(present) }
  if (present.trim() !== '' && isSame(came, was)) return counted
  return {
    ...counted,
    ...(came.length > 0 && { came_ids: [...came] }),
    ...(shown.length > 0 && { shown_ids: [...shown] }),
    ...(was.length > 0 && { was_ids: [...was] }),
  }
}

interface Sent extends Omit<FilledReport, 'returned_because'> {
  meeting_id: number
  currency: string
  status: 'draft' | 'submitted'
}

/** What is said of an offering that cannot be read, beside its field: before anything is sent. */
export const unreadOffering = ({ not_held, offering }: Typed, currency: string): { offering?: string } =>
  not_held || offering.trim() === '' || minorUnits(offering, currency) !== undefined
    ? {}
    : { offering: amountProblem(offering, currency) }

/** What is sent; an amount that cannot be read as none can be, so that it is never taken for no offering. */
export function saidOf({ typed, care_note_version, opened, meeting_id, currency, status }: Sent) {
  const note = typed.note.trim() || null
  // What was told before stays where nothing is written.
  const care = typed.care_note.trim() === '' ? {} : { care_note: typed.care_note.trim(), care_note_version }
  if (typed.not_held) {
    return { meeting_id, held: false, not_held_reason: typed.not_held_reason.trim() || null, note, ...care, status }
  }
  return {
    meeting_id,
    held: true,
    ...presenceOf(typed, opened),
    visitors: numberOf(typed.visitors),
    first_timers: numberOf(typed.first_timers),
    decisions: numberOf(typed.decisions),
    offering: typed.offering.trim() === '' ? null : (minorUnits(typed.offering, currency) ?? -1),
    currency,
    topic: typed.topic.trim() || null,
    note,
    ...care,
    status,
  }
}
