/** The public pages of groups, without a script. Looking at them does nothing: a form that is sent does. */

import type { StartProblem } from '../../links/form-start.ts'
import { type Html, html, nothingPage, page, unkept } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { asWeeksBegin } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { slugOf } from './fields.ts'
import { RULE_DAYS, type RuleDay } from './usual-rule.ts'
import { dayName, type UsualTime, usualWords } from './usual-words.ts'

/** A group as everybody may see it. */
export interface ShownGroup {
  id: number
  name: string
  kind: string
  description: string | null
  joining: string
  /** Null where it is not shown. */
  place: string | null
  is_full: boolean
  /** For whom it is, in years; null for no limit. */
  age_from: number | null
  age_to: number | null
  /** When it usually meets; null where nobody said so. */
  usual: UsualTime | null
}

/** What is typed into the form. */
export interface FormTexts {
  name?: string
  email?: string
  phone?: string
  message?: string
}

/** The field that people do not see. */
export const TRAP = 'website'

/** Nothing is there, whatever the reason: no such church, the module off, a group that is not shown. */
export const nothing = (language: Language): PublicReply =>
  nothingPage(
    language,
    language.say('The address may be wrong, or the group is not shown here any more. Please ask your church.'),
  )

/** The path of the page of a group. */
export const addressOf = ({ slug }: Pick<Church, 'slug'>, { id, name }: Pick<ShownGroup, 'id' | 'name'>): string =>
  `/groups/${slug}/${slugOf(id, name)}`

/** What is searched for. */
export interface Wanted {
  text: string
  /** A day of the week, as rules name it; empty for any. */
  day: RuleDay | ''
  /** Of whoever looks, in years; null for any. */
  age: number | null
  /** Which page of what is found, from 1 on. */
  page: number
}

const whenOf = (language: Language, { usual }: ShownGroup): string | null => usual && usualWords(language, usual)

/** For whom it is; null for everybody. */
function agesOf({ say }: Language, { age_from: from, age_to: to }: ShownGroup): string | null {
  if (from !== null && to !== null) return say('From {from, number} to {to, number} years', { from, to })
  if (from !== null) return say('From {from, number} years', { from })
  return to === null ? null : say('Up to {to, number} years', { to })
}

/** All groups that are shown, or those that fit a search, a page of them. @param goesOn there are more behind them */
export function finderPage(
  language: Language,
  church: Church,
  wanted: Wanted,
  { groups, goesOn }: { groups: readonly ShownGroup[]; goesOn: boolean },
): PublicReply {
  const { say } = language
  const items = groups.map(group => {
    const [when, ages] = [whenOf(language, group), agesOf(language, group)]
    return html`<li><a href="${addressOf(church, group)}">${group.name}</a>${when !== null && html`<br>${when}`}${ages !== null && html`<br>${ages}`}${group.place !== null && html`<br>${group.place}`}</li>`
  })
  const title = say('Groups of {name}', { name: church.name })
  const content = html`<h1>${title}</h1>
<form method="get" action="/groups/${church.slug}">
<label for="q">${say('Search by name or place')}</label>
<input id="q" name="q" type="search" maxlength="100" value="${wanted.text}">
<label for="day">${say('Day of the week')}</label>
<select id="day" name="day"><option value="">${say('Any day')}</option>${asWeeksBegin(RULE_DAYS, church.country).map(
    day => html`<option value="${day}"${day === wanted.day && html` selected`}>${dayName(language, day)}</option>`,
  )}</select>
<label for="age">${say('Age')}</label>
<input id="age" name="age" inputmode="numeric" maxlength="3" value="${wanted.age}">
<button>${say('Search')}</button>
</form>
${groups.length === 0 ? html`<p>${say('No group was found. Please ask your church.')}</p>` : html`<ul>${items}</ul>`}
${pageLinks(language, church, wanted, goesOn)}`
  return unkept(page(language, 200, title, content))
}

/** The pages before and behind one, which keep what is searched for. */
function pageLinks({ say }: Language, { slug }: Church, { text, day, age, page }: Wanted, goesOn: boolean): Html {
  const link = (to: number, words: string): Html => {
    const search = new URLSearchParams({
      ...(text !== '' && { q: text }),
      ...(day !== '' && { day }),
      ...(age !== null && { age: String(age) }),
      page: String(to),
    })
    return html`<p><a href="/groups/${slug}?${search.toString()}">${words}</a></p>`
  }
  return html`${page > 1 && link(page - 1, say('Previous page'))}${goesOn && link(page + 1, say('Next page'))}`
}

