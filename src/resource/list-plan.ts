/** What a list request asks for, read from its parameters by the declaration (spec, Endpoints; decisions, Requests). */
import type { Database } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { InvalidParameter } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import type { Clock } from '../lib/clock.ts'
import type { Vault } from '../vault.ts'
import { amongBoth } from './any-of.ts'
import type { Caller } from './caller.ts'
import { type Bound, type CursorPosition, openCursor } from './cursor.ts'
import { Except } from './except.ts'
import { changesHorizon, recentHorizon } from './horizon.ts'
import { ignoredParameters, listParameters } from './ignored.ts'
import { sightOf } from './limit.ts'
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from './limits.ts'
import { type Resource, tellsChanges } from './resource.ts'
import { sortsFor } from './sorts.ts'

/** Query parameters: each text by name; a name sent twice is listed in `repeated`. */
export interface Query {
  values: Map<string, string>
  repeated: Set<string>
}

/** What lists are read with. */
export interface ListParts {
  database: Database
  /** Seals the cursors. */
  vault: Vault
  clock: Clock
}

/** What a request wants of a list. */
export interface Plan {
  resource: Resource
  caller: Caller
  /** What cursors of this list belong to. */
  bound: Bound
  /** What the filters demand, and what the caller sees. */
  conditions: readonly Sql[]
  /** Which of them speak only of columns that the tallies have. */
  known: readonly boolean[]
  /** Which of them speak only of the day that records are of, where totals by day are kept. */
  days: readonly boolean[]
  /** All of them are known to the tallies or to those by day, but for `except`. */
  tallied: boolean
  /** The same, and some of them speak of the day. */
  daily: boolean
  /** All of them are known to the totals by day, but for `except`. */
  dated: boolean
  /** Where it is the only one that the tallies do not know, but for one that leaves few out: that which asks for changes. */
  since: Sql | undefined
  /** The one that leaves few records out, where all others are known to the tallies. */
  except: Except | undefined
  /** Some filter holds for an interval of values. */
  range: boolean
  /** Some filter finds matches that lie anywhere in the list. */
  scattered: boolean
  /** Some filter looks at another table: no version tells that a total still holds. */
  foreign: boolean
  /** Where the list asks for changes: what tells when a record changed, and the moment before which to show them. */
  changes: { column: Sql; before: string } | undefined
  /**
   * The moment that `updated_since` goes on from: every change before it is in the pages from the first on, or comes with a
   * later one. Behind a cursor it stays that of the first page; null for lists without `updated_since`.
   */
  asOf: string | null
  sort: string
  /** From 1; behind a cursor the number of pages that it has come to. */
  page: number
  perPage: number
  /** Where a cursor was sent: the place behind which the page begins. */
  after: CursorPosition | undefined
  /** What `meta` says of parameters that the list does not know. */
  ignored: Record<string, unknown>
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
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    const limit = most === Number.POSITIVE_INFINITY ? '' : ` to ${most.toLocaleString('en')}`
    throw new InvalidParameter(name, `The parameter ${name} must be a whole number from 1${limit}.`)
  }
  return number
}

function readSort(resource: Resource, query: Query, caller: Caller): string {
  const sorts = sortsFor(resource, caller)
  if (sorts.length === 0) return 'id'
  const sort = parameter(query, 'sort') ?? sorts[0] ?? 'id'
  if (sorts.includes(sort)) return sort
  throw new InvalidParameter('sort', `The parameter sort must be one of ${sorts.join(', ')}.`)
}

/** The place of a cursor; undefined where none was sent. @throws InvalidParameter also for one beside a page */
function readCursor(vault: Vault, query: Query, bound: Bound): CursorPosition | undefined {
  const cursor = parameter(query, 'cursor')
  if (cursor === undefined) return undefined
  if (parameter(query, 'page') !== undefined) throw new InvalidParameter('cursor', 'Send cursor or page, not both.')
  return openCursor(vault, bound, cursor)
}

interface Filtered
  extends Pick<
      Plan,
      | 'conditions'
      | 'known'
      | 'days'
      | 'tallied'
      | 'daily'
      | 'dated'
      | 'since'
      | 'except'
      | 'range'
      | 'scattered'
      | 'foreign'
    >,
    Pick<Bound, 'filters'> {
  /** What tells when a record changed, where changes are asked for. */
  column: Sql | undefined
}

