/** The members of a file, put into their groups together: one event tells of each group. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import type { Caller } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { HAS_DIED } from '../../texts/import-refusals.ts'
import { authorOf } from '../people/history.ts'
import { diedAmong, living } from '../people/living.ts'
import { type Added, checkTakes, type Filling, holdGroup, placesLeft, putInto } from './add-members.ts'
import { tellAdded } from './events.ts'

/** What a row says, checked. */
interface MemberRow {
  group_id: number
  person_id?: number
  role?: string
  joined_on?: string
}

/**
 * @returns what is wrong with rows whose groups take nobody, or have no place left for them, and with those of whoever has died, by the
 * place of the row. A group that is still to be made is 0.
 */
export async function judgeMembers(
  db: Db,
  { church }: Caller,
  rows: readonly MemberRow[],
): Promise<Map<number, Problems>> {
  const ids = [...new Set(rows.map(({ group_id }) => group_id))]
  const people = [...new Set(rows.map(({ person_id = 0 }) => person_id))]
  const [groups, members, died] = await Promise.all([
    db.all<Filling & { id: number }>(sql`select id, name, status, capacity, member_count from groups
      where church_id = ${church.id} and id = any(${idArray(ids)})`),
    db.all<{ group_id: number; person_id: number }>(sql`select group_id, person_id from group_members
      where church_id = ${church.id} and status = 'active' and group_id = any(${idArray(ids)})
        and person_id = any(${idArray(people)})`),
    diedAmong(db, church.id, people),
  ])
  const known = new Map(groups.map(group => [group.id, group]))
  const inside = new Set(members.map(one => `${one.group_id} ${one.person_id}`))
  const joining = new Map<number, number>()
  const wrong = new Map<number, Problems>()
  for (const [at, { group_id, person_id = 0 }] of rows.entries()) {
    const group = known.get(group_id)
    const problems = new Problems()
    const isNew = !inside.has(`${group_id} ${person_id}`)
    const before = joining.get(group_id) ?? 0
    if (isNew && died.has(person_id)) problems.add('person_id', HAS_DIED)
    if (group !== undefined) checkTakes(group, problems)
    if (group !== undefined && isNew && before >= placesLeft(group)) problems.add('group_id', noPlaceIn(group))
    if (problems.any) wrong.set(at, problems)
    else if (isNew) {
      inside.add(`${group_id} ${person_id}`)
      joining.set(group_id, before + 1)
    }
  }
  return wrong
}

function noPlaceIn(group: Filling): string {
  const { name } = group
  const count = placesLeft(group)
  return count === 0
    ? because('names a group without a place for them: {name} has no place left', { name })
    : because(
        'names a group without a place for them: {name} has {count, plural, one {# place} other {# places}} left',
        { name, count },
      )
}

/** @returns the ids of the memberships that were made, by the place of the row; who is a member already stays one */
export async function importMembers(tx: Tx, caller: Caller, rows: readonly MemberRow[]): Promise<Map<number, number>> {
  const { church } = caller
  const made = new Map<number, number>()
  const placed = rows.map((row, at) => ({ ...row, at }))
  // Groups are locked in one order, so that two imports cannot wait for each other.
  const groups = [...groupBy(placed, ({ group_id }) => group_id)].sort(([one], [other]) => one - other)
  for (const [id, members] of groups) {
    const group = await holdGroup(tx, church.id, id)
    const all: Added = { added: [], already: 0 }
    for (const alike of groupBy(members, ({ role = 'member', joined_on = '' }) => `${role} ${joined_on}`).values()) {
      const [{ role = 'member', joined_on } = members[0] ?? { role: 'member' }] = alike
      // Of rows that name one person the first is theirs.
      const rowOf = new Map(alike.toReversed().map(({ person_id = 0, at }) => [person_id, at]))
      const people = sql`id = any(${idArray([...rowOf.keys()])}) and ${living(sql`people`)}`
      // Those of the file before may have taken places.
      const now = { ...group, member_count: group.member_count + all.added.length }
      const { added, already } = await putInto(tx, church, now, people, { role, joined_on, source: 'import' })
      for (const { id: membership, person_id } of added) made.set(rowOf.get(person_id) ?? 0, membership)
      all.added.push(...added)
      all.already += already
    }
    const telling = { source: 'import', by: authorOf(caller), already: all.already, bulk: members.length > 1 } as const
    await tellAdded(tx, church, group, all.added, telling)
  }
  return made
}
