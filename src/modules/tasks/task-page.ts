/** The page of a task for whoever has it and no sign-in: what to do, about whom, and a form that says it is done. No script. */
import type { LinkChurch } from '../../links/signed-link.ts'
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { dayIn } from '../../texts/forms.ts'
import { type Language, msg } from '../../texts/language.ts'
import { LONGEST_NOTE, type OUTCOMES } from './fields.ts'

/** A task, as its link shows it. */
export interface LinkedTask {
  title: string
  kind: string
  due_on: string
  status: string
  note: string | null
  full_name: string | null
  phone: string | null
}

const OUTCOME_WORDS: Record<(typeof OUTCOMES)[number], string> = {
  reached: msg('I reached them'),
  no_answer: msg('Nobody answered'),
  left_message: msg('I left a message'),
  visited: msg('I visited them'),
  not_interested: msg('They do not wish to be contacted'),
}

/** A line of what is known; nothing where nothing is. */
const line = (label: string, value: Html | string | null): Html | null =>
  value === null ? null : html`<dt>${label}</dt><dd>${value}</dd>`

const form = ({ say }: Language, about: boolean): Html => html`<form method="post">
${
  about &&
  html`<label>${say('What came of it')}
<select name="outcome"><option value="">${say('Choose')}</option>${Object.entries(OUTCOME_WORDS).map(
    ([value, words]) => html`<option value="${value}">${say(words)}</option>`,
  )}</select></label>`
}
<label>${say('A note, if there is something to tell')}
<textarea name="note" rows="4" maxlength="${LONGEST_NOTE}"></textarea></label>
<button>${say('Mark as done')}</button>
</form>`

/** The page. */
export function taskPage(language: Language, church: LinkChurch, task: LinkedTask): PublicReply {
  const { say } = language
  const { title, due_on, status, note, full_name, phone } = task
  const call = phone === null ? null : html`<a href="tel:${phone}">${phone}</a>`
  return page(
    language,
    200,
    title,
    html`<p class="small">${church.name}</p>
<h1>${title}</h1>
<dl>${line(say('Due'), dayIn(language, due_on))}${line(say('of a task|About'), full_name)}${line(say('Phone'), call)}${line(say('Note'), note)}</dl>
${status === 'open' ? form(language, full_name !== null) : html`<p role="status">${endWords(language, status)}</p>`}`,
  )
}

const endWords = ({ say }: Language, status: string): string =>
  status === 'done' ? say('This is done. Thank you.') : say('Nobody needs to do this any more. Thank you all the same.')
