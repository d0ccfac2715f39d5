/** The status that the church chose for those who graduate, and taken back. People's own events tell of it. */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { STATUSES } from '../people/fields.ts'
import { personPrinter } from '../people/fields.ts'
import type { Author } from '../people/history.ts'
import { changePerson } from '../people/update.ts'

type Status = (typeof STATUSES)[number]

const { column, columns } = personPrinter

/** People, locked in the order of their ids. */
const hold = (tx: Tx, church: number, ids: readonly number[]): Promise<TextRow[]> =>
  tx.text(sql`select ${columns} from people as t where church_id = ${church} and id = any(${idArray(ids)}) and not removed
    order by id for no key update`)

/** Sets the status of people. @returns as they are then, with the status from before where it was another */
export async function setStatus(
  tx: Tx,
  church: Church,
  people: ReadonlyMap<number, string>,
  by: Author,
): Promise<{ id: number; row: TextRow; before: string | null }[]> {
  const done: { id: number; row: TextRow; before: string | null }[] = []
  for (const row of await hold(tx, church.id, [...people.keys()])) {
    const id = Number(column(row, 'id'))
    const [before, wanted] = [column(row, 'status'), people.get(id)]
    const after = await changePerson(tx, church, row, { change: { status: wanted as Status }, by })
    done.push({ id, row: after, before: before === wanted ? null : before })
  }
  return done
}
