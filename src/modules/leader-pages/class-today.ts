/** Today's class on the page of its teacher: a link that is kept leads to the roll of each Sunday, which the teacher opens there. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { holdLink, type KeptLink } from '../../links/kept-link.ts'
import { step } from '../../resource/step.ts'
import type { Vault } from '../../vault.ts'
import { timezoneOf } from '../church/days.ts'
import { REOPENS_MS } from '../school/close-session.ts'
import { openSession } from '../school/open-session.ts'
import { sessionPrinter } from '../school/session-fields.ts'
import { classLink } from '../school/session-link.ts'
import { linkedGroup } from './group-links.ts'

/** What a teacher's page has of today. */
export interface ClassToday {
  /** Of the roll, after the public address of the service; null where nobody has opened the class today. */
  path: string | null
}

interface Taught {
  branch_id: number
}

/** The class of a link, where whoever it is for teaches it; undefined for other groups, pupils and a church without the school. */
const taughtBy = (
  db: Pick<Db, 'first'>,
  { of: { id: church }, subject, person }: KeptLink,
): Promise<Taught | undefined> =>
  db.first<Taught>(sql`select g.branch_id from groups as g
      join group_members as m on m.church_id = ${church} and m.group_id = g.id and m.person_id = ${person}
        and m.status = 'active' and m.role in ('leader', 'assistant')
      join churches as c on c.id = ${church} and 'school' = any(c.modules)
    where g.church_id = ${church} and g.id = ${subject} and g.kind = 'class' and g.status = 'active'`)

interface Session {
  id: number
  version: number
  ends_at: string
}

/** Of today where the class is: the one that is open, else the last. */
const sessionOn = (read: Db, church: number, group: number, day: string): Promise<Session | undefined> =>
  read.first<Session>(sql`select s.id, s.link_version as version, m.ends_at
    from class_sessions as s join meetings as m on m.church_id = ${church} and m.id = s.meeting_id
    where s.church_id = ${church} and s.group_id = ${group} and s.status <> 'discarded' and s.held_on = ${day}::date
    order by case when s.status = 'open' then 0 else 1 end, s.id desc limit 1`)

/** @returns undefined where the link is none of a teacher */
export async function classToday(read: Db, vault: Vault, link: KeptLink, now: Date): Promise<ClassToday | undefined> {
  const church = link.of.id
  const taught = await taughtBy(read, link)
  if (taught === undefined) return undefined
  const day = today(now, await timezoneOf(read, church, taught.branch_id))
  const session = await sessionOn(read, church, link.subject, day)
  if (session === undefined) return { path: null }
  const { id: record, version, ends_at } = session
  // Whom the maker of this link may not see, the roll does not name either.
  const named = { church, record, version, ...(link.within !== null && { within: link.within }) }
  return { path: classLink.address(vault, named, new Date(Date.parse(ends_at) + REOPENS_MS)).path }
}

/** Opens today's class, or finds it open. @returns false where the link no longer holds, or the class takes no session */
export const openToday = step<KeptLink, boolean, KeptLink['of']>({
  name: 'class_sessions.open',
  by: 'worker',
  async run(tx, { church: { id, currency }, clock }, link) {
    const holds = (await holdLink(tx, id, link.id)) && (await linkedGroup(tx, id, link)) !== undefined
    if (!holds || (await taughtBy(tx, link)) === undefined) return false
    try {
      const { row } = await openSession(tx, id, { group_id: link.subject, said: {}, currency, now: clock.now() })
      return sessionPrinter.column(row, 'id') !== null
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  },
})
