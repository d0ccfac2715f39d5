/** GET of a list and of one record, derived from a declaration. The statement of a list is in list-sql.ts. */
import type { TextRow } from '../db/database.ts'
import { empty, ident, join, type Sql, sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { quote } from '../lib/json.ts'
import type { Vault } from '../vault.ts'
import type { Caller } from './caller.ts'
import { sealCursor, sortColumn } from './cursor.ts'
import { type Sighted, sightOf } from './limit.ts'
import { type ListParts, type Plan, type Query, readPlan } from './list-plan.ts'
import { isQuick } from './list-sql.ts'
import { listStatement, TOTALS_WIDTH } from './list-statement.ts'
import { inOrderOfIds } from './list-ways.ts'
import type { Resource } from './resource.ts'
import { recall, remember, type Totals } from './totals.ts'

export { type ListParts, parameter, type Query } from './list-plan.ts'

/**
 * Answers a list request.
 * @returns the whole response body as JSON text
 * @throws InvalidParameter for a parameter that cannot be read
 */
export async function list(parts: ListParts, resource: Resource, query: Query, caller: Caller): Promise<string> {
  const { database, vault } = parts
  const plan = await readPlan(parts, resource, query, caller)
  const known = recall(database, plan)
  const handle = isQuick(plan) ? database.quick : database.read
  const rows = await handle.text(listStatement(plan, known))
  const [total, sum, version = null] = rows[0] ?? []
  const totals = { total: total ?? '0', sum: sum ?? '0', version }
  remember(database, plan, totals)
  return respond(vault, plan, rows, totals)
}

function respond(vault: Vault, plan: Plan, rows: TextRow[], totals: Totals): string {
  const { resource, caller, page, perPage, after, asOf } = plan
  const { inList, list: declaration } = resource
  const found = rows.length === 1 && rows[0]?.[TOTALS_WIDTH] === null ? [] : rows
  const shown = after === undefined ? found : found.slice(0, perPage)
  let data = ''
  for (const row of shown) data += `${data === '' ? '' : ','}${inList.print(row, TOTALS_WIDTH)}`
  const total = Number(totals.total)
  const pages = Math.ceil(total / perPage)
  // Behind a cursor nobody knows how many came before: one more than the page has been asked for.
  const hasMore = after === undefined ? page < pages : found.length > perPage
  const numbers = `"page":${page},"per_page":${perPage},"total":${total},"total_pages":${pages},"has_more":${hasMore}`
  const next = hasMore ? nextCursor(vault, plan, shown.at(-1)) : 'null'
  const moment = asOf === null ? '' : `,"as_of":"${asOf}"`
  const sum = declaration.sum === undefined ? '' : `,${quote(declaration.sum.name)}:${totals.sum}`
  const more = members(declaration.meta?.(caller)) + members(plan.ignored)
  return `{"ok":true,"data":[${data}],"meta":{${numbers},"next_cursor":${next}${moment}${sum}${more}}}`
}

/** Further members of an object, as JSON. */
function members(of: Record<string, unknown> = {}): string {
  const text = JSON.stringify(of).slice(1, -1)
  return text === '' ? '' : `,${text}`
}

/** JSON of the cursor that goes on behind a record. */
function nextCursor(vault: Vault, plan: Plan, last: TextRow | undefined): string {
  if (last === undefined) return 'null'
  const { inList } = plan.resource
  const { page, sort, asOf } = plan
  const id = inList.column(last, 'id', TOTALS_WIDTH) ?? ''
  const value = inOrderOfIds(plan) ? null : inList.column(last, sortColumn(sort), TOTALS_WIDTH)
  return `"${sealCursor(vault, plan.bound, { page: page + 1, id, value, asOf })}"`
}

/** One record in the caller's sight, as a row for `resource.alone`. */
export async function findOne(
  read: { text(query: Sql): Promise<TextRow[]> },
  resource: Pick<Resource, 'name' | 'alone'> & Sighted,
  caller: Caller,
  id: number,
  conditions: readonly Sql[] = [],
  lock: Sql = empty,
): Promise<TextRow | undefined> {
  const all = [...conditions, ...sightOf(resource, caller)]
  const where = all.length === 0 ? empty : sql` and ${join(all, ' and ')}`
  const rows =
    await read.text(sql`select ${resource.alone.columnsIn(caller.church.id, caller.visible)} from ${ident(resource.name)} as t
    where t.church_id = ${caller.church.id} and t.id = ${id}${where} ${lock}`)
  return rows[0]
}

/** @throws ApiError `not_found` for a record that does not exist or is out of the caller's sight */
export async function checkVisible(
  read: { text(query: Sql): Promise<TextRow[]> },
  resource: Resource,
  caller: Caller,
  id: number,
): Promise<void> {
  if ((await findOne(read, resource, caller, id)) === undefined) throw new ApiError('not_found')
}
