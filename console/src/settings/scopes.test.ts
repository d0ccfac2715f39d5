import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf, resourcesOf, scopeWords } from './scopes.ts'

const ALL = ['people:read', 'people:write', 'prayer_requests:read']

test('scopes are gathered by resource', () => {
  assert.deepEqual(resourcesOf(ALL), [
    { resource: 'people', actions: ['read', 'write'] },
    { resource: 'prayer_requests', actions: ['read'] },
  ])
})

test('scopes are told in a few words', () => {
  assert.equal(scopeWords(ALL, ALL), 'Everything')
  assert.equal(scopeWords(['people:read', 'prayer_requests:read'], ALL), 'Read everything')
  assert.equal(scopeWords(['people:read', 'people:write'], ALL), 'People: read and write')
  assert.equal(scopeWords(['prayer_requests:read'], ALL), 'Prayer requests: read')
})

test('a key that has what belongs to modules that are off by now has everything, or reads everything, all the same', () => {
  const modules = [{ title: 'People', scopes: ALL }]
  assert.equal(scopeWords([...ALL, 'groups:read'], allOf(modules)), 'Everything')
  const reading = ['people:read', 'prayer_requests:read', 'groups:read']
  assert.equal(scopeWords(reading, allOf(modules)), 'Read everything')
  assert.equal(scopeWords(['groups:read'], allOf(modules)), 'Groups: read')
})
