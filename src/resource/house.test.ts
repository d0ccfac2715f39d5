import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { houseOf } from '../house.ts'
import { groupMembers } from '../modules/groups/group-members.ts'
import { MODULES } from '../modules/index.ts'
import { areaOf, isOn, module } from './module.ts'
import type { Resource } from './resource.ts'

const plain = module({ name: 'plain', title: 'Plain', resources: [] })
const switched = module({ name: 'switched', switch: 'light', title: 'Switched', resources: [] })

test('a module has a name of its own, which is that of its folder', () => {
  const index = readFileSync(path.join(import.meta.dirname, '../modules/index.ts'), 'utf8')
  const folders = [...index.matchAll(/from '\.\/([\w-]+)\/module\.ts'/g)].map(([, folder]) => folder)
  assert.deepEqual(MODULES.map(({ name }) => name).sort(), folders.sort())
  assert.throws(() => houseOf([plain, plain]), /^Error: Two modules are called plain\.$/)
})

test('a module is of the area that it names, else of its switch, else of the core', () => {
  assert.deepEqual([plain, switched, { ...switched, area: 'lamps' }].map(areaOf), ['core', 'light', 'lamps'])
})

test('without a switch a module is always on; those of one switch go on and off together', () => {
  assert.deepEqual([isOn(plain, []), isOn(switched, []), isOn(switched, ['light'])], [true, false, true])
  const second = module({ name: 'second', switch: 'light', title: 'Second', resources: [] })
  assert.deepEqual(houseOf([second, plain, switched]).optional, ['light'])
})

test('what stands on others has a switch, as those have: a module that has none is refused at the start', () => {
  const onLight = { ...plain, name: 'lamp', standsOn: ['light'] }
  assert.throws(() => houseOf([switched, onLight]), /^Error: lamp stands on light, and has no switch\.$/)
  const onPlain = { ...onLight, switch: 'lamp', standsOn: ['plain'] }
  assert.throws(() => houseOf([plain, onPlain]), /^Error: lamp stands on plain, which is no optional module\.$/)
  assert.deepEqual(houseOf([switched, { ...onLight, switch: 'lamp' }]).standsOn, { lamp: ['light'] })
})

/** The house of the product in which one resource is declared otherwise. */
const houseWith = (resource: Resource, otherwise: Partial<Resource>) =>
  houseOf(
    MODULES.map(one => ({
      ...one,
      resources: one.resources.map(each => (each === resource ? { ...each, ...otherwise } : each)),
    })),
  )

test('what is listed on the pages of others is listed by a reference that its list can be filtered by', () => {
  const listedBy = (by: string, more: Partial<Resource> = {}) =>
    houseWith(groupMembers, { ...more, listedBy: [{ by, columns: [] }] })
  assert.doesNotThrow(() => listedBy('person_id'))
  assert.throws(() => listedBy('role'), /^Error: group_members is listed by role, which refers to nothing\.$/)
  const list = { ...groupMembers.list, filters: {} }
  const unfiltered = /^Error: group_members is listed by person_id, and has no filter of that name\.$/
  assert.throws(() => listedBy('person_id', { list }), unfiltered)
})

test('totals by marks count records alone: with a sum or a day they are refused at the start', () => {
  const marked = (more: Partial<Resource['list']>) =>
    houseWith(groupMembers, { list: { ...groupMembers.list, tallies: 'marked', ...more } })
  assert.doesNotThrow(() => marked({}))
  assert.throws(
    () => marked({ sum: { name: 'x_sum', column: 'x' } }),
    /^Error: group_members has tallies 'marked', which keep no sum:/,
  )
  assert.throws(() => marked({ day: 'joined_on' }), /^Error: group_members has tallies 'marked', which keep no day:/)
})