/** One group, and the form to ask to join it. */
export interface GroupPage {
  language: Language
  church: Church
  group: ShownGroup
  typed: FormTexts
  /** The field that says when the form was begun. */
  start: Html
  /** Fields to be mended. */
  wrong?: readonly (keyof FormTexts)[]
  /** Why it is shown again, where nothing is to be mended. */
  again?: StartProblem | 'many'
}

export function groupPage(status: number, shown: GroupPage): PublicReply {
  const { language, church, group } = shown
  const { say } = language
  const [usual, ages] = [whenOf(language, group), agesOf(language, group)]
  const content = html`<p><a href="/groups/${church.slug}">${say('All groups')}</a></p>
<h1>${group.name}</h1>
${usual !== null && html`<p>${usual}</p>`}
${ages !== null && html`<p>${ages}</p>`}
${group.place !== null && html`<p>${group.place}</p>`}
${group.description !== null && html`<p>${group.description}</p>`}
${group.joining === 'closed' ? html`<p role="status">${say('This group takes no requests at the moment.')}</p>` : form(shown)}`
  return unkept(page(language, status, group.name, content))
}

const againWords = ({ say }: Language) => ({
  fast: say('That was very quick. Please look over what you wrote, and send it once more.'),
  old: say('This page had been open for a long time. Please look over what you wrote, and send it once more.'),
  many: say('Very many have asked to join this group just now. Please try again in an hour.'),
})

function form(shown: GroupPage): Html {
  const { language, church, group, typed, start, again, wrong = [] } = shown
  const { say } = language
  return html`${group.is_full && html`<p>${say('The group is full at the moment. You can ask, and will hear from its leader.')}</p>`}
${wrong.length > 0 && html`<p class="wrong" role="alert">${say('Nothing has been sent yet. Please check the highlighted fields.')}</p>`}
${again !== undefined && html`<p class="wrong" role="alert">${againWords(language)[again]}</p>`}
<h2>${say('Ask to join')}</h2>
<form method="post" action="${addressOf(church, group)}" novalidate>
${input(shown, 'name', say('Your name'), html`autocomplete="name" required`)}
${mistake(shown, 'name', say('Please write your name.'))}
${input(shown, 'email', say('Your email address'), html`type="email" autocomplete="email"`)}
${mistake(shown, 'email', say('Please write an email address or a phone number at which you can be reached.'))}
${input(shown, 'phone', say('Your phone number'), html`type="tel" autocomplete="tel"`)}
${mistake(shown, 'phone', say('Please check this number.'))}
<label for="message">${say('Message (optional)')}</label>
<textarea id="message" name="message" rows="3" maxlength="1000"${marks(shown, 'message')}>${typed.message}</textarea>
${mistake(shown, 'message', say('Please write less than 1,000 characters.'))}
<div hidden><label for="${TRAP}">${say('Leave this empty')}</label><input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>
${start}
<button>${say('Send')}</button>
</form>
<p class="small">${say('{name} uses what you write to answer you.', { name: church.name })}</p>`
}

const input = (shown: GroupPage, name: 'name' | 'email' | 'phone', label: string, attributes: Html): Html =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${shown.typed[name]}" ${attributes}${marks(shown, name)}>`

/** Tells those who cannot see it that a field is wrong, and puts the cursor into the first. */
function marks({ wrong = [] }: GroupPage, name: keyof FormTexts): Html | false {
  if (!wrong.includes(name)) return false
  return html` aria-invalid="true" aria-describedby="${name}-mistake"${wrong[0] === name && html` autofocus`}`
}

const mistake = ({ wrong = [] }: GroupPage, name: keyof FormTexts, sentence: string): Html | false =>
  wrong.includes(name) && html`<p class="wrong" id="${name}-mistake">${sentence}</p>`

/** After a form was sent. */
export const thanksPage = (language: Language, church: Church, group: ShownGroup): PublicReply => {
  const { say } = language
  const title = say('Thank you')
  return unkept(
    page(
      language,
      200,
      title,
      html`<h1>${title}</h1>
<p>${say('Your request to join {group} has been sent. Somebody of {name} will answer you.', { group: group.name, name: church.name })}</p>
<p><a href="/groups/${church.slug}">${say('All groups')}</a></p>`,
    ),
  )
}
