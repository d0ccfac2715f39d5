/** The page on which an usher counts: a number for each category, or a tap for each who comes in. No script, no account. */
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { dayIn, timeIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { USUAL_CATEGORIES } from './import-meanings.ts'

/** A meeting, as its ushers see it. */
export interface CountedMeeting {
  name: string
  held_on: string
  local_time: string
  status: string
  counts: readonly { category: string; count: number | null }[]
}

/** How many a tap adds. */
const STEPS = [1, 10] as const

/**
 * The names of its fields: the number that is typed, that which was shown, and the button that adds.
 * @param place of the category on the page
 */
export const fieldNames = (place: number) => ({ typed: `n${place}`, shown: `was${place}`, category: `c${place}` })
export const ADD = 'add'

/** What somebody typed over a count that another one changed meanwhile, by category. */
export type TypedCounts = ReadonlyMap<string, string>

const row = (
  { say }: Language,
  { category, count }: CountedMeeting['counts'][number],
  at: number,
  mine: string | undefined,
): Html => {
  const { typed, shown, category: named } = fieldNames(at)
  const was = count === null ? '' : String(count)
  const called = USUAL_CATEGORIES.some(usual => usual === category) ? say(wordsOfValue(category)) : category
  // No field of numbers: browsers keep digits of other scripts out of those.
  return html`<label>${called}
<input name="${typed}" inputmode="numeric" autocomplete="off" value="${mine ?? was}"></label>${mine !== undefined && html`<span class="wrong">${theirs(say, was)}</span>`}
<input type="hidden" name="${shown}" value="${was}"><input type="hidden" name="${named}" value="${category}">
<div class="pair">${STEPS.map(
    step =>
      html`<button class="quiet" name="${ADD}" value="${at}.${step}" formnovalidate>${say('+{step} {category}', { step, category: called })}</button>`,
  )}</div>`
}

const theirs = (say: Language['say'], was: string): string =>
  was === '' ? say('Somebody else took their count back.') : say('Somebody else counted {was}.', { was })

/** The page of a meeting. @param said what is told over it; `mine` what stands in the form over what others counted */
export function countPage(
  language: Language,
  meeting: CountedMeeting,
  said?: { text: string; wrong?: true },
  mine: TypedCounts = new Map(),
): PublicReply {
  const { say } = language
  const { name, held_on, local_time, status, counts } = meeting
  const total = counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const isOpen = status === 'open' || status === 'planned'
  // Enter in a number saves; the first button of a form is the one that it presses.
  const form = html`<form method="post">
<button>${say('Save the count')}</button>
${counts.map((one, at) => row(language, one, at, mine.get(one.category)))}
<button>${say('Save the count')}</button>
</form>`
  return page(
    language,
    said?.wrong ? 422 : 200,
    say('Count: {name}', { name }),
    html`<h1>${name}</h1>
<p>${say('{day}, {time}', { day: dayIn(language, held_on), time: timeIn(language, local_time) })}</p>
${said && html`<p role="${said.wrong ? 'alert' : 'status'}" class="${said.wrong ? 'wrong' : ''}">${said.text}</p>`}
<p>${say('Counted so far: {total, number}', { total })}</p>
${isOpen ? form : html`<p>${closedWords(language, status)}</p>`}`,
  )
}

const closedWords = ({ say }: Language, status: string): string =>
  status === 'cancelled'
    ? say('This meeting is cancelled.')
    : say('This meeting is closed. If something is missing, ask the church office to open it again.')
