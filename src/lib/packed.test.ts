import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackedList } from './packed.ts'

test('a packed list holds what it was given, in its order, however often it is gone through', () => {
  for (const count of [0, 1, 499, 500, 501, 1_600]) {
    const all = Array.from({ length: count }, (_, line) => ({ line, cells: ['Ṣóyínká 👨‍👩‍👧', '"', `${line}`] }))
    const list = PackedList.of(all)
    assert.equal(list.size, count)
    for (let time = 0; time < 2; time += 1) assert.deepEqual([...list], all)
  }
})
