/** The members of a file, put into their groups together: one event tells of each group. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Caller } from '../../resource/caller.ts'
import { authorOf } from '../people/history.ts'
import { type Added, holdGroup, putInto } from './add-members.ts'
import { tellAdded } from './events.ts'

/** What a row says, checked. */
interface MemberRow {
  group_id: number
  person_id?: number
  role?: string
  joined_on?: string
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
      const people = sql`id = any(${idArray(alike.map(({ person_id = 0 }) => person_id))}) and not removed`
      // Those of the file before may have taken places.
      const now = { ...group, member_count: group.member_count + all.added.length }
      const { added, already } = await putInto(tx, church, now, people, { role, joined_on, source: 'import' })
      for (const { id: membership, person_id } of added) {
        made.set(alike.find(row => row.person_id === person_id)?.at ?? 0, membership)
      }
      all.added.push(...added)
      all.already += already
    }
    const telling = { source: 'import', by: authorOf(caller), already: all.already, bulk: members.length > 1 } as const
    await tellAdded(tx, church, group, all.added, telling)
  }
  return made
}
