/** What an usher's link leads to. GET and HEAD only show; POST counts (decisions, Meetings). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Clock } from '../../lib/clock.ts'
import {
  formOf,
  NOTHING,
  type PublicReply,
  type PublicRoute,
  seeOther,
  type Visitor,
} from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import type { Language } from '../../texts/language.ts'
import type { Vault } from '../../vault.ts'
import { LINK } from './agent.ts'
import { COUNT_ROOT, type CountLink, readLink } from './count-link.ts'
import { ADD, type CountedMeeting, countPage, fieldNames } from './count-page.ts'
import { LONGEST_CATEGORY, MOST_COUNTED } from './fields.ts'
import { countAnew, heldOf, lockMeeting } from './meeting-row.ts'
import { type Count, recordCounts } from './record-counts.ts'
import { countsOf } from './roll-view.ts'
import { tellAttendance } from './tell.ts'

interface CountParts {
  read: Db
  take: TakeStep
  vault: Vault
  clock: Clock
}

/** What a form says. */
interface Form {
  /** Numbers that somebody typed over those that were shown. */
  typed: Count[]
  /** A tap: so many more. */
  more: Count | undefined
  wrong: boolean
}

interface Found extends CountedMeeting {
  church: EventChurch
}

/** Parameter of the page after a count. */
const SAVED = 'saved'

/** The route of the links. */
export function countRoute(parts: CountParts): PublicRoute {
  const { vault, clock, take } = parts
  return {
    root: COUNT_ROOT,
    forPeople: true,
    secretPath: true,
    // Ushers tap often, and share an address; who tries links out is counted all the same.
    unlimited: true,
    async answer(visitor: Visitor): Promise<PublicReply> {
      const link = readLink(vault, visitor.path, clock.now())
      const found = link && (await meetingOf(parts.read, link))
      if (link === undefined || found === undefined) return NOTHING
      const { language } = visitor
      const saved = { text: language.say('Saved. Thank you.') }
      if (visitor.method === 'GET') return countPage(language, found, visitor.search.has(SAVED) ? saved : undefined)
      const { typed, more, wrong } = readForm(formOf(await visitor.request()))
      if (wrong) return countPage(language, found, { text: wrongWords(language), wrong: true })
      const done = await take(countStep, found.church, { link, typed, more })
      // Read anew by another request: a tap that is sent once more by a reload would count once more.
      return seeOther(`${COUNT_ROOT}/${visitor.path[0]}${done ? `?${SAVED}` : ''}`)
    },
  }
}

const wrongWords = ({ say }: Language): string => say('Type whole numbers from 0 to {most}.', { most: MOST_COUNTED })

async function meetingOf(read: Db, { church, meeting, version }: CountLink): Promise<Found | undefined> {
  const found = await read.first<
    Omit<Found, 'counts' | 'church'> & EventChurch & { title: string }
  >(sql`select m.name as title,
      m.held_on, m.local_time, m.status, c.id, c.slug, c.name
    from meetings as m join churches as c on c.id = ${church}
    where m.church_id = ${church} and m.id = ${meeting} and m.link_version = ${version} and c.status = 'active'`)
  if (found === undefined) return undefined
  const { id, slug, name, title, ...rest } = found
  return { ...rest, name: title, church: { id, slug, name }, counts: await countsOf(read, church, meeting) }
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
  link: CountLink
  typed: Count[]
  more: Count | undefined
}

/** Saves what an usher says; what was typed is told to others, taps are not. @returns whether it was taken */
const countStep = step<Said, boolean, EventChurch>({
  name: 'headcounts.count',
  by: 'worker',
  async run(tx, { church }, { link, typed, more }) {
    const row = await lockMeeting(tx, church.id, link.meeting, sql`link_version = ${link.version}`)
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
