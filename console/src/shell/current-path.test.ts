import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownGroup } from '../../../src/resource/navigation.ts'
import { currentPath } from './current-path.ts'

const item = (path: string) => ({ label: path, path, icon: 'home' }) as const
const NAVIGATION: ShownGroup[] = [
  { items: [item('')] },
  { label: 'Giving', items: [item('/contributions'), item('/contributions/new'), item('/report')] },
]

test('the nearest item stands for an address', () => {
  const at = (address: string) => currentPath(NAVIGATION, address)
  assert.equal(at('/contributions'), '/contributions')
  assert.equal(at('/contributions/7/edit'), '/contributions')
  assert.equal(at('/contributions/new'), '/contributions/new')
  assert.equal(at('/reports'), undefined)
  assert.equal(at('/account'), undefined)
})

test('home stands for itself alone', () => {
  assert.equal(currentPath(NAVIGATION, ''), '')
  assert.equal(currentPath(NAVIGATION, '/'), '')
  assert.equal(currentPath(NAVIGATION.slice(1), '/'), undefined)
})
