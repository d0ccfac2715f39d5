/** Who asks in the worlds, what they may be shown, and how two answers are compared. */
import assert from 'node:assert/strict'
import type { Resource } from '../../src/resource/resource.ts'
import { type Answered, timeless } from '../support/service.ts'
import { traces } from './canaries.ts'
import { BRANCHES, below, parentOf, type Rec, type World } from './world.ts'

/** What somebody may see. */
export interface Sight {
  name: string
  world: World
  other: World
  /** Number of the branch that they are limited to. */
  limit: number | null
  sees: Set<number>
}

/** What is in sight of somebody who is limited to a branch, or not limited. */
export function sightOf(world: World, other: World, limit: number | null): Sight {
  const name = `church ${world.number}, ${limit === null ? 'no limit' : `limited to branch ${limit}`}`
  return { name, world, other, limit, sees: new Set(below(limit ?? 0)) }
}

/** The first oracle: nothing that another church or a branch out of sight owns, in headers or body. */
export function noForeignTrace(answered: Answered, church: number, sees: Set<number>, what: string): void {
  assert.ok(answered.status < 500, `${what}: ${answered.text}`)
  const shown = `${JSON.stringify([...answered.headers])}\n${answered.text}`
  for (const trace of traces(shown)) {
    const own = trace.church === church && (trace.branch === 99 || sees.has(trace.branch))
    assert.ok(own, `${what} shows church ${trace.church}, branch ${trace.branch}: ${answered.text.slice(0, 500)}`)
  }
}

/** The id of no record. */
export const NOBODY = 999_999_999

/** @throws AssertionError showing both */
export function assertSame(actual: string, expected: string, what: string): void {
  assert.ok(actual === expected, `${what}:\n${actual.slice(0, 600)}\nis not\n${expected.slice(0, 600)}`)
}

/** Beside the moment that a list tells: what an answer has of its own, and what it says of the connection that it came by, which lasts a thousand answers. */
const OWN = ['x-request-id', 'date', 'connection', 'keep-alive']

/** All else of an answer: the same for a foreign id and for one that does not exist. */
export function comparable(answered: Answered): string {
  const headers = [...answered.headers].filter(([name]) => !OWN.includes(name))
  return `${answered.status} ${JSON.stringify(headers)} ${timeless(answered)}`
}

export interface Target {
  kind: string
  record: Rec
  /** In the asker's sight. */
  seen: boolean
}

/** One record of each kind of place: own, child, parent, sibling, removed, other church's. */
export function targets({ world, other, limit, sees }: Sight, resource: Resource): Target[] {
  const own = world.records.get(resource.name) ?? []
  const at = limit ?? 0
  const child = below(at).find(branch => parentOf(branch) === at)
  const parent = parentOf(at)
  const sibling = Array.from({ length: BRANCHES }, (_, branch) => branch).find(
    branch => branch !== at && parentOf(branch) === parent && parent !== null,
  )
  const places: [string, number | null | undefined][] = [
    ['own', at],
    ['child', child],
    ['parent', parent],
    ['sibling', sibling],
  ]
  const found = places.flatMap(([kind, branch]) => {
    const record = typeof branch === 'number' ? own.find(one => one.branch === branch && !one.removed) : undefined
    return record === undefined ? [] : [{ kind, record, seen: sees.has(branch as number) }]
  })
  const removed = own.find(one => one.removed && (one.branch === at || one.branch === null))
  const ids = new Set(own.map(({ id }) => id))
  const alien = other.records.get(resource.name)?.find(({ id, removed }) => !ids.has(id) && !removed)
  const whole = own.find(({ branch, removed }) => branch === null && !removed)
  return [
    ...found,
    ...(removed ? [{ kind: 'removed', record: removed, seen: false }] : []),
    ...(alien ? [{ kind: 'other church', record: alien, seen: false }] : []),
    ...(whole ? [{ kind: 'own', record: whole, seen: true }] : []),
  ]
}
