import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byWildcard, isCovered, matching, toggled } from './event-patterns.ts'

test('a wildcard takes the place of what it includes', () => {
  assert.deepEqual(toggled('person.*', ['person.created', 'family.created']), ['family.created', 'person.*'])
  assert.deepEqual(toggled('*', ['person.*', 'family.created']), ['*'])
  assert.deepEqual(toggled('person.created', ['person.*x']), ['person.*x', 'person.created'])
  assert.deepEqual(toggled('*', ['*']), [])
})

test('an event is covered by its wildcard or by everything', () => {
  assert.equal(isCovered('person.created', ['person.*']), true)
  assert.equal(isCovered('person.created', ['*']), true)
  assert.equal(isCovered('person.created', ['person.created', 'family.*']), false)
})

test('events are found by any word of name and title, and gathered by wildcard', () => {
  const events = [
    { name: 'person.created', title: 'Person added' },
    { name: 'person.merged', title: 'People merged' },
    { name: 'gift.paid', title: 'Online gift paid' },
  ]
  assert.deepEqual(matching(events, 'PERSON add'), [events[0]])
  assert.deepEqual(matching(events, ''), events)
  assert.deepEqual(
    byWildcard(events).map(([wildcard, found]) => [wildcard, found.length]),
    [
      ['person.*', 2],
      ['gift.*', 1],
    ],
  )
})
