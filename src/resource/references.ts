/** What the references of a body name: records of other resources, in the sight of who asks (decisions, "References"). */
import type { Db } from '../db/database.ts'
import type { Problems } from '../errors.ts'
import { because } from '../texts/because.ts'
import { type Caller, canSee } from './caller.ts'
import type { Fields, Sent } from './field.ts'
import { findOne } from './list.ts'
import type { AskedHouse, Referred, Resource } from './resource.ts'

/**
 * Looks up what the references of a body name.
 * @param problems gets each that names nothing they can use, in the same words whether it exists or not
 * @returns what was found, by field
 */
export async function lookUpReferences<F extends Fields>(
  db: Db,
  { caller, house }: { caller: Caller; house: Pick<AskedHouse, 'resource'> },
  fields: F,
  input: Sent<F>,
  problems: Problems,
): Promise<Map<string, Referred>> {
  const found = new Map<string, Referred>()
  for (const [name, value] of Object.entries(input)) {
    const to = fields[name]?.spec.to
    if (to === undefined || typeof value !== 'number') continue
    const target = house.resource(to)
    if (target === undefined) throw new Error(`${name} refers to ${to}, which no module has.`)
    const referred = await refer(db, target, caller, value)
    if (referred === undefined)
      problems.add(name, because('names no {record} that you can use', { record: target.words.one }))
    else found.set(name, referred)
  }
  return found
}

async function refer(db: Db, target: Resource, caller: Caller, id: number): Promise<Referred | undefined> {
  if (target.refer !== undefined) return await target.refer(db, caller, id)
  if (target.limitTo === 'id') return canSee(caller, id) ? { id, branch_id: id } : undefined
  const row = await findOne(db, target, caller, id)
  if (row === undefined) return undefined
  const branch = target.limitTo === null ? null : Number(target.alone.column(row, target.limitTo))
  return { id, branch_id: branch }
}
