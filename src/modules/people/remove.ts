/** Removes people, who keep their record and leave the lists, and takes them back (spec, States, Removal). */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { empty, type Sql, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { record, recordMany } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { summed, tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { checkPlanLimit } from './create.ts'
import { touchFamilies } from './families.ts'
import { personPrinter, shownPerson } from './fields.ts'
import { type Author, authorOf, keepHistory } from './history.ts'
import { holdersOf, reserveNumbers } from './import-numbers.ts'
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
  async run(tx, { caller, house }, { id }, _prepared, before) {
    if (isRemoved(before)) return shownPerson(before)
    await house.endOf(tx, caller.church.id, [id])
    const [row = before] = await removePeople(tx, caller.church, [Number(column(before, 'id'))], authorOf(caller))
    return shownPerson(row)
  },
})

/**
 * Records `person.updated`, whose `previous` has the old `deleted_at`, and the number where that is another one now. Restoring somebody who is not removed changes nothing;
 * a record that was merged into another stays where it is, and one that was forgotten is empty.
 */
export const restorePerson = action({
  name: 'people.restore',
  logged: 'Restored a person',
  done: 'Person restored.',
  ...ofPerson,
  async run(tx, { caller }, { id }, _prepared, before) {
    if (!isRemoved(before)) return shownPerson(before)
    await checkRestorable(tx, caller.church.id, id)
    await checkPlanLimit(tx, caller.church)
    const number = await numberAgain(tx, caller.church, id)
    const [row = before] = await setRemoved(tx, caller.church.id, [id], false, authorOf(caller), number)
    const previous = changes(before, row).filter(([name]) => name === 'deleted_at' || name === 'member_no')
    const told = previous.map(([name, was]) => `"${name}":${was}`)
    await record(tx, caller.church, 'person.updated', print(row), `{${told.join(',')}}`)
    return shownPerson(row)
  },
})

/** Whoever let go of their number has it again; where somebody has it by now, they get the next one of ours. */
async function numberAgain(tx: Tx, church: Church, id: number): Promise<Sql> {
  const found = await tx.first<{ freed: string }>(sql`select freed_member_no as freed from people
    where church_id = ${church.id} and id = ${id} and freed_member_no is not null`)
  if (found === undefined) return empty
  const isTaken = (await holdersOf(tx, church, [found.freed])).size > 0
  const [number = found.freed] = isTaken ? await reserveNumbers(tx, church, new Set(), 1, 0) : []
  return sql`, member_no = ${number}, freed_member_no = null`
}

const isRemoved = (row: TextRow): boolean => column(row, 'deleted_at') !== null

/**
 * Removes people who are not removed, in a transaction that is alone; each gets their `person.deleted`.
 * @param freed who lets go of their number: others may have it from now on
 * @returns the rows as `personPrinter` expects them
 */
export async function removePeople(
  tx: Tx,
  church: Church,
  ids: readonly number[],
  by: Author,
  freed: readonly number[] = [],
): Promise<readonly TextRow[]> {
  // What nobody reads stands in the place of a number, which has to be there and no other's.
  const letsGo = sql`id = any(${idArray(freed)}) and freed_member_no is null`
  const numberless = sql`, freed_member_no = case when ${letsGo} then member_no else freed_member_no end,
    member_no = case when ${letsGo} then 'undone-' || id::text else member_no end`
  const rows = await setRemoved(tx, church.id, ids, true, by, freed.length > 0 ? numberless : empty)
  await recordMany(
    tx,
    church,
    'person.deleted',
    rows.map(row => print(row)),
  )
  return rows
}

/** Sets `deleted_at`; keeps totals, families and history. @returns the rows as `personPrinter` expects them */
async function setRemoved(
  tx: Tx,
  church: number,
  ids: readonly number[],
  removed: boolean,
  by: Author,
  more: Sql = empty,
): Promise<readonly TextRow[]> {
  const rows = await tx.text(sql`update people as t set deleted_at = ${removed ? tx.now : null}::timestamptz,
    updated_at = ${tx.now}::timestamptz${more} where church_id = ${church} and id = any(${idArray(ids)}) returning ${columns}`)
  if (rows.length === 0) return rows
  const deltas = rows.flatMap(row => {
    const marks = { id: idOf(row), branch_id: Number(column(row, 'branch_id')), status: column(row, 'status') ?? '' }
    return [
      { ...marks, removed: !removed, n: -1 },
      { ...marks, removed, n: 1 },
    ]
  })
  await tally(tx, church, 'people', summed(deltas))
  const families = rows.flatMap(row => column(row, 'family_id') ?? [])
  await touchFamilies(tx, church, families.map(Number))
  keepHistory(tx, church, { person: rows.map(idOf), kind: removed ? 'removed' : 'restored', by })
  return rows
}

const idOf = (row: TextRow): number => Number(column(row, 'id'))

async function checkRestorable(tx: Tx, church: number, id: number): Promise<void> {
  const found = await tx.first<{ into: number | null; forgotten: boolean }>(sql`select merged_into_id as into,
      forgotten_at is not null as forgotten
    from people where church_id = ${church} and id = ${id} and (merged_into_id is not null or forgotten_at is not null)`)
  if (found === undefined) return
  const problems = new Problems()
  problems.add(
    'id',
    found.forgotten || found.into === null
      ? because('was forgotten and cannot be restored')
      : because('was merged into person {into} and cannot be restored', { into: found.into }),
  )
  problems.throwIfAny()
}
