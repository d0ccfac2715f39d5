/** What a leader's link leads to. GET and HEAD only show; POST takes the roll. */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type KeptLink, noteUse } from '../../links/kept-link.ts'
import { keptRoute } from '../../links/link-route.ts'
import { NOTHING, type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import type { ServiceParts } from '../../resource/module.ts'
import { step } from '../../resource/step.ts'
import type { Language } from '../../texts/language.ts'
import { linkedFiles } from '../group-files/file-route.ts'
import { classToday, openToday } from './class-today.ts'
import { DUE } from './due.ts'
import { groupLink, linkedGroup } from './group-links.ts'
import { FIELDS, type LeaderPage, leaderPage, type ShownMeeting } from './page.ts'
import { isAbout, MOST_MEMBERS, membersOf, type SaidRoll, takeRoll } from './roll.ts'

type PageParts = Pick<ServiceParts, 'read' | 'take' | 'vault' | 'clock'>

/** Parameter of the page after a roll was saved. */
const SAVED = 'saved'

const usedLink = step<KeptLink, unknown, KeptLink['of']>({
  name: 'kept_links.use',
  by: 'worker',
  unseen: true,
  run: (tx, { church, clock }, { id }) => noteUse(tx, church.id, id, clock.now()),
})

/** The route of leaders' links. */
export const leaderRoute = (parts: PageParts): PublicRoute =>
  keptRoute(
    groupLink,
    { ...parts, noteUse: link => parts.take(usedLink, link.of, link) },
    {
      guide: 'groups-and-classes#groups',
      find: (read, link) => (link.rest.length > 0 ? nowhere : pageOf(read, link, parts.clock.now())),
      async show({ language, search }, found, link) {
        const said = search.has(SAVED) ? { text: language.say('Saved. Thank you.') } : undefined
        return leaderPage(language, await whole(parts, found, link, language), said)
      },
      async act({ language }, form, found, link) {
        if (form.has(FIELDS.open)) {
          const opened = await parts.take(openToday, link.of, link)
          const taught = opened ? await classToday(parts.read, parts.vault, link, parts.clock.now()) : undefined
          return seeOther(taught?.path ?? link.path)
        }
        const done = await parts.take(takeRoll, link.of, { link, said: readForm(form) })
        if (done === 'gone') return NOTHING
        if (done === 'saved') return seeOther(`${link.path}?${SAVED}`)
        const over = language.say(
          'This meeting is closed. If something is missing, ask the church office to open it again.',
        )
        return leaderPage(language, await whole(parts, found, link, language), { text: over, wrong: true })
      },
    },
  )

const nowhere = Promise.resolve(undefined)

/** Files that the page leads to. */
const MOST_FILES = 20

type Found = Omit<LeaderPage, 'due' | 'taught' | 'files'>

/** With what the page leads to. */
async function whole(parts: PageParts, found: Found, link: KeptLink, language: Language): Promise<LeaderPage> {
  const of = { church: link.of.id, group: link.subject }
  const [due, taught, files] = await Promise.all([
    Promise.all(DUE.map(one => one(parts, link, language))),
    classToday(parts.read, parts.vault, link, parts.clock.now()),
    linkedFiles(parts.read, parts.vault, of, parts.clock.now(), MOST_FILES),
  ])
  // The roll of a class is that of its session, which says who is absent when it is closed.
  const today = taught === undefined ? found.today : undefined
  return { ...found, today, due: due.flat(), taught, files }
}

async function pageOf(read: Db, link: KeptLink, now: Date): Promise<Found | undefined> {
  const { subject, of } = link
  const [group, meetings] = await Promise.all([linkedGroup(read, of.id, link), meetingsOf(read, of.id, subject, now)])
  if (group === undefined) return undefined
  const members = await membersOf(read, of.id, link, meetings.today, MOST_MEMBERS + 1)
  return {
    church: of.name,
    group: group.name,
    ...meetings,
    members: members.slice(0, MOST_MEMBERS),
    hasMore: members.length > MOST_MEMBERS,
  }
}

/** The meeting of today that takes a roll, by its own clock; the one after it, and the last that is over. */
async function meetingsOf(
  read: Db,
  church: number,
  group: number,
  now: Date,
): Promise<Pick<LeaderPage, 'today' | 'next' | 'latest'>> {
  const moment = now.toISOString()
  const one = (where: Sql, order: Sql): Promise<ShownMeeting | undefined> =>
    read.first<ShownMeeting>(sql`select id, name, held_on, local_time, coalesce(counted, named) as came from meetings
      where church_id = ${church} and group_id = ${group} and status <> 'cancelled' and ${where} order by ${order} limit 1`)
  const [today, next, latest] = await Promise.all([
    one(sql`status in ('open', 'planned') and ${isAbout(now)}`, sql`status, starts_at, id`),
    one(
      sql`status = 'planned' and starts_at > ${moment}::timestamptz
        and held_on > (${moment}::timestamptz at time zone timezone)::date`,
      sql`starts_at, id`,
    ),
    one(sql`ends_at <= ${moment}::timestamptz`, sql`starts_at desc, id desc`),
  ])
  return { today, next, latest }
}

/** Ids in a field, as the page joins them. */
const idsIn = (text: string | null): ReadonlySet<number> =>
  new Set((text ?? '').split('.').flatMap(part => (/^\d{1,15}$/.test(part) ? [Number(part)] : [])))

const readForm = (form: URLSearchParams): SaidRoll => ({
  meeting: [...idsIn(form.get(FIELDS.meeting))][0] ?? 0,
  shown: idsIn(form.get(FIELDS.shown)),
  was: idsIn(form.get(FIELDS.was)),
  here: idsIn(form.getAll(FIELDS.here).join('.')),
})
