import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { HOUSE } from '../house.ts'
import { EVENT_MODULES, type EventEntry } from '../resource/event.ts'
import type { EventName } from './catalogue.ts'

const { check: checkPatterns, offered: offeredEvents } = HOUSE.catalogue
const EVENTS = HOUSE.catalogue.events as Readonly<Record<EventName, EventEntry>>
const recordedEvents = () => HOUSE.catalogue.recorded as EventName[]
const isEventName = (name: string): name is EventName => Object.hasOwn(HOUSE.catalogue.events, name)

const SRC = path.resolve(import.meta.dirname, '..')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => ({ name: name.replaceAll('\\', '/'), text: readFileSync(path.join(SRC, name), 'utf8') }))

const found = (pattern: RegExp): [string, string][] =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second]))

/** What modules declare, by what it is called in the source. */
const declared = new Map(found(/\bconst (\w+) = specified\(\s*'([^']+)'/g))

/** Names that are written where an event is recorded, or of which the declaration is. */
const written = new Set(
  found(/\brecord(?:Many)?\(\s*[\w.]+,\s*[\w.]+,\s*(?:'([^']+)'|(\w+)\b)/g).flatMap(([name, constant]) => {
    const event = name || declared.get(constant)
    return event === undefined ? [] : [event]
  }),
)

/** Events that go out by a way of their own: a test event to one endpoint, the news of a paused endpoint. */
const BY_WEBHOOKS = ['ping', 'api.webhook_gone']

test('every event that is marked as recorded is recorded somewhere', () => {
  for (const name of recordedEvents()) {
    if (!BY_WEBHOOKS.includes(name))
      assert.ok(written.has(name), `${name} is marked as recorded and nothing records it`)
  }
})

test('a test event and the news of an endpoint that is gone are recorded', () => {
  const others = sources.filter(({ name }) => !name.startsWith('events/catalogue'))
  for (const name of BY_WEBHOOKS)
    assert.ok(
      others.some(({ text }) => text.includes(`'${name}'`)),
      name,
    )
})

test('no event is recorded that is not marked as recorded', () => {
  assert.ok(written.size > 0)
  const marked: readonly string[] = recordedEvents()
  for (const name of written) assert.ok(marked.includes(name), `${name} is recorded and not marked`)
})

test('only events with a known trigger or one of this service are sent; the placeholder x.y is never sent', () => {
  assert.equal(EVENTS['x.y'].recorded, false)
  for (const name of recordedEvents()) assert.notEqual(EVENTS[name].when, null, name)
})

test('previous is only on update events', () => {
  const having = (Object.keys(EVENTS) as EventName[]).filter(name => 'previous' in EVENTS[name])
  assert.deepEqual(having.sort(), ['person.merged', 'person.merging', 'person.status_changed', 'person.updated'])
})

test('an event name is known as it is written', () => {
  assert.ok(isEventName('person.created'))
  for (const name of ['Person.created', 'person', 'person.*', 'toString', '__proto__', ''])
    assert.ok(!isEventName(name))
})

const namesOffered = (modules: readonly string[]): string[] =>
  offeredEvents(modules).flatMap(({ events }) => events.map(({ name }) => name))

test('events of modules that are always on are offered to every church', () => {
  const names = namesOffered([])
  for (const name of [
    'person.created',
    'contribution.voided',
    'message.sent',
    'imports.completed',
    'api.webhook_gone',
  ]) {
    assert.ok(names.includes(name), name)
  }
})

test('events of an optional module are offered to a church that has it switched on', () => {
  const optional = Object.entries(EVENT_MODULES).filter(([, { offered }]) => offered === 'switched on')
  assert.deepEqual(optional.map(([module]) => module).sort(), [...HOUSE.optional].sort())
  for (const module of HOUSE.optional) {
    const more = namesOffered([module]).filter(name => !namesOffered([]).includes(name))
    assert.ok(more.length > 0, module)
    for (const name of more) assert.ok(name.startsWith(`${module}.`), name)
  }
})

test('events of modules that the service does not have are not offered, nor ping, nor the placeholder', () => {
  const names = namesOffered([...HOUSE.optional, 'attendance', 'billing'])
  for (const name of ['attendance.checkin', 'billing.plan_changed', 'ping', 'x.y']) {
    assert.ok(!names.includes(name), name)
  }
  assert.ok(offeredEvents([...HOUSE.optional]).every(({ title, events }) => title !== '' && events.length > 0))
})

test('subscriptions use exact event names or wildcards, each once', () => {
  const good = ['person.created', 'person.*', 'x.y', 'ping', 'attendance.*', 'billing.plan_changed', '*']
  assert.deepEqual(checkPatterns([...good, 'person.*', 'ping']), { patterns: good, problems: [] })
  assert.deepEqual(checkPatterns([]), { patterns: [], problems: [] })
})

test('unknown event names in a subscription are refused with the nearest known names', () => {
  const { patterns, problems } = checkPatterns(['person.created', 'person.update', 'persons.*', 'q', 'person.update'])
  assert.deepEqual(patterns, ['person.created'])
  assert.equal(problems.length, 3)
  assert.match(problems[0] ?? '', /^"person\.update" is not an event; did you mean person\.updated, /)
  assert.match(problems[1] ?? '', /^"persons\.\*" fits no event; did you mean person\.\*, /)
  assert.equal(problems[2], '"q" is not an event')
})

test('of many unknown names only the first few get suggestions: comparing is not free', () => {
  const { problems } = checkPatterns(Array.from({ length: 200 }, (_, at) => `person.create${at}`))
  const suggesting = problems.map(problem => problem.includes('did you mean'))
  assert.deepEqual(suggesting, [...Array(5).fill(true), ...Array(195).fill(false)])
})

test('a wildcard stands for whole first words only', () => {
  for (const pattern of ['', '.*', 'per*', 'person*', '*.created', 'person.cre*', 'person.created.*', 'ping.*', '**']) {
    assert.equal(checkPatterns([pattern]).problems.length, 1, pattern)
  }
})
