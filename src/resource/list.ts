/**
 * The list query, derived from a declaration: the filters that are present, the key's branch limit, the sort, the
 * page, its exact total and its sum, all in one statement and so from one snapshot.
 */
import type { Database, TextRow } from '../db/database.ts'
import { empty, every, ident, join, raw, type Sql, sql } from '../db/sql.ts'
import { InvalidParameter } from '../errors.ts'
import { quote } from '../lib/json.ts'
import { Lru } from '../lib/lru.ts'
import type { Caller } from './caller.ts'
import { changesHorizon } from './horizon.ts'
import { limitOf } from './limit.ts'
import type { Resource } from './resource.ts'
import { BUCKET_SHIFT, bucketRows, tallyRows } from './tally.ts'

/** Query parameters: each text by name; a name sent twice is listed in `repeated`. */
export interface Query {
  values: Map<string, string>
  repeated: Set<string>
}

const DEFAULT_PER_PAGE = 25
const MAX_PER_PAGE = 100
const MAX_PAGE = 1_000_000
/** From here on a page is found through the buckets. */
const FAR = 2 * 2 ** BUCKET_SHIFT

interface Plan {
  resource: Resource
  caller: Caller
  conditions: Sql[]
  /** The total can be read from the tallies. */
  tallied: boolean
  /** What tells when a record changed, where the list asks for changes. */
  changes: Sql | undefined
  /** What tells this set of matches from others of the same resource, for remembering its total. */
  signature: string
  sort: string
  page: number
  perPage: number
}

/** One parameter of a list or record. @throws InvalidParameter when it was sent twice */
export function parameter(query: Query, name: string): string | undefined {
  if (query.repeated.has(name)) throw new InvalidParameter(name, `Send the parameter ${name} once.`)
  return query.values.get(name)
}

