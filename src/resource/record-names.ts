/** What records of a resource are called: those that others name by their ids, and those that a text finds. */
import { type Database, idArray } from '../db/database.ts'
import { ident, join, raw, type Sql, sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'
import { columnOf } from './field.ts'
import { inChurch } from './in-church.ts'
import { sightOf } from './limit.ts'
import { conditionsOf } from './list-conditions.ts'
import { parameter, type Query } from './list-plan.ts'
import type { Resource } from './resource.ts'
import { contains } from './search.ts'

/** A record and its title. */
export interface RecordName {
  id: number
  name: string
}

/** The parameter that searches, where a list has it. */
const SEARCH = 'q'
/** As many as one looks through. */
const MOST_FOUND = 8

/** Those of these ids that the caller sees. Ended ones, too: a list says what they are called as long as they are shown. */
export const namesOf = (
  db: Pick<Database, 'read'>,
  resource: Resource,
  caller: Caller,
  ids: readonly string[],
): Promise<RecordName[]> =>
  read(db, resource, caller, [sql`t.id = any(${ids}::bigint[])`, ...sightOf(resource, caller)], ids.length)

/**
 * The first eight, by title, that a text finds and the list shows: by its own search, or else by a part of the title, whatever
 * its case and diacritics. All of them are looked through for an empty text.
 * @param query the text (`q`), and filters of the list
 * @throws InvalidParameter for a filter that cannot be read
 */
export function namesFound(
  db: Database,
  resource: Resource,
  caller: Caller,
  query: Query,
  now: Date,
): Promise<RecordName[]> {
  const searches = resource.list.filters[SEARCH] !== undefined
  const text = (parameter(query, SEARCH) ?? '').trim()
  const values = new Map(query.values)
  if (text === '') values.delete(SEARCH)
  else values.set(SEARCH, text)
  const conditions = conditionsOf(resource, { ...query, values }, caller, now)
  const part = searches || text === '' ? undefined : contains(sql`folded(${titleOf(resource, caller)})`, text)
  return read(db, resource, caller, [...conditions, part], MOST_FOUND)
}

async function read(
  db: Pick<Database, 'read'>,
  resource: Resource,
  caller: Caller,
  conditions: readonly (Sql | undefined)[],
  most: number,
): Promise<RecordName[]> {
  const title = titleOf(resource, caller)
  const all = [sql`t.church_id = ${caller.church.id}`, ...conditions.filter(one => one !== undefined)]
  return await db.read.all<RecordName>(sql`select t.id, ${title} as name from ${ident(resource.name)} as t
    where ${join(all, ' and ')} and ${title} is not null order by ${title}, t.id limit ${most}`)
}

/** What a record is called by: a text of its own. */
function titleOf({ name, title = '', fields }: Resource, { church, visible }: Caller): Sql {
  const spec = fields[title]?.spec
  if (spec === undefined) throw new Error(`Records of ${name} have no names.`)
  return inChurch(columnOf(title, spec, visible === null ? raw('null') : idArray(visible)), church.id)
}

/** Whether records of a resource have names by which they are chosen. */
export function hasNames({ title = '', fields }: Resource): boolean {
  const spec = fields[title]?.spec
  return spec !== undefined && ['line', 'text'].includes(spec.kind) && spec.derived === undefined
}
