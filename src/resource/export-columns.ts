/** The columns of an exported list: those of its fields, so that an import reads them again. */
import { type Db, idArray } from '../db/database.ts'
import { every, ident, join, sql } from '../db/sql.ts'
import { guarded } from '../lib/csv-guard.ts'
import { plainAmount } from '../lib/plain-amount.ts'
import type { Caller } from './caller.ts'
import type { FieldSpec } from './field.ts'
import { LIST_MARK } from './import.ts'
import { sightOf } from './limit.ts'
import { type NamedReference, namedReferences } from './named-references.ts'
import type { AskedHouse, Resource } from './resource.ts'

/** A record as a list prints it. */
export type ExportedRecord = Readonly<Record<string, unknown>>

/** What records that others refer to are called in files, by field, id and field of theirs. */
type WrittenNames = ReadonlyMap<string, ReadonlyMap<unknown, Readonly<Record<string, string>>>>

/** A column of the file. */
interface ExportColumn {
  name: string
  cell(record: ExportedRecord, names: WrittenNames): string | number
}

/** Columns, and the references whose names they hold. */
export interface ExportLayout {
  columns: ExportColumn[]
  references: readonly NamedReference[]
}

/** Prefix of the columns of custom fields, as imports know it. */
const CUSTOM = 'custom.'

/** The layout for a caller: what they may not read stays an id. */
export async function exportLayout(
  db: Db,
  resource: Resource,
  caller: Caller,
  house: AskedHouse,
): Promise<ExportLayout> {
  const { fields } = resource
  const references = namedReferences(fields, house).filter(
    ({ columns, named, target }) => columns[0] === named.columns[0] && caller.scopes.includes(`${target.name}:read`),
  )
  const columns: ExportColumn[] = []
  for (const [name, { spec }] of Object.entries(fields)) {
    if (spec.onlyOne || spec.derived !== undefined) continue
    const reference = references.find(({ field }) => field === name)
    if (reference !== undefined) columns.push(...namedColumns(reference))
    else if (spec.kind === 'custom') columns.push(...(await customColumns(db, resource, caller, name)))
    else columns.push({ name, cell: record => cellOf(spec, record[name], record, caller) })
  }
  return { columns, references }
}

/** What names it, and beside that what the record does not say itself. */
const namedColumns = ({ field, columns, named }: NamedReference): ExportColumn[] => {
  const [name = field] = columns
  const beside = (named.beside ?? []).filter(one => columns.includes(one))
  return [[name, named.written] as const, ...beside.map(one => [one, one] as const)].map(([column, from]) => ({
    name: column,
    cell: (record, names) => guarded(names.get(field)?.get(record[field])?.[from] ?? ''),
  }))
}

function cellOf({ kind }: FieldSpec, value: unknown, record: ExportedRecord, { church }: Caller): string | number {
  if (value === null || value === undefined) return ''
  if (kind === 'amount') return plainAmount(Number(value), String(record.currency ?? church.currency), church.country)
  if (typeof value === 'number') return value
  if (typeof value === 'string') return guarded(value)
  const isList = Array.isArray(value) && value.every(one => typeof one !== 'object')
  return guarded(isList ? value.join(LIST_MARK) : JSON.stringify(value))
}

/** A column for each custom field that some record in sight has. */
async function customColumns(db: Db, resource: Resource, caller: Caller, name: string): Promise<ExportColumn[]> {
  const keys = await db.all<{ key: string }>(sql`select distinct jsonb_object_keys(${ident(name)}) as key
    from ${ident(resource.name)} where ${inSight(resource, caller)} order by key`)
  return keys.map(({ key }) => ({
    name: `${CUSTOM}${key}`,
    cell(record) {
      const value = (record[name] as Record<string, unknown> | null)?.[key]
      if (value === null || value === undefined) return ''
      if (typeof value === 'number') return value
      return guarded(typeof value === 'string' ? value : JSON.stringify(value))
    },
  }))
}

const inSight = (resource: Resource, caller: Caller) =>
  every([sql`church_id = ${caller.church.id}`, ...sightOf(resource, caller)])

/** What the records that these refer to are called, as far as they are in the caller's sight. */
export async function writtenNames(
  db: Db,
  references: readonly NamedReference[],
  caller: Caller,
  records: readonly ExportedRecord[],
): Promise<WrittenNames> {
  const names = new Map<string, Map<unknown, Record<string, string>>>()
  for (const { field, target, named } of references) {
    const ids = [...new Set(records.map(record => record[field]).filter(id => typeof id === 'number'))]
    const columns = join([named.written, ...(named.beside ?? [])].map(ident))
    const found = await db.all<Record<string, string>>(sql`select id, ${columns}
      from ${ident(target.name)} where ${inSight(target, caller)} and id = any(${idArray(ids)})`)
    names.set(field, new Map(found.map(texts => [Number(texts.id), texts])))
  }
  return names
}
