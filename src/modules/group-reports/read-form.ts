/** Reads the form of a leader's link: what is wrong is named by field, and all that was typed is kept. */
import { parseAmount } from '../../lib/amount-text.ts'
import { isPlainText } from '../../lib/json.ts'
import type { Language } from '../../texts/language.ts'
import { LONGEST_CARE_NOTE } from './care-note.ts'
import { LONGEST_NOTE, LONGEST_TOPIC, MOST_TOLD, type SaidReport } from './fields.ts'
import {
  CAME,
  type FilledForm,
  type LinkedReport,
  NOT_HELD,
  NUMBERS,
  SAVE,
  TYPED,
  type TypedName,
} from './link-page.ts'

/** What a form says. */
export interface ReadForm {
  filled: FilledForm
  /** By field; undefined where all of it is right. */
  wrong: Readonly<Record<string, string>> | undefined
  said: SaidReport
  came: readonly number[] | undefined
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
const ZERO = /^0+([.,]0+)?$/
const WHOLE = /^\d{1,6}$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** As a text is stored; one of a single line has no breaks. */
function textOf(form: URLSearchParams, name: TypedName): string {
  const text = (form.get(name) ?? '').replace(CONTROLS, '').replace(/\r\n?/g, '\n').normalize('NFC').trim()
  return name === 'note' || name === 'care_note' ? text : text.replace(/\s+/g, ' ')
}

export function readReportForm(
  { say }: Language,
  form: URLSearchParams,
  { members, currency, state }: LinkedReport,
): ReadForm {
  const ticked = new Set(form.getAll(CAME ?? '').map(Number))
  const came = new Set(members.map(({ person_id }) => person_id).filter(id => ticked.has(id)))
  const typed = Object.fromEntries(TYPED.map(name => [name, textOf(form, name)])) as Record<TypedName, string>
  const not_held = form.has(NOT_HELD ?? '')
  const wrong: Record<string, string> = {}
  const number = (name: (typeof NUMBERS)[number]): number => {
    if (typed[name] !== '' && !(WHOLE.test(typed[name]) && Number(typed[name]) <= MOST_TOLD)) {
      wrong[name] = say('Type a whole number from 0 to {most}.', { most: MOST_TOLD })
    }
    return Number(typed[name])
  }
  const [visitors = 0, first_timers = 0, decisions = 0] = NUMBERS.map(number)
  const none = typed.offering === '' || ZERO.test(typed.offering)
  const offering = none ? null : parseAmount(typed.offering, currency)
  if (!none && offering === null) wrong.offering = say('Type an amount such as 1500.50.')
  for (const [name, most] of Object.entries(LONGEST)) {
    const text = typed[name as TypedName]
    if ([...text].length > most || !isPlainText(text)) wrong[name] = say('Write at most {most} characters.', { most })
  }
  const anything = came.size + visitors + first_timers + decisions > 0 || offering !== null
  if (not_held && anything) {
    wrong[NOT_HELD ?? ''] = say('You also wrote who came or what was given. Which of the two is right?')
  }
  if (!not_held && state === 'ahead') wrong[NOT_HELD ?? ''] = say('The meeting has not begun yet.')
  const filled = { came, not_held, typed }
  const status = form.has(SAVE ?? '') ? 'draft' : 'submitted'
  const care_note = typed.care_note === '' ? null : typed.care_note
  const said = not_held
    ? { held: false, not_held_reason: typed.not_held_reason || null, topic: null, note: typed.note || null }
    : { held: true, visitors, first_timers, decisions, offering, topic: typed.topic || null, note: typed.note || null }
  return {
    filled,
    wrong: Object.keys(wrong).length > 0 ? wrong : undefined,
    said,
    came: not_held ? undefined : [...came],
    care_note,
    status,
  }
}
