/** The statements by which everybody moves up, each for all pupils at once. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { ENDED } from '../../texts/end-reasons.ts'
import { countAnew } from '../groups/add-members.ts'
import { leftOn } from '../groups/people-of-groups.ts'

/** What its statements are about. */
export interface Moving {
  church: Church
  /** Of the promotion. */
  id: number
}

/**
 * Locks the classes of a promotion and all others of its years, in the order of their ids: whoever joins or leaves them waits.
 * @returns their ids
 */
export async function holdClasses(tx: Tx, { church, id }: Moving): Promise<number[]> {
  const mine = sql`church_id = ${church.id} and promotion_id = ${id}`
  const held = await tx.all<{ id: number }>(sql`select id from groups where church_id = ${church.id} and id in (
      select from_group_id from promotion_moves where ${mine} union select to_group_id from promotion_moves where ${mine}
      union select d.group_id from class_details as d join promotions as p on p.church_id = ${church.id} and p.id = ${id}
        and d.school_year_id in (p.from_year_id, p.to_year_id) where d.church_id = ${church.id})
    order by id for no key update`)
  return held.map(group => group.id)
}

/** Locks the years of a promotion behind its classes: no class is put into one of them, or out of it, meanwhile. */
export const holdYearsOf = (tx: Tx, { church }: Moving, years: readonly number[]): Promise<unknown> =>
  tx.run(
    sql`select 1 from school_years where church_id = ${church.id} and id = any(${idArray(years)}) order by id for update`,
  )

/** Passes over whom nothing can be done for any more: `skipped`, with the reason. */
export async function skipChanged(tx: Tx, { church: { id: church }, id }: Moving): Promise<void> {
  await tx.run(sql`update promotion_moves as t set from_membership_id = m.id from group_members as m
    where t.church_id = ${church} and t.promotion_id = ${id} and t.result = 'planned' and m.church_id = ${church}
      and m.group_id = t.from_group_id and m.person_id = t.person_id and m.status = 'active' and m.role = 'member'`)
  await tx.run(sql`
    with judged as (
      select t.person_id, case when who.removed then 'removed' when who.status = 'deceased' then 'deceased'
          when t.from_membership_id is null then 'left_class' when source.hidden then 'class_closed' end as reason
      from promotion_moves as t
      join people as who on who.church_id = ${church} and who.id = t.person_id
      join groups as source on source.church_id = ${church} and source.id = t.from_group_id
      where t.church_id = ${church} and t.promotion_id = ${id} and t.result = 'planned')
    update promotion_moves as t set result = 'skipped', reason = judged.reason from judged
    where t.church_id = ${church} and t.promotion_id = ${id} and t.person_id = judged.person_id and judged.reason is not null`)
}

/** A class with more members than places, when all have moved. */
export interface Overfull {
  id: number
  name: string
  capacity: number
  members: number
}

/** Classes that pupils come into and that would be overfull. */
export const overfull = (
  tx: Pick<Tx, 'all'>,
  { church: { id: church }, id }: { church: Pick<Church, 'id'>; id: number },
) =>
  tx.all<Overfull>(sql`
    with coming as (select t.to_group_id as id, count(*) filter (where has.id is null) as n
        from promotion_moves as t left join group_members as has on has.church_id = ${church}
          and has.group_id = t.to_group_id and has.person_id = t.person_id and has.status = 'active'
        where t.church_id = ${church} and t.promotion_id = ${id} and t.result = 'planned' and t.action = 'move'
        group by t.to_group_id),
      going as (select from_group_id as id, count(*) as n from promotion_moves
        where church_id = ${church} and promotion_id = ${id} and result = 'planned' and action <> 'stay'
        group by from_group_id)
    select g.id, g.name, g.capacity, (g.member_count + coming.n - coalesce(going.n, 0))::int as members
    from groups as g join coming on coming.id = g.id left join going on going.id = g.id
    where g.church_id = ${church} and not g.hidden and g.member_count + coming.n - coalesce(going.n, 0) > g.capacity order by g.id`)

/** Classes that a refusal names: of a church with hundreds it tells how many more there are. */
const MOST_NAMED = 20

/** @throws ApiError `no_places`, naming the classes that would be overfull */
export async function checkPlaces(tx: Tx, moving: Moving): Promise<void> {
  const full = await overfull(tx, moving)
  if (full.length === 0) return
  const each = full.slice(0, MOST_NAMED).map(({ name, capacity: count, members }) =>
    because('{name} would have {members} members in {count, plural, one {# place} other {# places}}', {
      name,
      members,
      count,
    }),
  )
  if (full.length > MOST_NAMED)
    each.push(
      because(
        '{count, plural, one {# more class would have too many members} other {# more classes would have too many members}}',
        {
          count: full.length - MOST_NAMED,
        },
      ),
    )
  const advice = because('Nobody moved. Give these classes more places, or say that it is meant.')
  throw new ApiError('no_places', { message: [each.join('; '), advice].join('. ') })
}