function readWhole(query: Query, name: string, fallback: number, most: number): number {
  const text = parameter(query, name)
  if (text === undefined) return fallback
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text) || number < 1 || number > most) {
    const limit = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most.toLocaleString('en')}`
    throw new InvalidParameter(name, `The parameter ${name} must be a whole number from 1${limit}.`)
  }
  return number
}

function readSort(resource: Resource, query: Query): string {
  const { sorts } = resource.list
  const sort = parameter(query, 'sort')
  if (sort === undefined) return sorts[0] ?? 'id'
  if (sorts.length === 0 || sorts.includes(sort)) return sort
  throw new InvalidParameter('sort', `The parameter sort must be one of ${sorts.join(', ')}.`)
}

function plan(resource: Resource, query: Query, caller: Caller): Plan {
  const { filters, sorts } = resource.list
  const present = Object.entries(filters).map(([name, filter]) => {
    const text = parameter(query, name)
    return { filter, text, condition: filter.condition(name, text, caller) }
  })
  const used = present.filter(({ condition }) => condition !== undefined)
  const limit = limitOf(resource.limitTo, caller)
  const conditions = used.flatMap(({ condition }) => condition ?? [])
  return {
    resource,
    caller,
    conditions: limit === undefined ? conditions : [...conditions, limit],
    tallied: resource.list.tallies === true && used.every(({ filter }) => filter.tallied),
    changes: used.find(({ filter }) => filter.changes !== undefined)?.filter.changes,
    signature: present.map(({ text }) => (text === undefined ? '-' : quote(text))).join(),
    sort: sorts.length === 0 ? 'id' : readSort(resource, query),
    page: readWhole(query, 'page', 1, MAX_PAGE),
    perPage: Math.min(readWhole(query, 'per_page', DEFAULT_PER_PAGE, Number.MAX_SAFE_INTEGER), MAX_PER_PAGE),
  }
}

function ordering(sort: string, alias: string): Sql {
  const down = sort.startsWith('-')
  const column = down ? sort.slice(1) : sort
  const direction = down ? ' desc' : ''
  const keys = column === 'id' ? ['id'] : [column, 'id']
  // Ascending sorts put nulls last in PostgreSQL, as `last_name` wants them.
  return raw(keys.map(key => `${alias}."${key}"${direction}`).join(', '))
}

/** Ids of the page, by walking the order from its beginning. */
const nearPage = ({ resource, caller, conditions, sort, page, perPage }: Plan): Sql => sql`
  select id from ${ident(resource.name)} as page
    where church_id = ${caller.church.id} and ${every(conditions)}
    order by ${ordering(sort, 'page')} limit ${perPage} offset ${(page - 1) * perPage}`

/** Ids of a page far down a list in the order of ids: the buckets tell where to begin. */
function farPage({ resource, caller, conditions, sort, page, perPage }: Plan): Sql {
  const offset = (page - 1) * perPage
  const down = sort === '-id'
  const direction = raw(down ? 'desc' : 'asc')
  const shift = raw(String(BUCKET_SHIFT))
  const from = down ? sql`id < ((start.bucket + 1) << ${shift})` : sql`id >= (start.bucket << ${shift})`
  return sql`
    select walk.id from (
      select bucket, upto - n as before from (
        select bucket, n, sum(n) over (order by bucket ${direction}) as upto from (
          select bucket, sum(n) as n from ${bucketRows(caller.church.id, resource.name)}
          where ${every(conditions)} group by bucket) as whole) as running
      where upto > ${offset} order by bucket ${direction} limit 1) as start
    cross join lateral (
      select id from ${ident(resource.name)}
      where church_id = ${caller.church.id} and ${from} and ${every(conditions)}
      order by id ${direction} limit ${perPage} offset (${offset} - start.before)::bigint) as walk`
}

interface Totals {
  total: number
  sum: string
}

interface Remembered extends Totals {
  version: string
}

/** Totals of filtered lists, each true for one version of the resource's data. */
const remembered = new Lru<string, Remembered>(5_000)

/** The row `total, sum, version` of a list. A remembered total is used only if the snapshot has its version. */
function totalsQuery(plan: Plan, known: Remembered | undefined): Sql {
  const { resource, caller, conditions, tallied } = plan
  const table = ident(resource.name)
  const church = caller.church.id
  const column = resource.list.sum?.column
  if (tallied) {
    return sql`select coalesce(sum(n), 0)::text as total, coalesce(sum(amount), 0)::text as sum, null as version
      from ${tallyRows(church, resource.name)} where ${every(conditions)}`
  }
  const matches = sql`from ${table} where church_id = ${church} and ${every(conditions)}`
  const counted = sql`select array[count(*)::text, ${column === undefined ? raw("'0'") : sql`coalesce(sum(${ident(column)}), 0)::text`}] ${matches}`
  if (!resource.list.tallies) {
    return sql`select counted[1] as total, counted[2] as sum, null as version from (select (${counted}) as counted) as one`
  }
  return sql`select counted[1] as total, counted[2] as sum, version from (
    select version::text, case when version = ${known?.version ?? '-1'}::numeric then null else (${counted}) end as counted
    from (select coalesce(sum(writes), 0) as version from ${tallyRows(church, resource.name)}) as data) as one`
}

function statement(plan: Plan, known: Remembered | undefined): Sql {
  const { resource, caller, sort, page, perPage } = plan
  const far = plan.tallied && (sort === 'id' || sort === '-id') && (page - 1) * perPage >= FAR
  return sql`with totals as (${totalsQuery(plan, known)}), page as materialized (${far ? farPage(plan) : nearPage(plan)})
    select totals.total, totals.sum, totals.version, ${resource.inList.columns}
    from totals left join (page join ${ident(resource.name)} as t
      on t.church_id = ${caller.church.id} and t.id = page.id) on true
    order by ${ordering(sort, 't')}`
}

/**
 * Answers a list request.
 * @returns the whole response body as JSON text
 * @throws InvalidParameter for a parameter that cannot be read
 */
export async function list(database: Database, resource: Resource, query: Query, caller: Caller): Promise<string> {
  const wanted = plan(resource, query, caller)
  if (wanted.changes !== undefined) {
    const horizon = await changesHorizon(database, caller.church.id)
    wanted.conditions.push(sql`${wanted.changes} < ${horizon}::timestamptz`)
  }
  const key = `${caller.account}/${resource.name}/${caller.key.branch_id}/${wanted.signature}`
  const known = wanted.tallied || wanted.changes !== undefined ? undefined : remembered.get(key)
  const rows = await database.read.text(statement(wanted, known))
  const totals = readTotals(rows, known)
  const version = rows[0]?.[2]
  if (version !== null && version !== undefined && wanted.changes === undefined)
    remembered.set(key, { ...totals, version })
  return respond(wanted, rows, totals)
}

function readTotals(rows: TextRow[], known: Remembered | undefined): Totals {
  const [total, sum] = rows[0] ?? []
  if (total === null && known !== undefined) return known
  return { total: Number(total ?? 0), sum: sum ?? '0' }
}

function respond({ resource, caller, page, perPage }: Plan, rows: TextRow[], totals: Totals): string {
  const { inList, list: declaration } = resource
  const none = rows.length === 1 && rows[0]?.[3] === null
  let data = ''
  if (!none) for (const row of rows) data += `${data === '' ? '' : ','}${inList.print(row, 3)}`
  const { total } = totals
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
  const all = limit === undefined ? conditions : [...conditions, limit]
  const where = all.length === 0 ? empty : sql` and ${join(all, ' and ')}`
  const rows = await read.text(sql`select ${resource.alone.columns} from ${ident(resource.name)} as t
    where t.church_id = ${caller.church.id} and t.id = ${id}${where} ${lock}`)
  return rows[0]
}
