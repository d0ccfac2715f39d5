/**
 * How records are taken back that an import wrote: each module says it of its own. What was changed or used since then
 * stays, and is named with the reason (decisions, Imports, "Taking an import back").
 */
import { type Db, idArray, type TextRow, type Tx } from '../db/database.ts'
import { ident, type Sql, sql } from '../db/sql.ts'
import { canonicalJson } from '../lib/json.ts'
import type { StayReason } from '../texts/stay-reasons.ts'
import type { Church } from './caller.ts'
import type { Fields } from './field.ts'
import type { ImportedRecord } from './import-kept.ts'
import type { ImportedBy } from './import-record.ts'
import type { FamilyReference, MovedReference } from './person-reference.ts'
import type { AskedHouse, Resource } from './resource.ts'
import { differs, type Values } from './rows.ts'
import { changeRow } from './update.ts'

/** A record that an import wrote, as it was kept. */
export type KeptRecord = Readonly<Omit<ImportedRecord, 'written' | 'before'>> & {
  readonly written: Readonly<Record<string, unknown>>
  readonly before: Readonly<Record<string, unknown>> | null
}

/** An import that is taken back, or of which it is asked what that would do. */
export interface Undoing {
  church: Church
  /** Of the import. */
  id: number
  /** Who takes it back. */
  by: ImportedBy
  /** What names people, in all modules. */
  movedReferences: readonly MovedReference[]
  /** What families have, in all modules. */
  familyReferences: readonly FamilyReference[]
  /** Ends in all modules what removed people do not go on with. */
  endOf(tx: Tx, church: number, people: readonly number[]): Promise<void>
  house: AskedHouse
  /** Of which of such records whoever reads the reasons may be told: of all, of none, or a condition over their columns. */
  seen(reference: FamilyReference): Sql | boolean
  /** Records of the import that stay, by their resource, as far as it is known. */
  kept: ReadonlyMap<string, readonly number[]>
}

/** What becomes of a record. */
export interface Judged {
  /** What people call it. */
  name: string
  /** Why it stays. Absent where it goes back. */
  stays?: readonly StayReason[]
}

/** Of the records of one resource. */
export interface TakeBack {
  resource: string
  /** Holds records of others that the same import may have made: it is judged when these have gone. */
  holds?: true
  /** By id; what is gone altogether is missing. */
  judge(db: Db, undoing: Undoing, records: readonly KeptRecord[]): Promise<Map<number, Judged>>
  /** Takes records back that the import made, with their totals and events, in a transaction that is alone. */
  remove(tx: Tx, undoing: Undoing, records: readonly KeptRecord[]): Promise<void>
  /** Gives a record, which the import changed, the values that it had, where those of the import still stand. */
  restore(tx: Tx, undoing: Undoing, record: KeptRecord): Promise<void>
  /** What follows once for all records that went back in a step, or got their values back: figures, events. */
  settle?(tx: Tx, undoing: Undoing, records: readonly KeptRecord[]): Promise<void>
}

/** Fields of a record that an import wrote, parted by whether somebody has changed them since. */
export interface Parted {
  /** Those that nobody has, as they were before. */
  back: Record<string, unknown>
  changed: string[]
}

export const idsOf = (records: readonly KeptRecord[]): number[] => records.map(({ record_id }) => record_id)

/** Why what somebody changed stays. */
export const CHANGED: StayReason = { code: 'changed' }

/** Parts the fields that an import wrote, those of an object one by one. @param stored PostgreSQL's text of a field */
export function partFields(stored: (name: string) => string | null, { written, before }: KeptRecord): Parted {
  const parted: Parted = { back: {}, changed: [] }
  for (const [name, value] of Object.entries(written)) {
    const text = stored(name)
    const old = before?.[name] ?? null
    if (isObject(value)) partMembers(parted, name, { now: text === null ? {} : JSON.parse(text), value, old })
    else if (differs(text, value)) parted.changed.push(name)
    else parted.back[name] = old
  }
  return parted
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

interface Members {
  now: Record<string, unknown>
  value: Record<string, unknown>
  old: unknown
}

/** What the import took out of an object has no value of it. */
function partMembers(parted: Parted, name: string, { now, value, old }: Members): void {
  const was = isObject(old) ? old : {}
  const back: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(value), ...Object.keys(was)])) {
    if (isSame(value[key], was[key])) continue
    if (isSame(value[key], now[key])) back[key] = was[key] ?? null
    else parted.changed.push(key)
  }
  if (Object.keys(back).length > 0) parted.back[name] = back
}

