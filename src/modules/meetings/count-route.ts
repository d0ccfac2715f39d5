/** What an usher's link leads to. GET and HEAD only show; POST counts (decisions, Meetings). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import { wholeNumber } from '../../lib/digits.ts'
import { clashes } from '../../lib/meanwhile.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import type { LinkedRecord } from '../../links/signed-link.ts'
import { NOTHING, type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import type { Language } from '../../texts/language.ts'
import { LINK } from './agent.ts'
import { countLink } from './count-link.ts'
import { ADD, type CountedMeeting, countPage, fieldNames } from './count-page.ts'
import { LONGEST_CATEGORY, MOST_COUNTED } from './fields.ts'
import { countAnew, heldOf, lockMeeting } from './meeting-row.ts'
import { type Count, recordCounts } from './record-counts.ts'
import { countsOf } from './roll-view.ts'
import { tellAttendance } from './tell.ts'

interface CountParts extends LinkParts {
  take: TakeStep
}

/** A number that was typed, and what was shown in its place. */
interface TypedCount extends Count {
  was: string
}

/** What a form says. */
interface Form {
  /** Numbers that somebody typed over those that were shown. */
  typed: TypedCount[]
  /** A tap: so many more. */
  more: Count | undefined
  wrong: boolean
}

/** Parameter of the page after a count. */
const SAVED = 'saved'

/** The route of the links. */
export const countRoute = (parts: CountParts): PublicRoute =>
  linkRoute(countLink, parts, {
    guide: 'first-sunday#count-who-came',
    find: meetingOf,
    show({ language, search }, meeting) {
      const saved = { text: language.say('Saved. Thank you.') }
      return countPage(language, meeting, search.has(SAVED) ? saved : undefined)
    },
    async act({ language }, form, meeting, link) {
      const { typed, more, wrong } = readForm(form)
      if (wrong) return countPage(language, meeting, { text: wrongWords(language), wrong: true })
      const { done, clashing } = await parts.take(countStep, link.of, { link, typed, more })
      if (clashing.length > 0) {
        const text = language.say('Somebody else counted the same. See below: save again to keep your number.')
        const mine = new Map(clashing.map(({ category, count }) => [category, count === null ? '' : String(count)]))
        const now = await meetingOf(parts.read, link)
        return now === undefined ? NOTHING : countPage(language, now, { text, wrong: true }, mine)
      }
      // Read anew by another request: a tap that is sent once more by a reload would count once more.
      return seeOther(`${link.path}${done ? `?${SAVED}` : ''}`)
    },
  })

const wrongWords = ({ say }: Language): string => say('Type whole numbers from 0 to {most}.', { most: MOST_COUNTED })

async function meetingOf(read: Db, { church, record }: LinkedRecord): Promise<CountedMeeting | undefined> {
  const found = await read.first<Omit<CountedMeeting, 'counts'>>(sql`select name, held_on, local_time, status
    from meetings where church_id = ${church} and id = ${record}`)
  return found && { ...found, counts: await countsOf(read, church, record) }
}

/** What was typed and differs from what was shown: what another usher saved meanwhile is not taken back. */
function readForm(form: URLSearchParams): Form {
  const said: Form = { typed: [], more: undefined, wrong: false }
  const [, place, step] = /^(\d{1,3})\.(\d{1,3})$/.exec(form.get(ADD) ?? '') ?? []
  const categoryAt = (at: number): string => (form.get(fieldNames(at).category) ?? '').slice(0, LONGEST_CATEGORY).trim()
  if (place !== undefined) {
    const category = categoryAt(Number(place))
    return category === '' ? said : { ...said, more: { category, count: Number(step) } }
  }
  for (let at = 0; categoryAt(at) !== ''; at += 1) {
    const { typed, shown } = fieldNames(at)
    const [text, was] = [(form.get(typed) ?? '').trim(), form.get(shown) ?? '']
    if (text === was) continue
    const count = text === '' ? null : wholeNumber(text, MOST_COUNTED)
    if (count === undefined) said.wrong = true
    else said.typed.push({ category: categoryAt(at), count, was })
  }
  return said
}

interface Said {
  link: LinkedRecord
  typed: TypedCount[]
  more: Count | undefined
}

/** What became of a form. */
interface Counted {
  done: boolean
  /** Numbers that were not taken: somebody else counted something else since the page was opened. */
  clashing: readonly TypedCount[]
}

const REFUSED: Counted = { done: false, clashing: [] }

/** Saves what an usher says; what was typed is told to others, taps are not. */
const countStep = step<Said, Counted, EventChurch>({
  name: 'headcounts.count',
  by: 'worker',
  async run(tx, { church }, { link, typed, more }) {
    const row = await lockMeeting(tx, church.id, link.record, countLink.holds(link))
    if (row === undefined) return REFUSED
    const meeting = heldOf(row)
    if (meeting.status !== 'open' && meeting.status !== 'planned') return REFUSED
    const { counts, clashing } = await wanted(tx, church.id, meeting.id, { typed, more })
    const { created, changed } = await recordCounts(tx, church.id, meeting, counts, { source: 'link' })
    if (created + changed > 0) await countAnew(tx, church.id, meeting.id)
    if (more === undefined) await tellAttendance(tx, church, meeting.id, { source: 'link', by: LINK })
    return { done: true, clashing }
  },
})

/** What is to be recorded, of the categories that the page has; a tap adds to what there is by now. */
async function wanted(
  tx: Tx,
  church: number,
  meeting: number,
  { typed, more }: Omit<Said, 'link'>,
): Promise<{ counts: Count[]; clashing: TypedCount[] }> {
  const known = await countsOf(tx, church, meeting)
  const text = (count: number | null | undefined): string => (count == null ? '' : String(count))
  const clashing = typed.filter(one => {
    const now = known.find(({ category }) => category === one.category)
    return now !== undefined && clashes({ was: one.was, typed: text(one.count), now: text(now.count) })
  })
  const counts = known.flatMap(({ category, count }): Count[] => {
    if (more !== undefined) {
      if (more.category !== category) return []
      return [{ category, count: Math.min((count ?? 0) + (more.count ?? 0), MOST_COUNTED) }]
    }
    const [one] = typed.filter(one => one.category === category && !clashing.includes(one))
    return one === undefined ? [] : [{ category, count: one.count }]
  })
  return { counts, clashing }
}
