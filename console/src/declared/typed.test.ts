/** What forms that are drawn from declarations send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownField } from '../house/house.ts'
import { changeOf, creationOf, emptyOf, inWords, typedOf } from './typed.ts'

const PLAIN = { hint: null, choices: [], usual: [], example: null, or: null, to: null, nullable: true, longest: 190 }
const field = (name: string, kind: ShownField['kind'], required = false): ShownField => ({
  ...PLAIN,
  name,
  label: `The ${name}`,
  kind,
  required,
})
const FIELDS = [
  field('title', 'line', true),
  field('series', 'text'),
  field('pages', 'number'),
  field('is_new', 'switch'),
  field('person_id', 'record'),
]

test('of a new record what is empty is left out, but for what is required', () => {
  const empty = emptyOf(FIELDS)
  assert.deepEqual(creationOf(FIELDS, empty), { title: '' })
  assert.deepEqual(creationOf(FIELDS, { ...empty, title: 'Salt', series: ' ', pages: '12', person_id: 7 }), {
    title: 'Salt',
    pages: 12,
    person_id: 7,
  })
})

test('of a record that is changed only what differs is sent, and null for what was taken out', () => {
  const base = typedOf(FIELDS, { title: 'Salt', series: 'Parables', pages: 12, is_new: true, person_id: null })
  assert.deepEqual(changeOf(FIELDS, base, base), {})
  const typed = { ...base, series: '', pages: 'many', is_new: false, person_id: 7 }
  assert.deepEqual(changeOf(FIELDS, typed, base), { series: null, pages: 'many', is_new: false, person_id: 7 })
})

test('what is wrong is said with the labels that people see', () => {
  assert.deepEqual(inWords({ title: 'Is required, or series' }, FIELDS), { title: 'Is required, or “The series”' })
})