const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null)

/** Why fields stay that somebody has changed; nothing where there are none. */
export const changedSince = (changed: readonly string[]): StayReason[] =>
  changed.length === 0 ? [] : [{ code: 'fields', fields: [...changed] }]

/** What becomes of a record that there may be reasons to keep. */
export const judgedBy = (name: string, reasons: readonly StayReason[]): Judged => ({
  name,
  ...(reasons.length > 0 && { stays: reasons }),
})

/** Which of the records were changed after the import, by the moment of their last change. */
async function changedIds(
  db: Db,
  { church, id }: Undoing,
  { table, changedAt }: { table: string; changedAt: Sql },
  ids: readonly number[],
): Promise<Set<number>> {
  const found = await db.all<{ id: number }>(sql`select t.id from ${ident(table)} as t
    join imports as i on i.church_id = ${church.id} and i.id = ${id}
    where t.church_id = ${church.id} and t.id = any(${idArray(ids)}) and ${changedAt} > i.completed_at`)
  return new Set(found.map(one => one.id))
}

/** Rows of a resource by id, as its printer expects them. */
export async function rowsOf<F extends Fields>(
  db: Db,
  { name, alone }: Pick<Resource<F>, 'name' | 'alone'>,
  church: number,
  ids: readonly number[],
): Promise<Map<number, TextRow>> {
  const rows = await db.text(sql`select ${alone.columnsIn(church)} from ${ident(name)} as t
    where church_id = ${church} and id = any(${idArray(ids)})`)
  return new Map(rows.map(row => [Number(alone.column(row, 'id')), row]))
}

/**
 * For records of which the declaration says all: they are never deleted, and an import that is taken back ends them.
 * @param ends what a record is set to
 * @param changedAt over its columns as `t`: when somebody last changed it
 */
export const endedBy = <F extends Fields>(
  resource: Resource<F>,
  ends: Values<F>,
  changedAt = sql`t.updated_at`,
): TakeBack => {
  const { name: table, alone, title, words } = resource
  const nameOf = (row: TextRow): string => (title && alone.column(row, title)) ?? words.one
  return {
    resource: table,
    async judge(db, undoing, records) {
      const ids = idsOf(records)
      const [rows, changed] = await Promise.all([
        rowsOf(db, resource, undoing.church.id, ids),
        changedIds(db, undoing, { table, changedAt }, ids),
      ])
      return new Map(
        records.flatMap((record): [number, Judged][] => {
          const row = rows.get(record.record_id)
          if (row === undefined) return []
          const made = changed.has(record.record_id) ? [CHANGED] : []
          return [[record.record_id, judgedBy(nameOf(row), record.action === 'created' ? made : over(row, record))]]
        }),
      )
    },
    async remove(tx, { church }, records) {
      const rows = await rowsOf(tx, resource, church.id, idsOf(records))
      for (const row of rows.values()) await changeRow(tx, { name: table, printer: alone }, church.id, row, ends)
    },
    async restore(tx, { church }, record) {
      const row = (await rowsOf(tx, resource, church.id, [record.record_id])).get(record.record_id)
      if (row === undefined) return
      const { back } = partFields(name => alone.column(row, name), record)
      await changeRow(tx, { name: table, printer: alone }, church.id, row, back as Values<F>)
    },
  }

  function over(row: TextRow, record: KeptRecord): StayReason[] {
    return changedSince(partFields(name => alone.column(row, name), record).changed)
  }
}
