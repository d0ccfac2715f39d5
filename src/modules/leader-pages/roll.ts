/** The roll of a group's meeting of today, as a leader takes it by a link. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import { holdLink, type KeptLink } from '../../links/kept-link.ts'
import { step } from '../../resource/step.ts'
import { branchesBelow } from '../church/branch-tree.ts'
import { comesAs, onDay } from '../groups/members-on.ts'
import { LINK } from '../meetings/agent.ts'
import { countAnew, heldOf, lockMeeting } from '../meetings/meeting-row.ts'
import { knownMarks, type Mark, recordMarks } from '../meetings/record-attendance.ts'
import { tellAttendance } from '../meetings/tell.ts'
import { living } from '../people/living.ts'
import { linkedGroup } from './group-links.ts'

/** Members on one page; those of larger groups are ticked in the console. */
export const MOST_MEMBERS = 120

/** Somebody of the group. */
export interface RollMember {
  /** Of the membership. */
  id: number
  person_id: number
  first_name: string
  last_name: string | null
  role: string
  /** What is on record of them at the meeting; null for nothing. */
  state: string | null
}

/** A meeting whose roll is shown. */
interface RolledMeeting {
  id: number
  held_on: string
}

/**
 * Members of the day of a meeting, or active ones, by last name: those whom the maker of the link may see. Who has died is among
 * them only where they were marked there.
 * @param most how many are read
 */
export async function membersOf(
  db: Db,
  church: number,
  { subject: group, within }: Pick<KeptLink, 'subject' | 'within'>,
  meeting: RolledMeeting | undefined,
  most: number,
): Promise<RollMember[]> {
  const seen = within === null ? sql`true` : sql`p.branch_id = any(${idArray(await branchesBelow(db, church, within))})`
  return await db.all<RollMember>(sql`select m.id, m.person_id, p.first_name, p.last_name, m.role, a.state
    from group_members as m join people as p on p.church_id = ${church} and p.id = m.person_id
      left join attendances as a on a.church_id = ${church} and a.meeting_id = ${meeting?.id ?? 0}
        and a.person_id = m.person_id
    where m.church_id = ${church} and m.group_id = ${group} and (${living()} or not p.removed and a.state <> 'undone') and ${seen}
      and ${meeting === undefined ? sql`m.status = 'active'` : onDay(meeting.held_on)}
    order by p.last_name, p.first_name, m.id limit ${most}`)
}

/** What a form says, by ids of memberships. */
export interface SaidRoll {
  meeting: number
  /** Who stood on the page. */
  shown: ReadonlySet<number>
  /** Who was ticked when it was opened. */
  was: ReadonlySet<number>
  /** Who is ticked. */
  here: ReadonlySet<number>
}

const DAY_MS = 86_400_000

/** True of a meeting of about now: one that is planned is held today, by its own clock. */
export function isAbout(now: Date): Sql {
  const [from, to] = [-2, 2].map(days => new Date(now.getTime() + days * DAY_MS).toISOString())
  return sql`(starts_at between ${from}::timestamptz and ${to}::timestamptz
    and (status <> 'planned' or held_on = (${now.toISOString()}::timestamptz at time zone timezone)::date))`
}

/** What became of it: `over` where the meeting takes no roll any more. */
type Taken = 'saved' | 'over' | 'gone'

/** Saves a roll, and tells others of it. Whoever stood on the page and is not ticked was not there. */
export const takeRoll = step<{ link: KeptLink; said: SaidRoll }, Taken, EventChurch>({
  name: 'attendances.take_roll',
  by: 'worker',
  async run(tx, { church, clock }, { link, said }) {
    const { id } = church
    if (!(await holdLink(tx, id, link.id)) || (await linkedGroup(tx, id, link)) === undefined) return 'gone'
    const row = await lockMeeting(tx, id, said.meeting, sql`group_id = ${link.subject} and ${isAbout(clock.now())}`)
    if (row === undefined) return 'gone'
    const meeting = heldOf(row)
    if (meeting.status !== 'open' && meeting.status !== 'planned') return 'over'
    const marks = await marksOf(tx, id, link, meeting, said)
    const known = await knownMarks(tx, id, meeting.id, marks)
    const { created, changed } = await recordMarks(tx, id, meeting, { marks, known, source: 'link' })
    if (created + changed > 0) await countAnew(tx, id, meeting.id)
    await tellAttendance(tx, church, meeting.id, { source: 'link', by: LINK })
    return 'saved'
  },
})

/** What the form changes: of two who tick at the same time neither takes back what the other one ticked. */
async function marksOf(
  tx: Tx,
  church: number,
  link: KeptLink,
  meeting: RolledMeeting,
  { shown, was, here }: SaidRoll,
): Promise<Mark[]> {
  const members = await membersOf(tx, church, link, meeting, MOST_MEMBERS)
  return members.flatMap(({ id, person_id, role, state }): Mark[] => {
    if (!shown.has(id) || (here.has(id) === was.has(id) && state !== null && state !== 'undone')) return []
    const comes = state === null && { role: comesAs(role) }
    return [{ person_id, state: here.has(id) ? 'present' : 'absent', ...comes }]
  })
}
