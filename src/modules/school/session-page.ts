/** The page on which a teacher takes the roll: a tick for each child, and what was taught. No script, no account. */
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { dayIn } from '../../texts/day.ts'
import type { Language } from '../../texts/language.ts'
import { type Pupil, TEACHERS } from './roll.ts'
import { MOST_VISITORS } from './session-fields.ts'

/** A session, as its teacher sees it. */
export interface SessionShown {
  name: string
  held_on: string
  isOpen: boolean
  lesson: string | null
  memory_verse: string | null
  visitor_count: number
  pupils: readonly Pupil[]
  /** Those of other branches whom the link does not name. */
  others: number
}

/** The names of its fields. */
export const HERE = 'here'
export const SHOWN = 'was'
export const DO = 'do'
export const CLOSE = 'close'
export const REOPEN = 'reopen'

/** Those who were shown as present and are not ticked any more are told apart from those whom nobody touched. */
const tick = ({ person_id, name, state }: Pupil): Html => {
  const here = state === 'present'
  return html`<label class="choice"><input type="checkbox" name="${HERE}" value="${person_id}"${here && html` checked`}> ${name}</label>
${here && html`<input type="hidden" name="${SHOWN}" value="${person_id}">`}`
}

const part = (title: string, pupils: readonly Pupil[]): Html | false =>
  pupils.length > 0 &&
  html`<fieldset><legend>${title}</legend>
${pupils.map(tick)}
</fieldset>`

/** The name of the field with what was shown in another: what another teacher wrote meanwhile is not taken back. */
export const was = (name: string): string => `was_${name}`

/** What somebody typed over what another teacher wrote meanwhile, by field. */
export type TypedOver = Readonly<Record<string, string>>

/** @param mine what stands there over what is on record */
const typed = (
  label: string,
  name: string,
  value: string | number,
  form: Html,
  theirs: string | undefined,
  mine: string | undefined,
): Html => html`<label>${label}
<input name="${name}"${form} value="${mine ?? value}"></label>${mine !== undefined && html`<span class="wrong">${theirs}</span>`}<input type="hidden" name="${was(name)}" value="${value}">`

/** @param said what is told over it; `mine` what stands in the form over what others wrote */
export function sessionPage(
  language: Language,
  session: SessionShown,
  said?: { text: string; wrong?: true },
  mine: TypedOver = {},
): PublicReply {
  const { say } = language
  const { name, held_on, isOpen, pupils } = session
  const teaches = ({ role }: Pupil): boolean => TEACHERS.some(one => one === role)
  const count = pupils.filter(one => one.state === 'present' && !teaches(one)).length
  const field = (label: string, name: 'visitor_count' | 'lesson' | 'memory_verse', form: Html): Html => {
    const value = session[name] ?? ''
    const theirs = say('Somebody else wrote: {theirs}', { theirs: String(value) })
    return typed(label, name, value, form, theirs, mine[name])
  }
  const form = html`<form method="post">
${part(
  say('Pupils'),
  pupils.filter(one => one.role !== null && !teaches(one)),
)}
${part(
  say('Visitors'),
  pupils.filter(({ role }) => role === null),
)}
${part(say('Teachers'), pupils.filter(teaches))}
${session.others > 0 && html`<p class="small">${say('{others, plural, one {# person of another branch is} other {# people of other branches are}} not listed, and not counted as absent when you close.', { others: session.others })}</p>`}
${field(say('Other visitors'), 'visitor_count', html` type="number" inputmode="numeric" min="0" max="${MOST_VISITORS}"`)}
${field(say('Lesson'), 'lesson', html` maxlength="190"`)}
${field(say('Memory verse'), 'memory_verse', html` maxlength="500"`)}
<button name="${DO}" value="${CLOSE}">${say('Save and close')}</button>
<button class="quiet" name="${DO}" value="save">${say('Save, and go on later')}</button>
</form>`
  const again = html`<p>${say('This session is closed. Whoever was not marked is absent.')}</p>
<form method="post"><button class="quiet" name="${DO}" value="${REOPEN}">${say('Open it again')}</button></form>`
  return page(
    language,
    said?.wrong ? 422 : 200,
    say('Roll: {name}', { name }),
    html`<h1>${name}</h1>
<p>${dayIn(language, held_on)}</p>
${said && html`<p role="${said.wrong ? 'alert' : 'status'}" class="${said.wrong ? 'wrong' : ''}">${said.text}</p>`}
<p>${say('Present so far: {count}', { count })}</p>
${isOpen ? form : again}`,
  )
}
