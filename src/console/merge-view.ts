/** What a merge of two people would move, counted before somebody decides. Here, since every module has a part in it. */
import { ident, join, sql } from '../db/sql.ts'
import type { PersonTable } from '../modules/people/merge.ts'
import { people } from '../modules/people/people.ts'
import { MOVES, type MovedTable } from '../modules/people-moves.ts'
import { limitOf } from '../resource/limit.ts'
import { checkVisible } from '../resource/list.ts'
import { view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'

/** By table, what points at a person, of what the member sees; null for what the member may not read. */
export type MergeCounts = Record<MovedTable, number | null>

export const MERGE_VIEW = view({
  name: 'merge_counts',
  fields: {
    id: field.ref().required(),
    into: field.ref().settable().doc('who stays: what they have already is not counted'),
  },
  async run({ database }, caller, { id = 0, into }) {
    await checkVisible(database.read, people, caller, id)
    if (into) await checkVisible(database.read, people, caller, into)
    const tables: PersonTable[] = MOVES.flatMap(({ tables }) => [...tables])
    const counts = tables.map(({ table, read, ofBranches, left }) => {
      if (!caller.scopes.includes(`${read}:read`)) return sql`null as ${ident(table)}`
      // The records of a person in sight may belong to branches that are not.
      const seen = (ofBranches && limitOf('branch_id', caller)) || sql`true`
      const moved = into && left ? sql`not ${left(caller.church.id, into)}` : sql`true`
      return sql`(select count(*) from ${ident(table)} as t
        where church_id = ${caller.church.id} and person_id = ${id} and ${seen} and ${moved}) as ${ident(table)}`
    })
    return JSON.stringify(await database.read.first<MergeCounts>(sql`select ${join(counts)}`))
  },
})
