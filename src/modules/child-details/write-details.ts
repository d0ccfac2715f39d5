/** The child details of a file: held against what is on record, and written. */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import type { Caller } from '../../resource/caller.ts'
import { changedMeanwhile } from '../../resource/import-file.ts'
import type { Writing } from '../../resource/import-kept.ts'
import type { Importing } from '../../resource/import-record.ts'
import { type ImportReport, leaveOut, noteChange } from '../../resource/import-report.ts'
import type { FromRow } from '../../resource/import-rows.ts'
import { differing } from '../../resource/rows.ts'
import { because } from '../../texts/because.ts'
import { visibleTo } from '../people/visible-person.ts'
import { type ChildChange, type changedFields, childPrinter } from './fields.ts'
import { changeDetails, holdDetails } from './save-details.ts'

const { columns, column } = childPrinter

/** A row whose child is known. */
export interface DetailsRow extends FromRow {
  person_id: number
  /** Of the child. */
  name: string
  /** What it says, with the grade as the church spells it. */
  change: ChildChange
}

/** @returns the names of those of people whom a caller sees, by id */
export async function childrenSeen(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await db.all<{ id: number; full_name: string }>(sql`select id, full_name from people
    where ${every([sql`church_id = ${caller.church.id}`, sql`not removed`, visibleTo(caller)])}
      and id = any(${idArray(ids)})`)
  return new Map(found.map(({ id, full_name }) => [id, full_name]))
}

/** What a field of details says, as files say it. */
const saidIn = (row: TextRow | undefined, name: keyof typeof changedFields): unknown => {
  const text = row === undefined ? null : column(row, name)
  return name === 'photo_ok' && text !== null ? text === 't' : text
}

/** By field, what stands and what a row says otherwise. */
const changesOf = (row: TextRow | undefined, change: ChildChange): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    differing(childPrinter, row ?? NOTHING, change).map(([name, after]) => [
      name,
      [saidIn(row, name as keyof typeof changedFields), after],
    ]),
  )

/** Of a child of whom nothing is on record. */
const NOTHING: TextRow = childPrinter.row({})

/** Leaves out what is on record as it is, and notes what changes. */
export async function judgeDetails(
  db: Db,
  { church }: Importing,
  rows: readonly DetailsRow[],
  report: ImportReport,
): Promise<DetailsRow[]> {
  const stored = await db.text(sql`select ${columns} from child_details as t
    where church_id = ${church.id} and person_id = any(${idArray(rows.map(({ person_id }) => person_id))})`)
  const known = new Map(stored.map(row => [Number(column(row, 'person_id')), row]))
  return rows.filter(({ line, person_id, name, change }) => {
    const before = known.get(person_id)
    const changes = changesOf(before, change)
    const isSame = Object.keys(changes).length === 0
    if (isSame) leaveOut(report, { line, name, taken_for: name, reasons: ['details'], possible: false })
    else if (before !== undefined) noteChange(report, { line, id: person_id, name, changes })
    return !isSame
  })
}

/** Writes what rows say, and keeps what stood before. @throws ImportError */
export async function writeDetails(
  tx: Tx,
  { caller, church, keep }: Writing,
  rows: readonly DetailsRow[],
): Promise<void> {
  const found = await tx.all<{ id: number; branch_id: number }>(sql`select id, branch_id from people
    where ${every([sql`church_id = ${church.id}`, sql`not removed`, visibleTo(caller)])}
      and id = any(${idArray(rows.map(({ person_id }) => person_id))})`)
  const people = new Map(found.map(one => [one.id, one]))
  // In one order, so that two who write of the same children cannot wait for each other.
  for (const { line, person_id, change } of rows.toSorted((one, other) => one.person_id - other.person_id)) {
    const person = people.get(person_id)
    if (person === undefined) throw changedMeanwhile(line, { child: because('is nobody on record') })
    const { row, begun } = await holdDetails(tx, church.id, person)
    const changes = Object.entries(changesOf(row, change))
    if (changes.length === 0) continue
    await changeDetails(tx, church.id, row, change)
    const [before, written] = [0, 1].map(side => Object.fromEntries(changes.map(([name, of]) => [name, of[side]])))
    const record = { line, resource: 'child_details', record_id: Number(column(row, 'id')), written: written ?? {} }
    keep([begun ? { ...record, action: 'created' } : { ...record, action: 'updated', before: before ?? {} }])
  }
}
