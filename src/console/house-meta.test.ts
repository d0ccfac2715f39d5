/** What pages are told of the house beside its resources. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUSE } from '../house.ts'
import { MODULES } from '../modules/index.ts'
import { houseMeta } from './house-meta.ts'

test('what keys may be given comes by module, without what belongs to modules that are off', () => {
  const of = (role: 'owner' | 'viewer', ...on: string[]) => houseMeta(HOUSE, role, on).scopes
  const all = of('owner', ...HOUSE.optional)
  assert.deepEqual(
    all.flatMap(({ scopes }) => scopes),
    HOUSE.scopesOf('owner'),
  )
  assert.equal(new Set(all.map(({ title }) => title)).size, all.length)
  const always = of('owner')
  const offResources = MODULES.filter(one => one.switch !== undefined).flatMap(({ resources }) => resources)
  for (const { name } of offResources)
    assert.ok(!always.some(({ scopes }) => scopes.includes(`${name}:read`)), `${name} is off`)
  const groups = of('owner', 'groups').find(({ title }) => title === 'Groups')
  for (const scope of ['groups:read', 'group_members:write', 'group_reports:read'])
    assert.ok(groups?.scopes.includes(scope), scope)
  assert.deepEqual(
    of('viewer')
      .flatMap(({ scopes }) => scopes)
      .filter(scope => scope.endsWith(':write')),
    [],
  )
})
