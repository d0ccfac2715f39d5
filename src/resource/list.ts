/** GET of a list and of one record, derived from a declaration. The statement of a list is in list-sql.ts. */
import type { Database, TextRow } from '../db/database.ts'
import { empty, ident, join, type Sql, sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { quote } from '../lib/json.ts'
import type { Caller } from './caller.ts'
import { limitOf } from './limit.ts'
import { type Plan, type Query, readPlan } from './list-plan.ts'
import { isQuick } from './list-sql.ts'
import { listStatement, TOTALS_WIDTH } from './list-statement.ts'
import type { Resource } from './resource.ts'
import { recall, remember, type Totals } from './totals.ts'

export { parameter, type Query } from './list-plan.ts'

/**
 * Answers a list request.
 * @returns the whole response body as JSON text
 * @throws InvalidParameter for a parameter that cannot be read
 */
export async function list(database: Database, resource: Resource, query: Query, caller: Caller): Promise<string> {
  const plan = await readPlan(database, resource, query, caller)
  const known = recall(database, plan)
  const handle = isQuick(plan) ? database.quick : database.read
  const rows = await handle.text(listStatement(plan, known))
  const [total, sum, version = null] = rows[0] ?? []
  const totals = { total: total ?? '0', sum: sum ?? '0', version }
  remember(database, plan, totals)
  return respond(plan, rows, totals)
}

function respond({ resource, caller, page, perPage }: Plan, rows: TextRow[], totals: Totals): string {
  const { inList, list: declaration } = resource
  const none = rows.length === 1 && rows[0]?.[TOTALS_WIDTH] === null
  let data = ''
  if (!none) for (const row of rows) data += `${data === '' ? '' : ','}${inList.print(row, TOTALS_WIDTH)}`
  const total = Number(totals.total)
  const pages = Math.ceil(total / perPage)
  const meta = `"page":${page},"per_page":${perPage},"total":${total},"total_pages":${pages},"has_more":${page < pages}`
  const sum = declaration.sum === undefined ? '' : `,${quote(declaration.sum.name)}:${totals.sum}`
  const more = declaration.meta === undefined ? '' : `,${JSON.stringify(declaration.meta(caller)).slice(1, -1)}`
  return `{"ok":true,"data":[${data}],"meta":{${meta}${sum}${more}}}`
}

/** One record in the caller's sight, as a row for `resource.alone`. */
export async function findOne(
  read: { text(query: Sql): Promise<TextRow[]> },
  resource: Resource,
  caller: Caller,
  id: number,
  conditions: readonly Sql[] = [],
  lock: Sql = empty,
): Promise<TextRow | undefined> {
  const limit = limitOf(resource.limitTo, caller)
  const all = [...conditions, limit, resource.shown].filter(condition => condition !== undefined)
  const where = all.length === 0 ? empty : sql` and ${join(all, ' and ')}`
  const rows = await read.text(sql`select ${resource.alone.columnsFor(caller.visible)} from ${ident(resource.name)} as t
    where t.church_id = ${caller.church.id} and t.id = ${id}${where} ${lock}`)
  return rows[0]
}

/** @throws ApiError `not_found` for a record that does not exist or is out of the caller's sight */
export async function checkSight(
  read: { text(query: Sql): Promise<TextRow[]> },
  resource: Resource,
  caller: Caller,
  id: number,
): Promise<void> {
  if ((await findOne(read, resource, caller, id)) === undefined) throw new ApiError('not_found')
}
