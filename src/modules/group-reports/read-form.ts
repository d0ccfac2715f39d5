/** Reads the form of a leader's link: what is wrong is named by field, and all that was typed is kept. */
import { amountMistake, readAmount } from '../../lib/amount-text.ts'
import { latinDigits, wholeNumber } from '../../lib/digits.ts'
import { isPlainText } from '../../lib/json.ts'
import { clashes, isTyped } from '../../lib/meanwhile.ts'
import type { Language } from '../../texts/language.ts'
import type { Named } from './attendance.ts'
import { LONGEST_CARE_NOTE } from './care-note.ts'
import { LONGEST_NOTE, LONGEST_TOPIC, MOST_TOLD, type SaidReport } from './fields.ts'
import {
  FIELDS,
  type FilledForm,
  type LinkedReport,
  NUMBERS,
  shownOn,
  TYPED,
  type TypedName,
  wasOf,
} from './link-page.ts'

/** What a form says. */
export interface ReadForm {
  filled: FilledForm
  /** By field; undefined where all of it is right. */
  wrong: Readonly<Record<string, string>> | undefined
  said: SaidReport & { present?: number }
  /** Undefined where nobody is named. */
  came: Named | undefined
  /** Null leaves what was told before. */
  care_note: string | null
  status: 'draft' | 'submitted'
}

const LONGEST: Partial<Record<TypedName, number>> = {
  topic: LONGEST_TOPIC,
  not_held_reason: LONGEST_TOPIC,
  note: LONGEST_NOTE,
  care_note: LONGEST_CARE_NOTE,
}

/** Nothing was given. */
const ZERO = /^0+([.,٫]0+)?$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** As a text is stored; one of a single line has no breaks. */
function textOf(form: URLSearchParams, name: TypedName): string {
  const text = (form.get(name) ?? '').replace(CONTROLS, '').replace(/\r\n?/g, '\n').normalize('NFC').trim()
  return name === 'note' || name === 'care_note' ? text : text.replace(/\s+/g, ' ')
}

/** Ids in a field, as the page joins them. */
const idsIn = (text: string | null): ReadonlySet<number> =>
  new Set((text ?? '').split('.').flatMap(part => (/^\d{1,15}$/.test(part) ? [Number(part)] : [])))