/** What stands beside a membership that ended. */
const REASONS = sql`case when m.action = 'move' then ${ENDED.movedUp} when m.action = 'graduate' then ${ENDED.graduated}
  else ${ENDED.leftAtEndOfYear} end`

/** Memberships end and begin; the counts of the classes are right. @param classes all that are concerned, locked */
export async function moveMembers(tx: Tx, { church, id }: Moving, classes: readonly number[]): Promise<void> {
  await tx.run(sql`update group_members as t set status = 'left', left_on = ${leftOn(tx, church.id)},
      left_reason = ${REASONS}, updated_at = ${tx.now}::timestamptz
    from promotion_moves as m where t.church_id = ${church.id} and t.id = m.from_membership_id and m.church_id = ${church.id}
      and m.promotion_id = ${id} and m.result = 'planned' and m.action <> 'stay'`)
  await tx.run(sql`
    with fresh as (
      insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
      select m.church_id, m.to_group_id, m.person_id, g.branch_id, 'member',
        (${tx.now}::timestamptz at time zone b.timezone)::date, 'promotion', ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from promotion_moves as m join groups as g on g.church_id = m.church_id and g.id = m.to_group_id
        join branches as b on b.church_id = m.church_id and b.id = g.branch_id
        left join group_members as has on has.church_id = m.church_id and has.group_id = m.to_group_id
          and has.person_id = m.person_id and has.status = 'active'
      where m.church_id = ${church.id} and m.promotion_id = ${id} and m.result = 'planned' and m.action = 'move'
        and has.id is null order by m.to_group_id, m.person_id
      returning id, person_id)
    update promotion_moves as t set to_membership_id = fresh.id from fresh
    where t.church_id = ${church.id} and t.promotion_id = ${id} and t.person_id = fresh.person_id`)
  await countAnew(tx, church.id, classes)
}

/** Grades move, from those that the draft was drawn up with. */
export async function moveGrades(tx: Tx, { church: { id: church }, id }: Moving): Promise<void> {
  await tx.run(sql`insert into child_details (church_id, person_id, branch_id, grade, created_at, updated_at)
    select ${church}, m.person_id, p.branch_id, m.grade_after, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from promotion_moves as m join people as p on p.church_id = m.church_id and p.id = m.person_id
    where m.church_id = ${church} and m.promotion_id = ${id} and m.result = 'planned'
      and m.grade_after is distinct from m.grade_before order by m.person_id
    on conflict (church_id, person_id) do update set grade = excluded.grade, updated_at = excluded.updated_at`)
}

/** Where the new year has no classes of its own, those of the old one go on into it. @returns their ids */
export async function carryClasses(tx: Tx, church: number, from: number, to: number): Promise<number[]> {
  const carried = await tx.all<{ group_id: number }>(sql`update class_details set school_year_id = ${to},
      updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and school_year_id = ${from} and group_id in (select id from groups
      where church_id = ${church} and kind = 'class' and status = 'active' and not hidden) returning group_id`)
  return carried.map(({ group_id }) => group_id)
}

/** Sets the result of all moves that have another one. */
export const settle = (tx: Tx, { church, id }: Moving, from: string, to: string): Promise<number> =>
  tx.run(sql`update promotion_moves set result = ${to} where church_id = ${church.id} and promotion_id = ${id}
    and result = ${from}`)

/** People of a promotion, by what is meant for them. */
export async function peopleWith(tx: Tx, { church, id }: Moving, result: string, action: string): Promise<number[]> {
  const rows = await tx.all<{ person_id: number }>(sql`select person_id from promotion_moves
    where church_id = ${church.id} and promotion_id = ${id} and result = ${result} and action = ${action} order by person_id`)
  return rows.map(({ person_id }) => person_id)
}

/** What of graduates a promotion changed, kept for its undoing. */
export async function keepChanged(
  tx: Tx,
  { church: { id: church }, id }: Moving,
  statuses: ReadonlyMap<number, string>,
  tagged: readonly number[],
): Promise<void> {
  const rows = [...statuses].map(([person, status]) => ({ person, status }))
  await tx.run(sql`update promotion_moves as t set status_before = one.status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (person bigint, status text)
    where t.church_id = ${church} and t.promotion_id = ${id} and t.person_id = one.person`)
  await tx.run(sql`update promotion_moves set tag_added = true where church_id = ${church} and promotion_id = ${id}
    and person_id = any(${idArray(tagged)})`)
}
