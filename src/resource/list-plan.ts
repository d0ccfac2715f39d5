/** What a list request asks for, read from its parameters by the declaration (spec, Endpoints; decisions, Requests). */
import type { Database } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { InvalidParameter } from '../errors.ts'
import type { Caller } from './caller.ts'
import { changesHorizon } from './horizon.ts'
import { limitOf } from './limit.ts'
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from './limits.ts'
import type { Resource } from './resource.ts'

/** Query parameters: each text by name; a name sent twice is listed in `repeated`. */
export interface Query {
  values: Map<string, string>
  repeated: Set<string>
}

/** What a request wants of a list. */
export interface Plan {
  resource: Resource
  caller: Caller
  /** What the filters and the branch limit demand. */
  conditions: readonly Sql[]
  /** Which of them speak only of columns that the tallies have. */
  known: readonly boolean[]
  /** All of them do. */
  tallied: boolean
  /** Some filter holds for an interval of values. */
  range: boolean
  /** Where the list asks for changes: what tells when a record changed, and the moment before which to show them. */
  changes: { column: Sql; before: string } | undefined
  sort: string
  /** From 1. */
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
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    const limit = most === Number.POSITIVE_INFINITY ? '' : ` to ${most.toLocaleString('en')}`
    throw new InvalidParameter(name, `The parameter ${name} must be a whole number from 1${limit}.`)
  }
  return number
}

function readSort(resource: Resource, query: Query): string {
  const { sorts } = resource.list
  if (sorts.length === 0) return 'id'
  const sort = parameter(query, 'sort') ?? sorts[0] ?? 'id'
  if (sorts.includes(sort)) return sort
  throw new InvalidParameter('sort', `The parameter sort must be one of ${sorts.join(', ')}.`)
}

/**
 * Reads a list request; waits for the horizon of changes where it asks for them.
 * @throws InvalidParameter for a parameter that cannot be read
 */
export async function readPlan(database: Database, resource: Resource, query: Query, caller: Caller): Promise<Plan> {
  const limit = limitOf(resource.limitTo, caller)
  const conditions: Sql[] = []
  const tallies = resource.list.tallies === true
  const known: boolean[] = []
  let range = false
  let column: Sql | undefined
  for (const [name, filter] of Object.entries(resource.list.filters)) {
    if (filter.consoleOnly && caller.user === undefined) continue
    const condition = filter.condition(name, parameter(query, name), caller)
    if (condition === undefined) continue
    conditions.push(condition)
    known.push(tallies && filter.tallied)
    range ||= filter.range
    column ??= filter.changes
  }
  if (limit !== undefined) {
    conditions.push(limit)
    known.push(tallies)
  }
  if (resource.shown !== undefined) {
    conditions.push(resource.shown)
    known.push(tallies)
  }
  const tallied = tallies && known.every(one => one)
  const sort = readSort(resource, query)
  const page = readWhole(query, 'page', 1, MAX_PAGE)
  const perPage = Math.min(readWhole(query, 'per_page', DEFAULT_PER_PAGE, Number.POSITIVE_INFINITY), MAX_PER_PAGE)
  const changes = column && { column, before: await changesHorizon(database, caller.church.id) }
  return { resource, caller, conditions, known, tallied, range, changes, sort, page, perPage }
}
