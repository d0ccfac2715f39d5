/** The tree of branches, also where only a part of it is in sight. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Branch } from '../api-types.ts'
import { branchChoices, withoutBranch } from './branch-tree.ts'

const branch = (id: number, parent_id: number | null, name: string): Branch => ({ id, parent_id, name }) as Branch

test('each branch stands before those below it', () => {
  const branches = [branch(1, null, 'Head'), branch(2, 1, 'North'), branch(3, 1, 'South'), branch(4, 2, 'Far north')]
  assert.deepEqual(
    branchChoices(branches).map(({ label }) => label.replaceAll('\u2003', '-')),
    ['Head', '-North', '--Far north', '-South'],
  )
})

test('a branch whose branch above is out of sight stands at the top', () => {
  assert.deepEqual(branchChoices([branch(4, 2, 'Far north')]), [{ value: '4', label: 'Far north' }])
})

test('a branch goes neither below itself nor below what is under it', () => {
  const branches = [branch(1, null, 'Head'), branch(2, 1, 'North'), branch(3, 1, 'South'), branch(4, 2, 'Far north')]
  assert.deepEqual(
    withoutBranch(branches, 2).map(({ id }) => id),
    [1, 3],
  )
})
