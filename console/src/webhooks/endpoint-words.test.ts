import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayWords, duration, nameOf, outcomeWords, patternWords, pauseReason } from './endpoint-words.ts'

test('an endpoint is called by what it is for, else by its host', () => {
  assert.equal(nameOf({ description: 'Books', url: 'https://example.org/x' }), 'Books')
  assert.equal(nameOf({ description: null, url: 'https://example.org:8080/x' }), 'example.org:8080')
})

test('attempts, days and durations are told in plain words', () => {
  assert.equal(outcomeWords({ outcome: 'delivered', status: 200, reason: null }), 'Delivered: answered 200')
  assert.equal(
    outcomeWords({ outcome: 'retrying', status: null, reason: 'connection refused' }),
    'Failed, will be retried: connection refused',
  )
  assert.equal(dayWords({ delivered: 0, failed: 0 }), 'Nothing sent in 24 hours')
  assert.equal(dayWords({ delivered: 3, failed: 1 }), '3 delivered, 1 attempt failed in 24 hours')
  assert.deepEqual([duration(87), duration(1250)], ['87 ms', '1.3 s'])
  assert.deepEqual([patternWords('*'), patternWords('gift.*')], ['everything', 'gift.*'])
  assert.match(pauseReason('paused', 'gone'), /410/)
  assert.match(pauseReason('off', 'by hand'), /switched off/)
})
