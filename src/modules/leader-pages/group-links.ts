/** Links by which a leader or teacher sees one group and takes its roll without an account (decision 0024): made, listed, revoked. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { keptLink } from '../../links/kept-link.ts'
import { action, view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { takeBackAddresses } from '../files/files.ts'
import { groups } from '../groups/groups.ts'
import { DECIDE } from '../groups/join-requests.ts'
import { authorOf } from '../people/history.ts'
import { living } from '../people/living.ts'

/** The links. Each is for an active member of its group, and leads nowhere once they have left it. */
export const groupLink = keptLink({ kind: 'group', module: 'groups' })

/** A link as lists show it. */
export interface GroupLink {
  id: number
  group_id: number
  /** How its secret begins. */
  prefix: string
  /** Who it was made for; null where their branch is out of sight. */
  full_name: string | null
  made_by: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
  /** Whether it leads somewhere: it is not revoked, and who it was made for lives and belongs to the group. */
  works: boolean
}

/** Staff, and leaders for the groups that are entrusted to them. */
const may = within(DECIDE)

/** Whose name somebody is told, over `people as p`. */
const namedTo = ({ visible }: Caller): Sql =>
  visible === null ? sql`true` : sql`p.branch_id = any(${[...visible]}::bigint[])`

/** True of a membership `m` that a link `k` of its group stands on. */
const BELONGS = sql`m.group_id = k.subject_id and m.person_id = k.person_id and m.status = 'active'`

export const makeLink = action({
  name: 'kept_links.make',
  logged: 'Made a link for a leader',
  done: 'The link is made. It is shown once.',
  may,
  fields: {
    group_id: field.ref('groups').required().label('Group'),
    member_id: field.ref('group_members').required().label('For').doc('A membership of the group: who the link is for'),
  },
  target: ({ group_id }) => String(group_id),
  async run(tx, { caller, note, baseUrl }, { group_id, member_id }) {
    await checkVisible(tx, groups, caller, group_id)
    const church = caller.church.id
    const member = await tx.first<{ person_id: number; full_name: string }>(sql`select m.person_id, p.full_name
      from group_members as m join people as p on p.church_id = ${church} and p.id = m.person_id
      where m.church_id = ${church} and m.group_id = ${group_id} and m.id = ${member_id} and m.status = 'active'
        and ${living()} and ${namedTo(caller)}`)
    const problems = new Problems()
    if (member === undefined) problems.add('member_id', because('names no active member of this group'))
    problems.throwIfAny()
    const { person_id, full_name } = member ?? { person_id: 0, full_name: '' }
    const by = authorOf(caller).name ?? ''
    const made = await groupLink.make(tx, {
      church,
      subject: group_id,
      person: person_id,
      by,
      within: caller.branch_id,
    })
    note({ detail: { id: made.id, prefix: made.prefix, person_id } })
    return { id: made.id, prefix: made.prefix, full_name, url: `${baseUrl()}${made.path}` }
  },
})

/** When it is done, no node takes the link any more; what was being saved by it is saved. Revoking it again changes nothing. */
export const revokeLink = action({
  name: 'kept_links.revoke',
  logged: 'Revoked a link of a leader',
  done: 'The link no longer works.',
  may,
  fields: { id: field.ref().required() },
  async run(tx, { caller, note }, { id }) {
    const church = caller.church.id
    const link = await tx.first<{ subject_id: number; prefix: string; revoked_at: string | null }>(sql`
      select subject_id, prefix, revoked_at from kept_links
      where church_id = ${church} and id = ${id} and kind = ${groupLink.kind} for update`)
    if (link === undefined) throw new ApiError('not_found')
    await checkVisible(tx, groups, caller, link.subject_id)
    note({ target: String(link.subject_id), detail: { id, prefix: link.prefix } })
    if (link.revoked_at === null) {
      await tx.run(sql`update kept_links set revoked_at = ${tx.now}::timestamptz
        where church_id = ${church} and id = ${id}`)
      // Its page gave out addresses of files, which are good for a day.
      await takeBackAddresses(tx, church, sql`id = ${link.subject_id}`)
    }
    return { id }
  },
})

/** Where groups become confidential, the links to them are revoked. */
export const endLinksOfGroups = (tx: Tx, church: number, groups: readonly number[]): Promise<number> =>
  tx.run(sql`update kept_links set revoked_at = ${tx.now}::timestamptz
    where church_id = ${church} and kind = ${groupLink.kind} and subject_id = any(${idArray(groups)}) and revoked_at is null`)

/** The links of a group, revoked ones too, oldest first. */
export const linksView = view({
  name: 'group_links',
  may,
  fields: { id: field.ref('groups').required() },
  async run({ read }, caller, { id }): Promise<GroupLink[]> {
    await checkVisible(read, groups, caller, id)
    return await linksOf(read, caller, sql`k.subject_id = ${id}`)
  },
})

/** Links of groups. @param which of them, over the columns of `kept_links as k` */
export async function linksOf(read: Db, caller: Caller, which: Sql): Promise<GroupLink[]> {
  const church = caller.church.id
  const rows = await read.all<GroupLink>(sql`select k.id, k.subject_id as group_id, k.prefix,
      case when ${namedTo(caller)} then p.full_name end as full_name, k.made_by, k.created_at, k.last_used_at,
      k.revoked_at, k.revoked_at is null and m.id is not null and ${living()} as works
    from kept_links as k
      left join people as p on p.church_id = ${church} and p.id = k.person_id
      left join group_members as m on m.church_id = ${church} and ${BELONGS}
    where k.church_id = ${church} and k.kind = ${groupLink.kind} and ${which} order by k.id`)
  const moment = (text: string | null): string | null => (text === null ? null : printTimestamp(text))
  return rows.map(row => ({
    ...row,
    created_at: printTimestamp(row.created_at),
    last_used_at: moment(row.last_used_at),
    revoked_at: moment(row.revoked_at),
  }))
}

/** The group of a link that was opened, while who it was made for lives and belongs to it. */
export const linkedGroup = (
  read: Pick<Db, 'first'>,
  church: number,
  link: { subject: number; person: number | null },
): Promise<{ name: string; kind: string } | undefined> =>
  read.first(sql`select g.name, g.kind from groups as g
      join group_members as m on m.church_id = ${church} and m.group_id = g.id and m.person_id = ${link.person}
        and m.status = 'active'
      join people as p on p.church_id = ${church} and p.id = m.person_id and ${living()}
    where g.church_id = ${church} and g.id = ${link.subject} and g.status <> 'closed'`)
