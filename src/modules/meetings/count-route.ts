/** What an usher's link leads to. GET and HEAD only show; POST counts (decisions, Meetings). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import type { LinkedRecord } from '../../links/signed-link.ts'
import { type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
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

/** What a form says. */
interface Form {
  /** Numbers that somebody typed over those that were shown. */
  typed: Count[]
  /** A tap: so many more. */
  more: Count | undefined
  wrong: boolean
}

/** Parameter of the page after a count. */
const SAVED = 'saved'

/** The route of the links. */
export const countRoute = (parts: CountParts): PublicRoute =>
  linkRoute(countLink, parts, {
    find: meetingOf,
    show({ language, search }, meeting) {
      const saved = { text: language.say('Saved. Thank you.') }
      return countPage(language, meeting, search.has(SAVED) ? saved : undefined)
    },
    async act({ language }, form, meeting, link) {
      const { typed, more, wrong } = readForm(form)
      if (wrong) return countPage(language, meeting, { text: wrongWords(language), wrong: true })
      const done = await parts.take(countStep, link.of, { link, typed, more })
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

const WHOLE = /^\d{1,9}$/

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
    const count = text === '' ? null : Number(text)
    if (text !== '' && (!WHOLE.test(text) || Number(text) > MOST_COUNTED)) said.wrong = true
    else said.typed.push({ category: categoryAt(at), count })
  }
  return said
}

interface Said {
  link: LinkedRecord
  typed: Count[]
  more: Count | undefined
}

/** Saves what an usher says; what was typed is told to others, taps are not. @returns whether it was taken */
const countStep = step<Said, boolean, EventChurch>({
  name: 'headcounts.count',
  by: 'worker',
  async run(tx, { church }, { link, typed, more }) {
    const row = await lockMeeting(tx, church.id, link.record, countLink.holds(link))
    if (row === undefined) return false
    const meeting = heldOf(row)
    if (meeting.status !== 'open' && meeting.status !== 'planned') return false
    const counts = await wanted(tx, church.id, meeting.id, { typed, more })
    const { created, changed } = await recordCounts(tx, church.id, meeting, counts, { source: 'link' })
    if (created + changed > 0) await countAnew(tx, church.id, meeting.id)
    if (more === undefined) await tellAttendance(tx, church, meeting.id, { source: 'link', by: LINK })
    return true
  },
})

/** What is to be recorded, of the categories that the page has; a tap adds to what there is by now. */
async function wanted(tx: Tx, church: number, meeting: number, { typed, more }: Omit<Said, 'link'>): Promise<Count[]> {
  const known = await countsOf(tx, church, meeting)
  return known.flatMap(({ category, count }): Count[] => {
    if (more !== undefined) {
      if (more.category !== category) return []
      return [{ category, count: Math.min((count ?? 0) + (more.count ?? 0), MOST_COUNTED) }]
    }
    return typed.filter(one => one.category === category).slice(0, 1)
  })
}
