/** Puts people into a group: once each, within its places, with its counts and one event. */
import { idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import { type Said, saidIn } from '../../texts/said.ts'
import { dayIn } from '../church/days.ts'
import { type AddedMember, type Adding, type ToldGroup, tellAdded } from './events.ts'

/** What of a group tells whether it takes members, and how many. */
export interface Filling {
  name: string
  status: string
  capacity: number | null
  member_count: number
}

const FULL = msg(
  '{left, plural, =0 {{name} has no place left.} one {{name} has # place left, and {wanted} would join.} other {{name} has # places left, and {wanted} would join.}} Nobody was added; give the group more places first.',
)

/** A group that is locked. */
export interface LockedGroup extends ToldGroup, Filling {
  joining: string
  leader_count: number
}

/** Locks a group: who joins or leaves waits for the others, so that the counts are exact. @throws ApiError `not_found` */
export async function holdGroup(tx: Tx, church: number, id: number): Promise<LockedGroup> {
  const group = await tx.first<LockedGroup>(sql`select id, name, kind, branch_id, hidden, status, joining, capacity,
      member_count, leader_count
    from groups where church_id = ${church} and id = ${id} for no key update`)
  if (group === undefined) throw new ApiError('not_found')
  return group
}

/** Names a group that takes nobody at all, whoever asks or adds. */
export function checkTakes({ status }: Filling, problems: Problems): void {
  if (status !== 'active')
    problems.add('group_id', because('names a group that is {status}: nobody can join it', { status }))
}

/** Places that are left; Infinity where there is no limit. */
export const placesLeft = ({ capacity, member_count }: Filling): number =>
  capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - member_count)

/** What they become. */
export interface Becoming extends Adding {
  role: string
  /** Default: today in the time zone of the group's branch. */
  joined_on?: string | undefined
  /** It was one act for several, however many of them were new. */
  bulk: boolean
}

/** What was done. */
export interface Added {
  added: AddedMember[]
  /** How many of those who were meant are members already. */
  already: number
}

/**
 * Adds people who are not active members yet, and tells of it.
 * @param group locked
 * @param people the condition on `people` who are meant; nobody who is removed among them
 * @throws ApiError `no_places` where they are more than the group has places for; `validation_failed` for a group that is
 * paused or closed; nobody is added
 */
export async function addMembers(
  tx: Tx,
  church: Church,
  group: LockedGroup,
  people: Sql,
  { by, bulk, ...becoming }: Becoming,
): Promise<Added> {
  const { added, already } = await putInto(tx, church, group, people, becoming)
  await tellAdded(tx, church, group, added, { source: becoming.source, by, already, bulk })
  return { added, already }
}

/** The same without telling of it, for what is told together. @throws ApiError `no_places`; `validation_failed` */
export async function putInto(
  tx: Tx,
  church: Church,
  group: LockedGroup,
  people: Sql,
  { role, joined_on: said, source }: Omit<Becoming, 'by' | 'bulk'>,
): Promise<Added> {
  const problems = new Problems()
  checkTakes(group, problems)
  problems.throwIfAny()
  const joined_on = said ?? (await dayIn(tx, church.id, group.branch_id))
  const meant = await tx.first<{ n: number }>(sql`select count(*)::int as n from group_members
    where church_id = ${church.id} and group_id = ${group.id} and status = 'active'
      and person_id in (select id from people where church_id = ${church.id} and ${people})`)
  const added = await tx.all<AddedMember>(sql`
    with fresh as (
      insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
      select ${church.id}, ${group.id}, id, ${group.branch_id}, ${role}, ${joined_on}::date, ${source},
        ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from people where church_id = ${church.id} and ${people}
        and id not in (select person_id from group_members
          where church_id = ${church.id} and group_id = ${group.id} and status = 'active')
      order by id
      returning id, person_id, role, joined_on)
    select fresh.id, fresh.person_id, who.full_name, fresh.role, fresh.joined_on::text as joined_on
    from fresh join people as who on who.church_id = ${church.id} and who.id = fresh.person_id order by fresh.id`)
  if (added.length > placesLeft(group)) throw new ApiError('no_places', fullOf(group, added.length))
  await countIn(tx, church.id, group.id, added.length, role === 'leader' ? added.length : 0)
  return { added, already: meant?.n ?? 0 }
}

/** Why so many do not join a group: it comes with its text, since names of groups are any words. */
function fullOf(group: LockedGroup, wanted: number): { message: string; said: Said } {
  const said = { message: FULL, values: { name: group.name, left: placesLeft(group), wanted } }
  return { message: saidIn(ENGLISH, said), said }
}

/**
 * Over the columns of `groups as t`: when it was last changed by more than a count of its members. A change that follows a count in
 * the same transaction has the same moment, and is taken for the count: whoever changes a group and counts it changes it first.
 */
export const CHANGED_AT = sql`case when t.updated_at = t.counted_at then t.counted_from else t.updated_at end`

/** Counting moves `updated_at`, and keeps when the group was last changed by anything else. */
const counting = (tx: Tx): Sql => sql`counted_from = ${CHANGED_AT}, counted_at = ${tx.now}::timestamptz,
      updated_at = ${tx.now}::timestamptz`

/** Adds to the counts of a group, which is locked. */
export async function countIn(tx: Tx, church: number, group: number, members: number, leaders: number): Promise<void> {
  if (members === 0 && leaders === 0) return
  await tx.run(sql`update groups as t set member_count = member_count + ${members}, leader_count = leader_count + ${leaders},
    ${counting(tx)} where church_id = ${church} and id = ${group}`)
}

/** Counts groups anew from their members, which a merge or removal changed. */
export async function countAnew(tx: Tx, church: number, groups: readonly number[]): Promise<void> {
  if (groups.length === 0) return
  await tx.run(sql`
    with counted as (select group_id, count(*) as members, count(*) filter (where role = 'leader') as leaders
      from group_members where church_id = ${church} and status = 'active' and group_id = any(${idArray(groups)})
      group by group_id)
    update groups as t set member_count = coalesce(counted.members, 0), leader_count = coalesce(counted.leaders, 0),
      ${counting(tx)}
    from unnest(${idArray(groups)}) as touched (id) left join counted on counted.group_id = touched.id
    where t.church_id = ${church} and t.id = touched.id`)
}
