/** The page on which a teacher takes the roll: a tick for each child, and what was taught. No script, no account. */
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { dayIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { type Listed, PAGE, parametersOf, SEARCH } from './listed.ts'
import { type Pupil, TEACHERS } from './roll.ts'

/** A session, as its teacher sees it. */
export interface SessionShown {
  name: string
  held_on: string
  isOpen: boolean
  lesson: string | null
  memory_verse: string | null
  visitor_count: number
  /** All whom the link may name. */
  pupils: readonly Pupil[]
  /** Those of other branches whom the link does not name. */
  others: number
}

/** The names of its fields. */
export const HERE = 'here'
export const SHOWN = 'was'
export const DO = 'do'
export const CLOSE = 'close'
export const NEXT = 'next'
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

const teaches = ({ role }: Pupil): boolean => TEACHERS.some(one => one === role)

/** What is told over it. */
export interface Told {
  text: string
  wrong?: true
}

/** @param said what is told over it; `mine` what stands in the form over what others wrote */
export function sessionPage(
  language: Language,
  session: SessionShown,
  listed: Listed,
  said?: Told,
  mine: TypedOver = {},
): PublicReply {
  const { say } = language
  const { name, held_on, isOpen, pupils } = session
  const count = pupils.filter(one => one.state === 'present' && !teaches(one)).length
  return page(
    language,
    said?.wrong ? 422 : 200,
    say('Roll: {name}', { name }),
    html`<h1>${name}</h1>
<p>${dayIn(language, held_on)}</p>
${said && html`<p role="${said.wrong ? 'alert' : 'status'}" class="${said.wrong ? 'wrong' : ''}">${said.text}</p>`}
<p>${say('Present so far: {count, number}', { count })}</p>
${isOpen ? openForm(language, session, listed, mine) : closed(language, session)}`,
  )
}

function openForm(language: Language, session: SessionShown, listed: Listed, mine: TypedOver): Html {
  const { say } = language
  const { others } = session
  const { pupils, page, pages } = listed
  const field = (label: string, name: 'visitor_count' | 'lesson' | 'memory_verse', form: Html): Html => {
    const value = session[name] ?? ''
    const theirs = say('Somebody else wrote: {theirs}', { theirs: String(value) })
    return typed(label, name, value, form, theirs, mine[name])
  }
  return html`${listed.isLarge && finder(language, listed)}
<form method="post">
${part(
  say('Pupils'),
  pupils.filter(one => one.role !== null && !teaches(one)),
)}
${part(
  say('Visitors'),
  pupils.filter(({ role }) => role === null),
)}
${part(say('Teachers'), pupils.filter(teaches))}
${page < pages && html`<button class="quiet" name="${DO}" value="${NEXT}">${say('Save, and on to page {page} of {pages}', { page: page + 1, pages })}</button>`}
${others > 0 && html`<p class="small">${say('{others, plural, one {# person of another branch is} other {# people of other branches are}} not listed, and not counted as absent when you close.', { others })}</p>`}
${field(say('Other visitors'), 'visitor_count', html` inputmode="numeric" maxlength="5"`)}
${field(say('Lesson'), 'lesson', html` maxlength="190"`)}
${field(say('Memory verse'), 'memory_verse', html` maxlength="500"`)}
<button name="${DO}" value="${CLOSE}">${say('Save and close')}</button>
<button class="quiet" name="${DO}" value="save">${say('Save, and go on later')}</button>
</form>`
}

/** Above the names of a large class: a search, and the other pages. */
function finder({ say }: Language, listed: Listed): Html {
  const { search, page, pages, found } = listed
  const to = (other: number, text: string): Html => {
    const parameters = parametersOf(listed, other)
    return html`<a href="?${parameters.size === 0 ? `${PAGE}=1` : parameters.toString()}">${text}</a>`
  }
  return html`<form method="get"><label>${say('Find a name')}
<input name="${SEARCH}" value="${search}"></label>
<button class="quiet">${say('Search')}</button></form>
<p>${say('Page {page} of {pages}: {found, plural, =0 {nobody has such a name} one {# name} other {# names}}.', { page, pages, found })}
${page > 1 && to(page - 1, say('Previous page'))} ${page < pages && to(page + 1, say('Next page'))} ${search !== '' && html`<a href="?${PAGE}=1">${say('All names')}</a>`}</p>
<p class="small">${say('Save before you turn the page or search: ticks that are not saved are lost.')}</p>`
}

/** Of a branch that whoever closed it does not see nobody is written down as absent. */
function closed({ say }: Language, { pupils, others }: SessionShown): Html {
  const open = pupils.filter(one => one.role !== null && !teaches(one) && one.state === null).length
  const text =
    open > 0
      ? say(
          'This session is closed. {open, plural, one {# pupil has no mark, being of a branch} other {# pupils have no mark, being of branches}} that whoever closed it does not see.',
          { open },
        )
      : others > 0
        ? say('This session is closed. Of the pupils who are listed for you, whoever was not marked is absent.')
        : say('This session is closed. Whoever was not marked is absent.')
  return html`<p>${text}</p>
<form method="post"><button class="quiet" name="${DO}" value="${REOPEN}">${say('Open it again')}</button></form>`
}
