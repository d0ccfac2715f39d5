/** Removes a person: they keep their record and leave the lists (spec, States, Removal). */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { touchFamilies } from './families.ts'
import { personPrinter } from './fields.ts'
import { type Author, COMMAND_LINE, keepHistory } from './history.ts'
import { EVERYBODY } from './visible-person.ts'

const { column, columns, print } = personPrinter

/**
 * Removes a person and records `person.deleted`. Removing them again changes nothing.
 * @param within whom the caller sees, judged when the record is locked
 * @returns JSON text of the person
 * @throws ApiError `not_found`
 */
export async function removePerson(
  database: Database,
  church: Church,
  id: number,
  by: Author = COMMAND_LINE,
  within: Sql = EVERYBODY,
): Promise<string> {
  return await database.writeAlone(church.id, async tx => {
    const [before] = await tx.text(
      sql`select ${columns} from people as t
        where church_id = ${church.id} and id = ${id} and ${within} for update`,
    )
    if (before === undefined) throw new ApiError('not_found', { message: `This church has no person ${id}.` })
    if (column(before, 'deleted_at') !== null) return print(before)
    const [row = []] = await tx.text(sql`update people as t set deleted_at = ${tx.now}::timestamptz,
      updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${id} returning ${columns}`)
    const marks = { id, branch_id: Number(column(row, 'branch_id')), status: column(row, 'status') ?? '' }
    await tally(tx, church.id, 'people', [
      { ...marks, n: -1 },
      { ...marks, removed: true, n: 1 },
    ])
    await record(tx, church, 'person.deleted', print(row))
    const family = column(row, 'family_id')
    await touchFamilies(tx, church.id, family === null ? [] : [Number(family)])
    keepHistory(tx, church.id, { person: id, kind: 'removed', by })
    return print(row)
  })
}