function openedOf(form: URLSearchParams): FilledForm['opened'] {
  if (!form.has(FIELDS.shown)) return undefined
  return { shown: idsIn(form.get(FIELDS.shown)), was: idsIn(form.get(FIELDS.was)) }
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size === other.size && [...one].every(id => other.has(id))

/** Names of what was ticked, and a number beside them, do not go together, unless the ticks are those of before. */
function checkPresence(
  { say }: Language,
  { typed, came, opened, not_held }: FilledForm,
  { members, status }: { members: number; status: ReadForm['status'] },
  wrong: Record<string, string>,
): void {
  if (not_held || wrong.present !== undefined) return
  if (typed.present !== '' && !isSame(came, opened?.was ?? new Set())) {
    wrong.present = say('You also ticked names. Tick who came, or write how many.')
  }
  if (typed.present === '' && members === 0 && status === 'submitted') wrong.present = say('Write how many came.')
}

/** What the form is a word on: where the page did not name everybody, on those whom it named, whatever the form says. */
function pageOf({ opened }: FilledForm, report: LinkedReport): FilledForm['opened'] {
  if (report.others === 0 && !report.has_more) return opened
  const shown = shownOn(report, opened).map(({ person_id }) => person_id)
  return { shown: new Set(shown), was: new Set(shown.filter(id => opened?.was.has(id))) }
}

/**
 * What stands in the fields: what nobody touched here is what is on record by now, whoever wrote it. What two wrote differently is
 * told, and the second one decides.
 */
function typedIn(
  { say }: Language,
  form: URLSearchParams,
  { filled, state }: LinkedReport,
  wrong: Record<string, string>,
): Record<TypedName, string> {
  const fields = TYPED.map((name): [TypedName, string] => {
    const typed = textOf(form, name)
    const now = filled.typed[name]
    const shown = form.get(wasOf(name)) ?? undefined
    // What is handed in is told as a whole; a care note is never shown.
    if (state === 'submitted' || name === 'care_note' || shown === undefined) return [name, typed]
    const field = { was: shown, typed, now }
    if (!isTyped(field)) return [name, now]
    if (clashes(field)) {
      wrong[name] =
        now === ''
          ? say('Somebody else took out meanwhile what stood here. Submit again to keep what you wrote.')
          : say('Somebody else wrote meanwhile: {theirs}. Submit again to keep what you wrote.', { theirs: now })
    }
    return [name, typed]
  })
  return Object.fromEntries(fields) as Record<TypedName, string>
}

/** The note is shown to nobody here: who writes another is told that there is one by now, and decides. */
function checkNote(
  { say }: Language,
  form: URLSearchParams,
  { has_care_note, care_note_version, state }: LinkedReport,
  wrong: Record<string, string>,
): void {
  if (!has_care_note || state === 'submitted' || form.get(FIELDS.care) === String(care_note_version)) return
  wrong.care_note = say('Somebody else wrote a care note meanwhile. Submit again to put yours in its place.')
}

export function readReportForm(language: Language, form: URLSearchParams, report: LinkedReport): ReadForm {
  const { currency, country, state } = report
  const { say, locale } = language
  const opened = openedOf(form)
  const members = shownOn(report, opened)
  const ticked = new Set(form.getAll(FIELDS.came).map(Number))
  const came = new Set(members.map(({ person_id }) => person_id).filter(id => ticked.has(id)))
  const wrong: Record<string, string> = {}
  const typed = typedIn(language, form, report, wrong)
  if (typed.care_note !== '') checkNote(language, form, report, wrong)
  const not_held = form.has(FIELDS.not_held)
  const filled = { came, opened, not_held, typed }
  const status = form.has(FIELDS.save) ? 'draft' : 'submitted'
  const number = (name: 'present' | (typeof NUMBERS)[number]): number => {
    const told = typed[name] === '' ? 0 : wholeNumber(typed[name], MOST_TOLD)
    if (told === undefined) wrong[name] = say('Type a whole number from 0 to {most}.', { most: MOST_TOLD })
    return told ?? 0
  }
  const present = number('present')
  const [visitors = 0, first_timers = 0, decisions = 0] = NUMBERS.map(number)
  const none = typed.offering === '' || ZERO.test(latinDigits(typed.offering).trim())
  const read = none ? {} : readAmount(typed.offering, currency, { country, locale })
  const offering = read.minor ?? null
  if (!none && offering === null) wrong.offering = amountMistake(say, typed.offering, read, currency, country)
  for (const [name, most] of Object.entries(LONGEST)) {
    const text = typed[name as TypedName]
    if ([...text].length > most || !isPlainText(text)) wrong[name] = say('Write at most {most} characters.', { most })
  }
  const anything = came.size + present + visitors + first_timers + decisions > 0 || offering !== null
  if (not_held && anything) {
    wrong[FIELDS.not_held] = say('You also wrote who came or what was given. Which of the two is right?')
  }
  if (!not_held && state === 'ahead') wrong[FIELDS.not_held] = say('The meeting has not begun yet.')
  else checkPresence(language, filled, { members: members.length, status }, wrong)
  const care_note = typed.care_note === '' ? null : typed.care_note
  const [topic, note] = [typed.topic || null, typed.note || null]
  const counted = typed.present !== ''
  const said = not_held
    ? { held: false, not_held_reason: typed.not_held_reason || null, topic: null, note }
    : { held: true, ...(counted && { present }), visitors, first_timers, decisions, offering, topic, note }
  return {
    filled,
    wrong: Object.keys(wrong).length > 0 ? wrong : undefined,
    said,
    came: not_held || counted ? undefined : { ids: [...came], page: pageOf(filled, report) },
    care_note,
    status,
  }
}
