/** The page on which a leader hands a report in: names to tick, a few numbers, a button. No script, no account, light enough for 2G. */
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { amountIn, dayIn, timeIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { shortNames } from '../groups/members-on.ts'
import { LONGEST_CARE_NOTE } from './care-note.ts'
import { LONGEST_NOTE, LONGEST_TOPIC } from './fields.ts'
import type { RollMember } from './roll.ts'

/** Members on one page, so that it stays light; those of larger groups are ticked in the console. */
export const MOST_LISTED = 120

/** Numbers that a leader is asked for. */
export const NUMBERS = ['visitors', 'first_timers', 'decisions'] as const
/** All that is typed, by the name of its field. */
export const TYPED = ['present', ...NUMBERS, 'offering', 'topic', 'note', 'care_note', 'not_held_reason'] as const
export type TypedName = (typeof TYPED)[number]

/** The name of the field with what was shown in another. */
export const wasOf = (name: TypedName): string => `was_${name}`

/** The names of its other fields, and the button that keeps a draft. */
export const FIELDS = {
  came: 'p',
  shown: 'shown',
  was: 'was',
  not_held: 'not_held',
  care: 'care_version',
  save: 'save',
} as const

/** What stands in the form. */
export interface FilledForm {
  came: ReadonlySet<number>
  /** Who stood on the page and who was ticked, when it was opened; a form that was not made by the page says neither. */
  opened: { shown: ReadonlySet<number>; was: ReadonlySet<number> } | undefined
  not_held: boolean
  typed: Readonly<Record<TypedName, string>>
}

/** A report as its leader sees it. */
export interface LinkedReport {
  group: string
  held_on: string
  local_time: string
  currency: string
  /** Of the church: amounts are written as it writes them. */
  country: string
  /** ahead: the meeting has not begun; cancelled: by others; submitted: it is handed in. */
  state: 'open' | 'ahead' | 'cancelled' | 'submitted'
  /** All whom the link may name. */
  named: readonly RollMember[]
  /** Of them who stands on a page that is opened now: at most `MOST_LISTED`. */
  members: readonly RollMember[]
  /** Those of other branches whom the link does not name. */
  others: number
  /** There are more members than are listed. */
  has_more: boolean
  filled: FilledForm
  /** How many came, of a report that is handed in. */
  present: number | null
  /** What whoever returned it wrote. */
  returned_because: string | null
  /** A care note is kept; it is not shown. */
  has_care_note: boolean
  /** Of the care note: the form says which it knows of. */
  care_note_version: number
  offering: number | null
}

/** What is said above it. */
export interface Said {
  text: string
  /** By field, what is wrong with what was typed. */
  wrong?: Readonly<Record<string, string>>
}

const label = ({ say }: Language, name: TypedName, currency: string): string =>
  ({
    present: say('How many came, if you do not tick names'),
    visitors: say('Visitors'),
    first_timers: say('First-timers among them'),
    decisions: say('Decisions for Christ'),
    offering: say('Offering in {currency}', { currency }),
    topic: say('Topic'),
    note: say('Note for those who lead above you'),
    care_note: say('Who needs prayer or a visit? Only leaders and the church office read this.'),
    not_held_reason: say('Why not?'),
  })[name]

/** The page of a report. @param filled what stands in the form, where that is not what is on record */
export function reportPage(
  language: Language,
  report: LinkedReport,
  said?: Said,
  filled: FilledForm = report.filled,
): PublicReply {
  const { say } = language
  const { group, held_on, local_time, state } = report
  const wrong = said?.wrong !== undefined
  return page(
    language,
    wrong ? 422 : 200,
    say('Report: {group}', { group }),
    html`<h1>${group}</h1>
<p>${say('{day}, {time}', { day: dayIn(language, held_on), time: timeIn(language, local_time) })}</p>
${said && html`<p role="${wrong ? 'alert' : 'status'}" class="${wrong ? 'wrong' : ''}">${said.text}</p>`}
${report.returned_because !== null && state !== 'submitted' && html`<p role="note"><strong>${say('Please look at this again:')}</strong> ${report.returned_because}</p>`}
${state === 'cancelled' && html`<p>${say('This meeting was cancelled, so there is nothing to report.')}</p>`}
${state === 'submitted' && handedIn(language, report)}
${(state === 'open' || state === 'ahead') && form(language, report, filled, said?.wrong ?? {})}`,
  )
}

function form(language: Language, report: LinkedReport, filled: FilledForm, wrong: NonNullable<Said['wrong']>): Html {
  const { say } = language
  const { currency, state } = report
  const members = shownOn(report, filled.opened)
  // Whoever holds the link has no account: names are those of a leader's page (decision 0024).
  const called = shortNames(members)
  const named = members.map(
    ({ person_id }, at) =>
      html`<label class="choice"><input type="checkbox" name="${FIELDS.came}" value="${person_id}"${filled.came.has(person_id) && html` checked`}> ${called[at]}</label>
`,
  )
  const typed = (name: TypedName): Html => fieldOf(language, name, currency, filled.typed[name], wrong[name])
  return html`<form method="post">
${
  state === 'ahead'
    ? html`<p>${say('This meeting has not begun. You can already say that it will not be held.')}</p>`
    : html`<fieldset><legend>${say('Who came?')}</legend>
${named}${members.length === 0 && html`<p>${say('Nobody is on the list of this group yet.')}</p>`}</fieldset>
${report.others > 0 && html`<p class="small">${say('{others, plural, one {# member of another branch is} other {# members of other branches are}} not listed. What is on record of them stays.', { others: report.others })}</p>`}
${report.has_more && html`<p class="small">${say('The first {most} members are listed. What is on record of the others stays; the church office ticks them.', { most: MOST_LISTED })}</p>`}
${typed('present')}
${NUMBERS.map(typed)}
${typed('offering')}
${typed('topic')}
${typed('note')}
${report.has_care_note && html`<p class="small">${say('A care note is kept with this report. What you write here takes its place.')}</p>`}
${typed('care_note')}`
}
<details${filled.not_held && html` open`}><summary>${say('We did not meet')}</summary>
<label class="choice"><input type="checkbox" name="${FIELDS.not_held}" value="1"${filled.not_held && html` checked`}> ${say('The group did not meet')}</label>
${problem('', wrong[FIELDS.not_held])}${typed('not_held_reason')}</details>
${filled.opened && html`<input type="hidden" name="${FIELDS.shown}" value="${idsOf(filled.opened.shown)}"><input type="hidden" name="${FIELDS.was}" value="${idsOf(filled.opened.was)}">`}
${report.has_care_note && html`<input type="hidden" name="${FIELDS.care}" value="${report.care_note_version}">`}
${TYPED.filter(name => name !== 'care_note').map(name => html`<input type="hidden" name="${wasOf(name)}" value="${report.filled.typed[name]}">`)}
<button>${say('Submit')}</button>
<button class="quiet" name="${FIELDS.save}" value="1">${say('Save for later')}</button>
</form>`
}

/** Whom a form is about: who stood on its page when it was opened, whoever was added to the group since. */
export const shownOn = (
  { named, members }: Pick<LinkedReport, 'named' | 'members'>,
  opened: FilledForm['opened'],
): readonly RollMember[] =>
  opened === undefined ? members : named.filter(({ person_id }) => opened.shown.has(person_id))

const idsOf = (people: ReadonlySet<number>): string => [...people].join('.')

const problem = (id: string, text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<span${id !== '' && html` id="${id}"`} class="wrong">${text}</span>`

function fieldOf(
  language: Language,
  name: TypedName,
  currency: string,
  value: string,
  wrong: string | undefined,
): Html {
  const told = wrong !== undefined && html` aria-invalid="true" aria-describedby="w-${name}"`
  const words = label(language, name, currency)
  const after = problem(`w-${name}`, wrong)
  if (name === 'note' || name === 'care_note') {
    const most = name === 'note' ? LONGEST_NOTE : LONGEST_CARE_NOTE
    return html`<label>${words}
<textarea name="${name}" rows="3" maxlength="${most}"${told}>${value}</textarea></label>${after}
`
  }
  const isNumber = name === 'present' || NUMBERS.some(one => one === name)
  // No field of numbers: browsers keep digits of other scripts out of those.
  const kind = isNumber
    ? html`inputmode="numeric" autocomplete="off"`
    : name === 'offering'
      ? html`inputmode="decimal"`
      : html`maxlength="${LONGEST_TOPIC}"`
  return html`<label>${words}
<input name="${name}" ${kind} value="${value}"${told}></label>${after}
`
}

/** What was handed in. */
function handedIn(language: Language, report: LinkedReport): Html {
  const { say } = language
  const { filled, present, currency, offering } = report
  const again = html`<p class="small">${say('Is something wrong? Ask whoever leads above you, or the church office, to return it to you.')}</p>`
  if (filled.not_held) {
    return html`<p>${say('It is on record that the group did not meet.')}${filled.typed.not_held_reason !== '' && html` ${filled.typed.not_held_reason}`}</p>
${again}`
  }
  const lines: [string, string][] = [
    [say('how many|Present'), String(present ?? 0)],
    ...NUMBERS.map((name): [string, string] => [label(language, name, currency), filled.typed[name] || '0']),
    [say('Offering'), offering === null ? say('offering|None') : amountIn(language, offering, currency)],
    ...(filled.typed.topic === '' ? [] : [[say('Topic'), filled.typed.topic] as [string, string]]),
  ]
  return html`<dl>${lines.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>
${filled.typed.note !== '' && html`<p>${filled.typed.note}</p>`}
${again}`
}
