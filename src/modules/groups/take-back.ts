/** What becomes of groups and memberships when the import that made them is taken back. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import {
  CHANGED,
  endedBy,
  idsOf,
  type Judged,
  judgedBy,
  type TakeBack,
  type Undoing,
} from '../../resource/take-back.ts'
import { ENDED } from '../../texts/end-reasons.ts'
import type { StayReason } from '../../texts/stay-reasons.ts'
import { CHANGED_AT, countAnew } from './add-members.ts'
import { groupMembers } from './group-members.ts'
import { groups } from './groups.ts'
import { leftOn } from './people-of-groups.ts'

const ended = endedBy(groups, { status: 'closed' }, CHANGED_AT)

/** Groups that an import made are closed; one in which something was held, written, kept or asked for since, that moved up, or that was entrusted to somebody, stays as it is. */
export const takeBackGroups: TakeBack = {
  ...ended,
  holds: true,
  async judge(db, undoing, records) {
    const judged = await ended.judge(db, undoing, records)
    const made = records.filter(({ action }) => action === 'created')
    const [used, joined] = await Promise.all([
      usedGroups(db, undoing, idsOf(made)),
      joinedSince(db, undoing, idsOf(made)),
    ])
    return new Map(
      [...judged].map(([id, { name, stays = [] }]) => {
        const count = joined.get(id) ?? 0
        const reasons: StayReason[] = [
          ...(stays.length === 0 && joined.has(id) && count === 0 ? [CHANGED] : stays),
          ...(count > 0 ? [{ code: 'members', count } as const] : []),
          ...(used.has(id) ? [{ code: 'used' } as const] : []),
        ]
        return [id, judgedBy(name, reasons)]
      }),
    )
  },
  async remove(tx, undoing, records) {
    // Nobody joined since, so whoever is in it came with the import, in a line of somebody else's as well.
    const ids = idsOf(records)
    await leave(tx, undoing.church.id, sql`group_id = any(${idArray(ids)})`)
    await countAnew(tx, undoing.church.id, ids)
    await ended.remove(tx, undoing, records)
  },
}

const withReason = ({ name, stays = [] }: Judged, reason: StayReason): Judged => ({ name, stays: [...stays, reason] })

/** Groups of which there is more than their members: the import did not make it, and none that was taken back. */
async function usedGroups(
  db: Db,
  { church: { id: church }, id }: Undoing,
  ids: readonly number[],
): Promise<Set<number>> {
  const of = sql`church_id = ${church} and group_id = any(${idArray(ids)})`
  const found = await db.all<{ id: number }>(sql`
    select group_id as id from class_sessions where ${of} and status <> 'discarded'
    union select group_id from attendances where ${of} and state <> 'undone'
    union select group_id from group_posts where ${of}
    union select group_id from group_reports as t where ${of} and not (status = 'draft' and exists (
      select 1 from import_records as r join imports as i on i.church_id = ${church} and i.id = r.import_id
      where r.church_id = ${church} and r.resource = 'group_reports' and r.record_id = t.id and r.undo = 'reversed'
        and i.undone_at >= t.updated_at))
    union select group_id from join_requests where ${of}
    union select c.id from promotions as p cross join lateral unnest(p.carried) as c (id)
      where p.church_id = ${church} and p.status = 'applied' and c.id = any(${idArray(ids)})
    union select from_group_id from promotion_moves
      where church_id = ${church} and from_group_id = any(${idArray(ids)}) and result = 'done'
    union select to_group_id from promotion_moves
      where church_id = ${church} and to_group_id = any(${idArray(ids)}) and result = 'done'
    union select group_id from files where ${of} and status = 'kept'
    union select subject_id from duties where church_id = ${church} and kind = 'group' and subject_id = any(${idArray(ids)})
    union select parent_id from groups where church_id = ${church} and parent_id = any(${idArray(ids)}) and status <> 'closed'
      and id not in (select record_id from import_records
        where church_id = ${church} and import_id = ${id} and resource = 'groups' and action = 'created')`)
  return new Set(found.map(one => one.id))
}

/**
 * Groups whose members somebody changed since the import, each with how many of these are in it by now. What another import
 * brought, or this one, and was taken back is none of it.
 */
async function joinedSince(
  db: Db,
  { church: { id: church }, id }: Undoing,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = await db.all<{ id: number; n: number }>(sql`
    select m.group_id as id, count(*) filter (where m.status = 'active')::int as n from group_members as m
      join imports as i on i.church_id = ${church} and i.id = ${id}
    where m.church_id = ${church} and m.group_id = any(${idArray(ids)}) and m.updated_at > i.completed_at
      and (m.status = 'active' or m.left_reason is distinct from ${ENDED.importTakenBack})
    group by m.group_id`)
  return new Map(found.map(one => [one.id, one.n]))
}

/** Ends memberships. @returns the groups that they were of, in order */
async function leave(tx: Tx, church: number, which: Sql): Promise<number[]> {
  const left = await tx.all<{
    group_id: number
  }>(sql`update group_members as t set status = 'left', left_on = ${leftOn(tx, church)},
      left_reason = ${ENDED.importTakenBack}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and status = 'active' and ${which} returning group_id`)
  return [...new Set(left.map(({ group_id }) => group_id))].sort((one, other) => one - other)
}

/** Ends memberships that an import made. @param which a condition on them */
export async function endMemberships(tx: Tx, { church: { id: church } }: Undoing, which: Sql): Promise<void> {
  await countAnew(tx, church, await leave(tx, church, which))
}

const endedMembers = endedBy(groupMembers, { status: 'left' })

/** Memberships that an import made end; those of people who left since, and of groups that were closed, stay as they are. */
export const takeBackMembers: TakeBack = {
  ...endedMembers,
  async judge(db, undoing, records) {
    const judged = await endedMembers.judge(db, undoing, records)
    const closed = await ofClosedGroups(db, undoing.church.id, idsOf(records))
    return new Map([...judged].map(([id, one]) => [id, closed.has(id) ? withReason(one, { code: 'closed' }) : one]))
  },
  remove: (tx, undoing, records) => endMemberships(tx, undoing, sql`id = any(${idArray(idsOf(records))})`),
}

/** Those of memberships whose groups are closed. */
async function ofClosedGroups(db: Db, church: number, ids: readonly number[]): Promise<Set<number>> {
  const found = await db.all<{ id: number }>(sql`select m.id from group_members as m
      join groups as g on g.church_id = ${church} and g.id = m.group_id and g.status = 'closed'
    where m.church_id = ${church} and m.id = any(${idArray(ids)})`)
  return new Set(found.map(one => one.id))
}
