import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownField, ShownResource } from '../house/house.ts'
import { namedErrors, sortRefused } from './field-errors.ts'
import { fieldsAskedOf } from './refused-fields.ts'

const field = (name: string, label: string) => ({ name, label }) as ShownField

const resource = (name: string, fields: ShownField[], acts: ShownField[] = []) =>
  ({ name, fields, create: null, update: null, actions: [{ fields: acts }] }) as unknown as ShownResource

const FORM = { fields: [field('envelope', 'Envelope number')] }

const HOUSE = [
  resource('people', [field('status', 'Status of the person'), field('branch_id', 'Branch')]),
  { ...resource('contributions', [field('amount', 'Amount')]), create: FORM } as unknown as ShownResource,
  resource('pledges', [field('status', 'Status of the pledge')], [field('person_ids', 'Givers')]),
]

const told = (path: string, errors: Record<string, string>): string[] =>
  sortRefused(errors, [], fieldsAskedOf(HOUSE, path)).others

test('a refused field that a form has not is called by the label that what was asked declares of it', () => {
  assert.deepEqual(told('/grace/pledges/3', { status: 'is closed' }), ['Status of the pledge: is closed'])
  assert.deepEqual(told('/grace/people', { status: 'is wrong' }), ['Status of the person: is wrong'])
  assert.deepEqual(told('/grace/actions/pledges.add_givers', { person_ids: 'names nobody' }), ['Givers: names nobody'])
})

test('a refused field of what no page declares is called as other records call it, or by its word', () => {
  const errors = { branch_id: 'is no branch', expected: 'has changed' }
  assert.deepEqual(told('/grace/actions/users.invite', errors), ['Branch: is no branch', 'Expected: has changed'])
})

test('a gift that waited is refused by the labels of its form, the envelope among them', () => {
  const fields = fieldsAskedOf(HOUSE, 'contributions')
  assert.deepEqual(namedErrors({ envelope: 'is given to nobody' }, fields), ['Envelope number: is given to nobody'])
})
