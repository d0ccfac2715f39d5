/** Groups of one name, of which some are closed: a file that means another than somebody may think says so. */
import type { Db } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import type { Caller } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { msg } from '../../texts/language.ts'
import { type Said, withMore } from '../../texts/said.ts'
import { groupsInSight } from './sight.ts'

/** Over the columns of `groups`. */
const SIGHTED = { limitTo: 'branch_id', sight: groupsInSight } as const

/** Names that are told in a note. */
const MOST_TOLD = 5

/** What is said of a name that a group has which goes on, and others which are closed. */
export const openNamesake = (name: string): Said => ({
  message: msg('{name} is the name of a closed group, too: the one that goes on is meant.'),
  values: { name },
})

/** @returns what is said of groups of a file that are called as closed ones are; nothing where there are none */
export async function closedNamesakes(db: Db, caller: Caller, names: readonly string[]): Promise<Said[]> {
  const found = await db.all<{ name: string }>(sql`select distinct on (search) name from groups
    where ${every([sql`church_id = ${caller.church.id}`, sql`status = 'closed'`, ...sightOf(SIGHTED, caller)])}
      and search = any(${names.map(fold)}::text[]) order by search`)
  if (found.length === 0) return []
  const told = found.slice(0, MOST_TOLD).map(({ name }) => name)
  return [
    {
      message: msg(
        'Closed ones on record are called as those of the file: {names}. Others that go on are meant, or added beside them; open a closed one again first where it is meant.',
      ),
      values: { names: { all: withMore(told, found.length) } },
    },
  ]
}
