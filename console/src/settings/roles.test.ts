import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../../src/resource/roles.ts'
import { meansOf } from './roles.ts'

const resource = (many: string, read: readonly Role[], write: readonly Role[]) => ({
  one: '',
  many,
  may: { read, write, import: write },
})

const HOUSE = [
  resource('gifts', ['finance'], ['finance']),
  resource('people', ['finance', 'staff', 'viewer'], ['staff']),
  resource('messages', ['staff'], ['staff']),
  resource('branches', ['finance', 'viewer'], []),
]

test('what a role may do is said from what is declared', () => {
  assert.equal(meansOf('finance', HOUSE), 'Can see and change gifts. Can see people and branches.')
  assert.equal(meansOf('staff', HOUSE), 'Can see and change people and messages.')
  assert.equal(meansOf('viewer', HOUSE), 'Can see people and branches, but not change them.')
})
