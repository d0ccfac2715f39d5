/** What a teacher's link leads to. GET and HEAD only show; POST marks, closes and opens again (decisions, School). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { EventChurch } from '../../events/record.ts'
import { wholeNumber } from '../../lib/digits.ts'
import { clashes } from '../../lib/meanwhile.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import type { LinkedRecord } from '../../links/signed-link.ts'
import { type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { branchesBelow } from '../church/branch-tree.ts'
import { LINK } from '../meetings/agent.ts'
import { closeSession, reopenSession } from './close-session.ts'
import { listedOf, parametersOf } from './listed.ts'
import { markPupils } from './mark-pupil.ts'
import { type Pupil, rollOf } from './roll.ts'
import { say } from './say-session.ts'
import { MOST_VISITORS, type Said, sessionPrinter } from './session-fields.ts'
import { classLink } from './session-link.ts'
import { CLOSE, DO, HERE, NEXT, REOPEN, type SessionShown, SHOWN, sessionPage, was } from './session-page.ts'
import { lockSession } from './session-row.ts'

interface SessionParts extends LinkParts {
  take: TakeStep
}

/** Parameter of the page after a form. */
const SAVED = 'saved'

/** The route of the links. */
export const sessionRoute = (parts: SessionParts): PublicRoute =>
  linkRoute(classLink, parts, {
    guide: 'groups-and-classes#sunday-school',
    find: sessionOf,
    show({ language, search }, session) {
      const said = search.has(SAVED) ? { text: language.say('Saved. Thank you.') } : undefined
      return sessionPage(language, session, listedOf(session.pupils, search), said)
    },
    async act({ language, search }, form, session, link) {
      const listed = listedOf(session.pupils, search)
      const said = readForm(form, session.pupils)
      if (said === undefined) {
        const text = language.say('Type whole numbers from 0 to {most}.', { most: MOST_VISITORS })
        return sessionPage(language, session, listed, { text, wrong: true })
      }
      const church = { id: link.of.id, slug: link.of.slug, name: link.of.name, currency: link.of.currency }
      const { done, clashing } = await parts.take(rollStep, church, { link, ...said }).catch(error => {
        // Somebody closed it meanwhile: the page shows so.
        if (error instanceof ApiError) return REFUSED
        throw error
      })
      const now = clashing.length > 0 ? await sessionOf(parts.read, link) : undefined
      if (now !== undefined) {
        const text = language.say(
          'Somebody else wrote something else meanwhile. See below: save again to keep your words.',
        )
        const mine = Object.fromEntries(clashing.map(name => [name, (form.get(name) ?? '').trim()]))
        return sessionPage(language, now, listedOf(now.pupils, search), { text, wrong: true }, mine)
      }
      return seeOther(`${link.path}${query(parametersOf(listed, listed.page + (said.what === NEXT ? 1 : 0)), done)}`)
    },
  })