/** What the filters demand, what the caller sees and what is shown at all. */
function readFilters(resource: Resource, query: Query, caller: Caller, now: Date): Filtered {
  const conditions: Sql[] = []
  const tallies = resource.list.tallies !== undefined
  const known: boolean[] = []
  const days: boolean[] = []
  const filters: [string, string][] = []
  let range = false
  let scattered = false
  let foreign = false
  let column: Sql | undefined
  let since: Sql | undefined
  for (const [name, filter] of Object.entries(resource.list.filters)) {
    if (filter.consoleOnly && caller.by.kind === 'key') continue
    const text = parameter(query, name)
    const condition = filter.condition(name, text, caller, now)
    if (text !== undefined) filters.push([name, text])
    if (condition === undefined) continue
    const at = conditions.findIndex(one => amongBoth(one, condition) !== undefined)
    const both = at < 0 ? undefined : amongBoth(conditions[at] as Sql, condition)
    if (both !== undefined) {
      conditions[at] = both
      continue
    }
    conditions.push(condition)
    known.push(tallies && filter.tallied)
    days.push(tallies && filter.daily && resource.list.day !== undefined)
    range ||= filter.range
    scattered ||= filter.scattered
    foreign ||= filter.foreign === 'always' || (filter.foreign === 'limited' && caller.visible !== null)
    column ??= filter.changes
    if (filter.changes !== undefined) since = condition
  }
  const limited = resource.sight?.(caller)?.sql
  for (const condition of sightOf(resource, caller)) {
    conditions.push(condition)
    // Single records that somebody sees are told by other tables.
    const own = condition.sql !== limited
    known.push(tallies && own)
    days.push(false)
    foreign ||= !own && !(condition instanceof Except && condition.versioned)
  }
  return {
    ...coverage(resource, { conditions, known, days }, since),
    conditions,
    known,
    days,
    range,
    scattered,
    foreign,
    filters,
    column,
  }
}

/** What the totals that a list keeps know of its conditions. */
function coverage(
  { list }: Resource,
  { conditions, known, days }: Pick<Plan, 'conditions' | 'known' | 'days'>,
  since: Sql | undefined,
): Pick<Plan, 'tallied' | 'daily' | 'dated' | 'since' | 'except'> {
  const tallies = list.tallies !== undefined
  const few = conditions.find(one => one instanceof Except)
  const tallied = tallies && known.every((one, at) => one || days[at] || conditions[at] === few)
  const onlySince = tallies && known.every((one, at) => one || conditions[at] === since || conditions[at] === few)
  return {
    tallied,
    daily: tallied && days.includes(true),
    dated: tallied && list.day !== undefined,
    since: onlySince ? since : undefined,
    except: tallied ? few : undefined,
  }
}

/** The moment that a copy which begins with this page goes on from. */
async function momentOf(
  database: Database,
  resource: Resource,
  { church }: Caller,
  changes: Plan['changes'],
): Promise<string | null> {
  if (!tellsChanges(resource)) return null
  return printTimestamp(changes?.before ?? (await recentHorizon(database, church.id)))
}

/**
 * Reads a list request; waits for the horizon of changes where it asks for them.
 * @throws InvalidParameter for a parameter that cannot be read
 */
export async function readPlan(
  { database, vault, clock }: ListParts,
  resource: Resource,
  query: Query,
  caller: Caller,
): Promise<Plan> {
  const { filters, column, ...filtered } = readFilters(resource, query, caller, clock.now())
  const sort = readSort(resource, query, caller)
  const perPage = Math.min(readWhole(query, 'per_page', DEFAULT_PER_PAGE, Number.POSITIVE_INFINITY), MAX_PER_PAGE)
  const bound = { caller, resource, sort, filters }
  const after = readCursor(vault, query, bound)
  const page = after === undefined ? readWhole(query, 'page', 1, MAX_PAGE) : after.page
  const changes = column && { column, before: await changesHorizon(database, caller.church.id) }
  const asOf = after === undefined ? await momentOf(database, resource, caller, changes) : after.asOf
  const ignored =
    query.values.size === 0 ? {} : ignoredParameters(query.values.keys(), listParameters(resource, caller))
  return { resource, caller, bound, ...filtered, changes, asOf, sort, page, perPage, after, ignored }
}
