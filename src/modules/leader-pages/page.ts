/** A leader's own page: one group, its meetings, its members by first name, and the roll of today's meeting. No script, no account. */
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { dayIn, numberIn, timeIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import type { LinkedFile } from '../group-files/file-route.ts'
import { shortNames } from '../groups/members-on.ts'
import type { ClassToday } from './class-today.ts'
import { MOST_MEMBERS, type RollMember } from './roll.ts'

/** A meeting of the group. */
export interface ShownMeeting {
  id: number
  name: string
  held_on: string
  local_time: string
  /** How many came; null where nobody counted. */
  came: number | null
}

/** A place that the page leads to, over the roll. */
export interface PageLink {
  /** What is to be done there: `Hand in the report of Wednesday, November 4`. */
  text: string
  /** After the public address of the service. */
  path: string
}

/** What the page shows. */
export interface LeaderPage {
  church: string
  group: string
  /** That whose roll can be taken. */
  today: ShownMeeting | undefined
  next: ShownMeeting | undefined
  latest: ShownMeeting | undefined
  /** At most `MOST_MEMBERS`. */
  members: readonly RollMember[]
  hasMore: boolean
  due: readonly PageLink[]
  /** Of a class, for who teaches it. */
  taught: ClassToday | undefined
  files: readonly LinkedFile[]
}

/** The names of its fields. */
export const FIELDS = { open: 'open', meeting: 'meeting', shown: 'shown', was: 'was', here: 'here' } as const

/** The page. @param said what is told over it */
export function leaderPage(language: Language, shown: LeaderPage, said?: { text: string; wrong?: true }): PublicReply {
  const { say } = language
  const { church, group, today, next, latest, members, due, taught, files } = shown
  return page(
    language,
    said?.wrong ? 409 : 200,
    group,
    html`<h1>${group}</h1>
<p>${church}</p>
${said && html`<p role="${said.wrong ? 'alert' : 'status'}" class="${said.wrong ? 'wrong' : ''}">${said.text}</p>`}
${due.map(({ text, path }) => html`<p><a href="${path}">${text}</a></p>`)}
${taught !== undefined && classOf(language, taught)}
${today !== undefined && roll(language, shown, today)}
<h2>${say('Meetings')}</h2>
${
  next === undefined && latest === undefined
    ? html`<p>${say('No meetings are on record.')}</p>`
    : html`<dl>${next && html`<dt>${say('meeting|Next')}</dt><dd>${heldAt(language, next)}</dd>`}
${latest && html`<dt>${say('meeting|Latest')}</dt><dd>${heldAt(language, latest)}${latest.came !== null && html`<br>${say('{came, plural, one {# person} other {# people}} came', { came: latest.came })}`}</dd>`}</dl>`
}
${
  today === undefined &&
  html`<h2>${say('Members')}</h2>
<ul>${shortNames(members).map(name => html`<li>${name}</li>`)}</ul>`
}
${
  files.length > 0 &&
  html`<h2>${say('Files')}</h2>
<ul>${files.map(({ name, size, path }) => html`<li><a href="${path}">${name}</a> (${sizeOf(language, size)})</li>`)}</ul>`
}
${shown.hasMore && html`<p>${say('The first {most} members are shown. Ask the church office for the others.', { most: MOST_MEMBERS })}</p>`}`,
  )
}

function classOf({ say }: Language, { path }: ClassToday): Html {
  if (path !== null) return html`<p><a class="button" href="${path}">${say('To the roll of today')}</a></p>`
  return html`<form method="post"><button name="${FIELDS.open}" value="1">${say('Open the class of today')}</button></form>`
}

function roll(language: Language, { members }: LeaderPage, today: ShownMeeting): Html {
  const { say } = language
  const called = shortNames(members)
  const isHere = ({ state }: RollMember): boolean => state === 'present'
  return html`<h2>${say('Who is here today?')}</h2>
<p>${say('{name}, {when}', { name: today.name, when: heldAt(language, today) })}</p>
<form method="post">
${members.map(
  (one, at) =>
    html`<label class="choice"><input type="checkbox" name="${FIELDS.here}" value="${one.id}"${isHere(one) && html` checked`}> ${called[at]}</label>
`,
)}<input type="hidden" name="${FIELDS.meeting}" value="${today.id}">
<input type="hidden" name="${FIELDS.shown}" value="${idsOf(members)}"><input type="hidden" name="${FIELDS.was}" value="${idsOf(members.filter(isHere))}">
<button>${say('Save')}</button>
</form>
<p class="small">${say('Whoever is not ticked is noted as absent. You can change it until the meeting is closed.')}</p>`
}

const sizeOf = (language: Language, bytes: number): string => {
  const { say } = language
  const format = (value: number): string => numberIn(language, value, 1)
  return bytes < 1_000_000
    ? say('{size} kB', { size: format(Math.ceil(bytes / 1_000)) })
    : say('{size} MB', { size: format(bytes / 1_000_000) })
}

const idsOf = (members: readonly RollMember[]): string => members.map(({ id }) => id).join('.')

const heldAt = (language: Language, { held_on, local_time }: ShownMeeting): string =>
  language.say('{day}, {time}', { day: dayIn(language, held_on), time: timeIn(language, local_time) })