/** What an address ends with: which page it is of, and whether what was sent is saved. */
function query(parameters: URLSearchParams, done: boolean): string {
  const parts = [done ? SAVED : '', parameters.toString()].filter(Boolean)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

type Row = Omit<SessionShown, 'pupils' | 'others' | 'isOpen'> & { status: string; group_id: number; meeting_id: number }

async function sessionOf(read: Db, { church, record, within }: LinkedRecord): Promise<SessionShown | undefined> {
  const found = await read.first<Row>(sql`select g.name, m.held_on, s.status, s.lesson, s.memory_verse, s.visitor_count,
      s.group_id, s.meeting_id
    from class_sessions as s join groups as g on g.church_id = ${church} and g.id = s.group_id
      join meetings as m on m.church_id = ${church} and m.id = s.meeting_id
    where s.church_id = ${church} and s.id = ${record} and s.status <> 'discarded'`)
  if (found === undefined) return undefined
  const { status, group_id: group, meeting_id: meeting, ...shown } = found
  const roll = await rollOf(
    read,
    { church, group, meeting, held_on: found.held_on },
    await branchesOf(read, church, within),
  )
  return { ...shown, isOpen: status === 'open', ...roll }
}

/** The branches of a link; null for all. */
const branchesOf = async (db: Db, church: number, within: LinkedRecord['within']): Promise<readonly number[] | null> =>
  within === undefined ? null : await branchesBelow(db, church, within)

/** What a form says. */
interface Form {
  /** What the button does. */
  what: string
  marks: { person_id: number; state: string }[]
  said: Said
  /** What stood in the fields when the page was opened. */
  shown: Readonly<Partial<Record<TypedName, string>>>
}

/** What teachers type. */
const TYPED = ['visitor_count', 'lesson', 'memory_verse'] as const
type TypedName = (typeof TYPED)[number]

/** Ticks that differ from what was shown: what another teacher tapped meanwhile is not taken back. Undefined for what is no number. */
function readForm(form: URLSearchParams, pupils: readonly Pupil[]): Form | undefined {
  const what = form.get(DO) ?? ''
  if (what === REOPEN) return { what, marks: [], said: {}, shown: {} }
  const known = new Set(pupils.map(({ person_id }) => person_id))
  const [here, shown] = [HERE, SHOWN].map(
    name =>
      new Set(
        form
          .getAll(name)
          .map(Number)
          .filter(id => known.has(id)),
      ),
  )
  const marks = [...known].flatMap(person_id => {
    const [is, was] = [here?.has(person_id), shown?.has(person_id)]
    return is === was ? [] : [{ person_id, state: is ? 'present' : 'undone' }]
  })
  const before = Object.fromEntries(TYPED.map(name => [name, (form.get(was(name)) ?? '').trim()]))
  const written = TYPED.flatMap((name): [string, string][] => {
    const text = (form.get(name) ?? '').trim()
    return text === (form.get(was(name)) ?? '').trim() ? [] : [[name, text]]
  })
  const { visitor_count, lesson, memory_verse } = Object.fromEntries(written)
  const visitors = visitor_count === '' ? 0 : wholeNumber(visitor_count ?? '0', MOST_VISITORS)
  if (visitors === undefined) return undefined
  return {
    what,
    marks,
    shown: before,
    said: {
      ...(visitor_count !== undefined && { visitor_count: visitors }),
      ...(lesson !== undefined && { lesson: cut(lesson.replace(/\s+/g, ' '), 190) }),
      ...(memory_verse !== undefined && { memory_verse: cut(memory_verse, 500) }),
    },
  }
}

const cut = (text: string, most: number): string | null => [...text].slice(0, most).join('') || null

type RollChurch = EventChurch & { currency: string }

/** What became of a form. */
interface Rolled {
  done: boolean
  /** Fields that were not taken: somebody else wrote something else there since the page was opened. */
  clashing: readonly TypedName[]
}

const REFUSED: Rolled = { done: false, clashing: [] }

interface Doing extends Form {
  link: LinkedRecord
}

/** Does what a form says; a session in which two clash is not closed. */
const rollStep = step<Doing, Rolled, RollChurch>({
  name: 'class_sessions.roll',
  by: 'worker',
  async run(tx, { church, clock }, { link, what, marks, said, shown }) {
    const now = clock.now()
    const row = await lockSession(tx, church.id, link.record, classLink.holds(link))
    if (row === undefined) return REFUSED
    if (what === REOPEN) {
      await reopenSession(tx, church.id, row, { now, late: false })
      return { done: true, clashing: [] }
    }
    await markPupils(tx, church.id, row, marks, { now, source: 'link' })
    const clashing = TYPED.filter(name => {
      const [typed, now] = [said[name], sessionPrinter.column(row, name)]
      return typed !== undefined && clashes({ was: shown[name], typed: String(typed ?? ''), now: now ?? '' })
    })
    const mine = Object.fromEntries(Object.entries(said).filter(([name]) => !clashing.some(one => one === name)))
    const changed = await say(tx, church, row, mine)
    if (what === CLOSE && clashing.length === 0) {
      const branches = await branchesOf(tx, church.id, link.within)
      await closeSession(tx, church, changed, { now, by: LINK, source: 'link', branches })
    }
    return { done: true, clashing }
  },
})
