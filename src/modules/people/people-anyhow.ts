/** Finds people of files by what a list of a class has of them, in one cell: the whole name, the member number or the e-mail. */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { fold } from '../../lib/fold.ts'
import type { Caller } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { bareNumber, holdersOf } from './import-numbers.ts'
import { visibleTo } from './visible-person.ts'

/** Who is meant by the text of a column; undefined for no text, and, with problems added, for one that does not tell. */
export type FindPerson = (column: string, text: string | undefined, problems: Problems) => number | undefined

/** Looks among the people in the caller's sight. @param texts all that will be asked for */
export async function personFinder(db: Db, caller: Caller, texts: readonly string[]): Promise<FindPerson> {
  const wanted = [...new Set(texts.map(fold))]
  const held = await holdersOf(
    db,
    caller.church,
    texts.filter(text => /^\d{1,40}$/.test(text)),
  )
  const holders = [...held.values()].flat().map(({ id }) => id)
  const found = await db.all<{ id: number; names: string[]; member_no: string }>(sql`select id,
      array[folded(full_name), folded(member_no), folded(coalesce(email, ''))] as names, member_no
    from people where church_id = ${caller.church.id} and not removed and ${visibleTo(caller)}
      and (array[folded(full_name), folded(member_no), folded(coalesce(email, ''))] && ${wanted}::text[]
        or id = any(${idArray(holders)}))`)
  return (column, text, problems) => {
    if (text === undefined) return undefined
    const exact = found.filter(({ names }) => names.includes(fold(text)))
    const meant = exact.length > 0 ? exact : found.filter(one => bareNumber(one.member_no) === bareNumber(text))
    if (meant.length === 0) problems.add(column, because('names nobody on record: add them first'))
    if (meant.length > 1) problems.add(column, because('names several people: write their member number'))
    return meant.length === 1 ? meant[0]?.id : undefined
  }
}
