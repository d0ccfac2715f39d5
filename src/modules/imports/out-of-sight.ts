/** Records of imports that the caller does not see: single ones are hidden from some (decision 0023). */
import { type Db, idArray } from '../../db/database.ts'
import { ident, type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Caller } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { KeptRecord } from '../../resource/take-back.ts'

type Resources = Pick<HouseFacts, 'resource'>

const sightOf = (house: Resources, caller: Caller, name: string): Sql | undefined =>
  house.resource(name)?.sight?.(caller)

/** Whether an import wrote records that are hidden from the caller. @param id of the import */
export async function hasHidden(db: Db, house: Resources, caller: Caller, id: number): Promise<boolean> {
  const church = caller.church.id
  const written = await db.all<{ resource: string }>(sql`select distinct resource from import_records
    where church_id = ${church} and import_id = ${id}`)
  for (const { resource } of written) {
    const sight = sightOf(house, caller, resource)
    if (sight === undefined) continue
    const hidden = await db.first(sql`select 1 from ${ident(resource)} where church_id = ${church} and not (${sight})
      and id in (select record_id from import_records
        where church_id = ${church} and import_id = ${id} and resource = ${resource}) limit 1`)
    if (hidden !== undefined) return true
  }
  return false
}

/** Those that the caller sees, or that no sight limits. */
export async function seenOf(
  db: Db,
  house: Resources,
  caller: Caller,
  records: readonly KeptRecord[],
): Promise<KeptRecord[]> {
  const seen = new Map<string, ReadonlySet<number>>()
  for (const [name, ofOne] of groupBy(records, ({ resource }) => resource)) {
    const sight = sightOf(house, caller, name)
    if (sight === undefined) continue
    const found = await db.all<{ id: number }>(sql`select id from ${ident(name)} where church_id = ${caller.church.id}
      and id = any(${idArray(ofOne.map(({ record_id }) => record_id))}) and ${sight}`)
    seen.set(name, new Set(found.map(({ id }) => id)))
  }
  return records.filter(({ resource, record_id }) => seen.get(resource)?.has(record_id) ?? true)
}
