/** What a merge of two people would move, counted before somebody decides. */
import { every, ident, join, sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { limitOf } from '../../resource/limit.ts'
import { checkVisible } from '../../resource/list.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import type { RecordWords } from '../../texts/resource-phrases.ts'
import { people } from './people.ts'

/** What points at a person in one table. */
export interface MovedCount extends RecordWords {
  table: string
  /** Of what the member sees; null for what the member may not read. */
  count: number | null
}

export const mergeCounts = view({
  name: 'merge_counts',
  may: within(STAFF),
  fields: {
    id: field.ref('people').required(),
    into: field.ref('people').settable().doc('who stays: what they have already is not counted'),
  },
  async run({ read, house: { movedReferences } }, caller, { id, into }): Promise<MovedCount[]> {
    await checkVisible(read, people, caller, id)
    if (into) await checkVisible(read, people, caller, into)
    const church = caller.church.id
    const counts = movedReferences.map(({ table, read: resource, ofBranches, sight, left }) => {
      if (!caller.scopes.includes(`${resource}:read`)) return sql`null as ${ident(table)}`
      // The records of a person in sight may belong to branches that are not.
      const seen = every([(ofBranches && limitOf('branch_id', caller)) || sql`true`, sight?.(caller) ?? sql`true`])
      const moved = into && left ? sql`not ${left(church, into)}` : sql`true`
      return sql`(select count(*) from ${ident(table)} as t
        where church_id = ${church} and person_id = ${id} and ${seen} and ${moved}) as ${ident(table)}`
    })
    const row = await read.first<Record<string, number | null>>(sql`select ${join(counts)}`)
    return movedReferences.map(({ table, words }) => ({ table, ...words, count: row?.[table] ?? null }))
  },
})
