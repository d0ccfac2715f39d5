/** Merges two records of one person (decisions, Merge). */
import type { Database, TextRow, Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { namesOf } from '../../resource/field.ts'
import { tally } from '../../resource/tally.ts'
import { touchFamilies } from './families.ts'
import { personFields, personPrinter } from './fields.ts'
import { type Author, COMMAND_LINE, changesBetween, keepHistory } from './history.ts'
import { EVERYBODY } from './visible-person.ts'

const { column, columns, print } = personPrinter

/** Fields that are filled from the removed record where the kept one has none. */
const FILLED = namesOf(personFields).filter(name => {
  const { settable, nullable } = personFields[name].spec
  return settable && nullable
})

const OPT_INS = ['sms_opt_in', 'email_opt_in', 'whatsapp_opt_in'] as const

/** A table whose `person_id` names people. */
export interface PersonTable {
  table: string
  /** The resource that one must be allowed to read to be told how many there are. */
  read: string
  /** Its records belong to branches of their own, which may be others than the person's. */
  ofBranches: boolean
  /** Which of the removed person's records, `t`, are not moved since the kept one has their like; nothing where all are. */
  left?(church: number, kept: number): Sql
}

/** What else points at people: the tables of a module, and how they are moved from the removed record to the kept one. */
export interface PersonMove {
  tables: readonly PersonTable[]
  move(tx: Tx, church: Church, removed: number, kept: number): Promise<void>
}

/**
 * Merges `remove` into `keep` in one transaction: what points at the removed record points at the kept one, empty
 * fields of the kept one are filled from it, and it gets `deleted_at`. Records `person.merging` and `person.merged`.
 * @param moves one for each module that refers to people
 * @param within whom the caller sees, judged when both are locked
 * @returns JSON text of the kept person
 * @throws ApiError `not_found`, or `validation_failed` when both are the same or one is removed
 */
export async function mergePeople(
  database: Database,
  church: Church,
  keep: number,
  remove: number,
  moves: readonly PersonMove[],
  by: Author = COMMAND_LINE,
  within: Sql = EVERYBODY,
): Promise<string> {
  const problems = new Problems()
  if (keep === remove) problems.add('remove', 'must be another person than keep')
  problems.throwIfAny()
  // Alone: a gift or message that is being recorded for the removed person is finished first and moved with the rest.
  return await database.writeAlone(church.id, async tx => {
    const kept = await lock(tx, church, keep, 'keep', within)
    const removed = await lock(tx, church, remove, 'remove', within)
    await record(tx, church, 'person.merging', print(kept), print(removed))
    for (const { move } of moves) await move(tx, church, remove, keep)
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
    const changes = changesBetween(kept, filled)
    keepHistory(tx, church.id, { person: keep, kind: 'merged', by, changes, other: remove })
    keepHistory(tx, church.id, { person: remove, kind: 'merged_away', by, other: keep })
    return print(filled)
  })
}

async function lock(tx: Tx, church: Church, id: number, name: string, within: Sql): Promise<TextRow> {
  const [row] = await tx.text(sql`select ${columns} from people as t
    where church_id = ${church.id} and id = ${id} and ${within} for update`)
  if (row === undefined) throw new ApiError('not_found', { message: `This church has no person ${id}.` })
  if (column(row, 'deleted_at') === null) return row
  const problems = new Problems()
  problems.add(name, `person ${id} is removed`)
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
