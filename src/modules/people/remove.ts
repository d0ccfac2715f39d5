/** Removes people, who keep their record and leave the lists, and takes them back (spec, States, Removal). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { checkPlanLimit } from './create.ts'
import { touchFamilies } from './families.ts'
import { personPrinter, shownPerson } from './fields.ts'
import { authorOf, keepHistory } from './history.ts'
import { people } from './people.ts'

const { changes, column, columns, print } = personPrinter

/** What both actions are. Alone: nothing is recorded for a person while they are being removed. */
const ofPerson = { may: within(STAFF), fields: { id: field.ref().required() }, on: people, alone: true } as const

/** Records `person.deleted`. Removing somebody again changes nothing. */
export const removePerson = action({
  name: 'people.remove',
  logged: 'Removed a person',
  done: 'Person removed.',
  ...ofPerson,
  async run(tx, { caller }, _input, _prepared, before) {
    if (isRemoved(before)) return shownPerson(before)
    const row = await setRemoved(tx, caller, before, true)
    await record(tx, caller.church, 'person.deleted', print(row))
    return shownPerson(row)
  },
})

/**
 * Records `person.updated`, whose `previous` has the old `deleted_at`. Restoring somebody who is not removed changes nothing;
 * a record that was merged into another stays where it is.
 */
export const restorePerson = action({
  name: 'people.restore',
  logged: 'Restored a person',
  done: 'Person restored.',
  ...ofPerson,
  async run(tx, { caller }, { id }, _prepared, before) {
    if (!isRemoved(before)) return shownPerson(before)
    await checkNotMerged(tx, caller.church.id, id)
    await checkPlanLimit(tx, caller.church)
    const row = await setRemoved(tx, caller, before, false)
    const deleted = changes(before, row).find(([name]) => name === 'deleted_at')?.[1]
    await record(tx, caller.church, 'person.updated', print(row), `{"deleted_at":${deleted}}`)
    return shownPerson(row)
  },
})

const isRemoved = (row: TextRow): boolean => column(row, 'deleted_at') !== null

/** Sets `deleted_at` of a locked person; keeps totals, families and history. @returns the row as `personPrinter` expects it */
async function setRemoved(tx: Tx, caller: Caller, before: TextRow, removed: boolean): Promise<TextRow> {
  const church = caller.church.id
  const id = Number(column(before, 'id'))
  const [row = []] = await tx.text(sql`update people as t set deleted_at = ${removed ? tx.now : null}::timestamptz,
    updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id} returning ${columns}`)
  const marks = { id, branch_id: Number(column(row, 'branch_id')), status: column(row, 'status') ?? '' }
  await tally(tx, church, 'people', [
    { ...marks, removed: !removed, n: -1 },
    { ...marks, removed, n: 1 },
  ])
  const family = column(row, 'family_id')
  await touchFamilies(tx, church, family === null ? [] : [Number(family)])
  keepHistory(tx, church, { person: id, kind: removed ? 'removed' : 'restored', by: authorOf(caller) })
  return row
}

async function checkNotMerged(tx: Tx, church: number, id: number): Promise<void> {
  const merged = await tx.first<{ into: number }>(sql`select merged_into_id as into from people
    where church_id = ${church} and id = ${id} and merged_into_id is not null`)
  if (merged === undefined) return
  const problems = new Problems()
  problems.add('id', `was merged into person ${merged.into} and cannot be restored`)
  problems.throwIfAny()
}
