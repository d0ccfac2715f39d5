/** Which references of a record files hold by a name, and in which columns: an import reads them, an export writes them. */
import type { Fields } from './field.ts'
import type { NamedInFiles } from './in-files.ts'
import type { AskedHouse, Resource } from './resource.ts'

/** A reference that files hold by a name. */
export interface NamedReference {
  field: string
  /** Those that are no fields of the record itself, nor taken by a reference before it. */
  columns: readonly string[]
  /** What it refers to. */
  target: Resource
  named: NamedInFiles
}

/** The references of a record that somebody sets, or that files hold by name all the same. */
export function namedReferences(fields: Fields, house: AskedHouse): NamedReference[] {
  // What lists leave out stands in no file.
  const taken = new Set(Object.entries(fields).flatMap(([name, { spec }]) => (spec.onlyOne ? [] : [name])))
  return Object.entries(fields).flatMap(([field, { spec }]) => {
    const target = (spec.settable || spec.byName) && spec.to !== undefined ? house.resource(spec.to) : undefined
    const named = target?.inFiles
    if (target === undefined || named === undefined) return []
    const columns = named.columns.filter(name => !taken.has(name))
    for (const name of columns) taken.add(name)
    return columns.length === 0 ? [] : [{ field, columns, target, named }]
  })
}
