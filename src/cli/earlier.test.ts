import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofToday } from './earlier.ts'

const today = (line: string): string => ofToday(line.split(' ')).join(' ')

test('what commands were called in earlier releases goes on working', () => {
  assert.equal(today('fund update --id 3 --default --church grace'), 'fund update 3 --is-default=true --church grace')
  assert.equal(today('fund create --inactive --name Roof'), 'fund create --is-active=false --name Roof')
  assert.equal(today('branch update --id=4 --parent 2'), 'branch update 4 --parent-id 2')
  assert.equal(today('branch create --parent=2'), 'branch create --parent-id=2')
  assert.equal(today('branch remove --id 4'), 'branch remove 4')
})

test('an option that means something today is left as it is', () => {
  assert.equal(today('fund list --active 0'), 'fund list --active 0')
  assert.equal(today('person show 3 --church branch'), 'person show 3 --church branch')
})
