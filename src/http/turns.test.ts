/** Turns of clients (decision 0013). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { type EndTurn, Turns } from './turns.ts'

test('a client has so many turns at once, the rest of it waits in order, and another one does not wait', async () => {
  const turns = new Turns(2)
  const begun: number[] = []
  const ends: EndTurn[] = []
  for (const n of [0, 1, 2, 3]) {
    void turns.take('a').then(end => {
      begun.push(n)
      ends[n] = end
    })
  }
  await soon()
  assert.deepEqual(begun, [0, 1])
  await turns.take('b')
  ends[1]?.()
  // Of no effect: it has ended.
  ends[1]?.()
  await soon()
  assert.deepEqual(begun, [0, 1, 2])
  ends[0]?.()
  await soon()
  assert.deepEqual(begun, [0, 1, 2, 3])
  for (const end of ends) end()
  const again = await Promise.all([turns.take('a'), turns.take('a')])
  assert.equal(again.length, 2, 'all turns are free again')
})
