import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergedTones } from './tone.ts'

test('a value has one colour, wherever it is declared', () => {
  assert.deepEqual(mergedTones([{ open: 'teal' }, { open: 'teal', void: 'red' }]), { open: 'teal', void: 'red' })
  assert.throws(() => mergedTones([{ open: 'teal' }, { open: 'red' }]), /open is declared teal and red/)
})
