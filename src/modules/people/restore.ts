/** Takes a person who was removed back into the lists. */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { checkPlanLimit } from './create.ts'
import { touchFamilies } from './families.ts'
import { personPrinter } from './fields.ts'
import { type Author, COMMAND_LINE, keepHistory } from './history.ts'
import { EVERYBODY } from './visible-person.ts'

const { changes, column, columns, print } = personPrinter

/**
 * Restores a removed person and records `person.updated`, whose `previous` has the old `deleted_at`. Restoring somebody
 * who is not removed changes nothing.
 * @param within whom the caller sees, judged when the record is locked
 * @returns JSON text of the person
 * @throws ApiError `not_found`, `plan_limit_reached`, or `validation_failed` for a record that was merged into another
 */
export async function restorePerson(
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
    if (column(before, 'deleted_at') === null) return print(before)
    await checkNotMerged(tx, church.id, id)
    await checkPlanLimit(tx, church)
    const [row = []] = await tx.text(sql`update people as t set deleted_at = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id} returning ${columns}`)
    const marks = { id, branch_id: Number(column(row, 'branch_id')), status: column(row, 'status') ?? '' }
    await tally(tx, church.id, 'people', [
      { ...marks, removed: true, n: -1 },
      { ...marks, n: 1 },
    ])
    const deleted = changes(before, row).find(([name]) => name === 'deleted_at')?.[1]
    await record(tx, church, 'person.updated', print(row), `{"deleted_at":${deleted}}`)
    const family = column(row, 'family_id')
    await touchFamilies(tx, church.id, family === null ? [] : [Number(family)])
    keepHistory(tx, church.id, { person: id, kind: 'restored', by })
    return print(row)
  })
}

async function checkNotMerged(tx: { first: Database['read']['first'] }, church: number, id: number): Promise<void> {
  const merged = await tx.first<{ into: number }>(sql`select merged_into_id as into from people
    where church_id = ${church} and id = ${id} and merged_into_id is not null`)
  if (merged === undefined) return
  const problems = new Problems()
  problems.add('id', `was merged into person ${merged.into} and cannot be restored`)
  problems.throwIfAny()
}
