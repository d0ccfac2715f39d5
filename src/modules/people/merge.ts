/** Merges two records of one person (decisions, Merge). */
import type { TextRow, Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { namesOf } from '../../resource/field.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { touchFamilies } from './families.ts'
import { personFields, personPrinter, shownPerson } from './fields.ts'
import { authorOf, changesBetween, keepHistory } from './history.ts'
import { visibleTo } from './visible-person.ts'

const { column, columns, print } = personPrinter

/** Fields that are filled from the removed record where the kept one has none. */
const FILLED = namesOf(personFields).filter(name => {
  const { settable, nullable } = personFields[name].spec
  return settable && nullable
})

const OPT_INS = ['sms_opt_in', 'email_opt_in', 'whatsapp_opt_in'] as const

/**
 * What points at the removed record points at the kept one, empty fields of the kept one are filled from it, and it gets
 * `deleted_at`. Records `person.merging` and `person.merged`.
 */
export const mergePeople = action({
  name: 'people.merge',
  logged: 'Merged people',
  may: within(STAFF),
  fields: {
    keep: field.ref().required().doc('The record that stays'),
    remove: field.ref().required().doc('The record that goes'),
  },
  // A gift or message that is being recorded for the removed person is finished first and moved with the rest.
  alone: true,
  target: ({ keep, remove }) => `${keep}, ${remove}`,
  async check(_db, _context, { keep, remove }, problems) {
    if (keep === remove) problems.add('remove', 'must be another person than keep')
  },
  async run(tx, { caller, house }, { keep, remove }) {
    const { church } = caller
    const kept = await lock(tx, caller, keep, 'keep')
    const removed = await lock(tx, caller, remove, 'remove')
    await record(tx, church, 'person.merging', print(kept), print(removed))
    for (const { move } of house.movedReferences) await move(tx, { church: church.id, removed: remove, kept: keep })
    await tx.run(sql`update people set merged_into_id = ${keep}
      where church_id = ${church.id} and merged_into_id = ${remove}`)
    const gone = await markRemoved(tx, church, remove, keep)
    const filled = await fill(tx, church, kept, removed)
    await tally(tx, church.id, 'people', [
      { ...marks(removed), n: -1 },
      { ...marks(removed), removed: true, n: 1 },
      { ...marks(filled), n: 0 },
    ])
    await touchFamilies(tx, church.id, [kept, removed, filled].map(family))
    await record(tx, church, 'person.merged', print(filled), print(gone))
    const by = authorOf(caller)
    keepHistory(tx, church.id, {
      person: keep,
      kind: 'merged',
      by,
      changes: changesBetween(kept, filled),
      other: remove,
    })
    keepHistory(tx, church.id, { person: remove, kind: 'merged_away', by, other: keep })
    return shownPerson(filled)
  },
})

/** @throws ApiError `not_found` for somebody out of sight, `validation_failed` on the field for somebody who is removed */
async function lock(tx: Tx, caller: Caller, id: number, name: 'keep' | 'remove'): Promise<TextRow> {
  const [row] = await tx.text(sql`select ${columns} from people as t
    where church_id = ${caller.church.id} and id = ${id} and ${visibleTo(caller)} for update`)
  if (row === undefined)
    throw new ApiError('not_found', { message: because('This church has no person {id}.', { id }) })
  const problems = new Problems()
  if (column(row, 'deleted_at') !== null) problems.add(name, because('person {id} is removed', { id }))
  problems.throwIfAny()
  return row
}

async function markRemoved(tx: Tx, church: Church, id: number, kept: number): Promise<TextRow> {
  const [row = []] = await tx.text(sql`update people as t set deleted_at = ${tx.now}::timestamptz,
    updated_at = ${tx.now}::timestamptz, merged_into_id = ${kept}
    where church_id = ${church.id} and id = ${id} returning ${columns}`)
  return row
}

async function fill(tx: Tx, church: Church, kept: TextRow, removed: TextRow): Promise<TextRow> {
  const sets = FILLED.filter(name => column(kept, name) === null && column(removed, name) !== null).map(
    name => sql`${ident(name)} = ${column(removed, name)}`,
  )
  // Who opted out stays out, whichever of the records said so.
  const optIns = OPT_INS.map(name => sql`${ident(name)} = ${ident(name)} and ${column(removed, name)}::boolean`)
  // The kept record's own custom fields win.
  const custom = sql`custom = ${column(removed, 'custom')}::jsonb || custom`
  const [row = []] = await tx.text(sql`update people as t set ${join([...sets, ...optIns, custom])},
    updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${column(kept, 'id')}
    returning ${columns}`)
  return row
}

const family = (row: TextRow): number | null => {
  const id = column(row, 'family_id')
  return id === null ? null : Number(id)
}

const marks = (row: TextRow) => ({
  id: Number(column(row, 'id')),
  branch_id: Number(column(row, 'branch_id')),
  status: column(row, 'status') ?? '',
})
