/** What forms that are drawn from declarations send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withLabels } from '../forms/field-errors.ts'
import type { ShownField } from '../house/house.ts'
import { answerOf, changeOf, creationOf, emptyOf, filledOf, typedOf, unreadAmounts } from './typed.ts'

const PLAIN = {
  hint: null,
  choices: [],
  of: null,
  usual: [],
  example: null,
  or: null,
  counts: null,
  off: null,
  to: null,
  nullable: true,
  longest: 190,
  short: false,
  begins: null,
  ifForeign: false,
}
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
  field('worth', 'amount'),
]

test('of a new record what is empty is left out, but for what is required and what is ticked or not', () => {
  const empty = emptyOf(FIELDS)
  assert.deepEqual(creationOf(FIELDS, empty, 'NGN'), { title: '', is_new: false })
  const typed = { ...empty, title: 'Salt', series: ' ', pages: '12', person_id: 7 }
  assert.deepEqual(creationOf(FIELDS, typed, 'NGN'), { title: 'Salt', is_new: false, pages: 12, person_id: 7 })
})

test('an amount is typed as people write it, and sent in the smallest unit', () => {
  const empty = emptyOf(FIELDS)
  const sent = (worth: string, currency: string) => creationOf(FIELDS, { ...empty, worth }, currency).worth
  assert.deepEqual([sent('1,500.50', 'NGN'), sent('1500', 'JPY')], [150_050, 1_500])
  assert.equal(sent('much', 'NGN'), 'much')
  assert.equal(typedOf(FIELDS, { worth: 150_050 }, 'NGN').worth, '1500.50')
})

test('an amount that cannot be read is asked for as everywhere else, in the currency of the record', () => {
  const said = (worth: string, currency: string) =>
    unreadAmounts(FIELDS, { ...emptyOf(FIELDS), title: 'much', worth }, currency)
  assert.deepEqual(said('much', 'JPY'), { worth: 'Enter an amount in JPY, such as 1,500.' })
  assert.deepEqual(said('1.500', 'USD'), {
    worth: 'The amount 1.500 may mean 1500 or 1.5. Please type the one that you mean.',
  })
  assert.deepEqual([said('1,500.50', 'NGN'), said(' ', 'NGN')], [{}, {}])
})

test('what an action asks and is left empty is nothing where it may be, and left out where it may not', () => {
  const fields = [field('series', 'text'), { ...field('pages', 'number'), nullable: false }]
  assert.deepEqual(answerOf(fields, emptyOf(fields), 'NGN'), { series: null })
})

test('a number is sent as one in whichever digits it is typed', () => {
  const sent = (pages: string) => creationOf([field('pages', 'number')], { pages }, 'NGN')
  assert.deepEqual([sent('84'), sent(' ٨٤ '), sent('-۸۴')], [{ pages: 84 }, { pages: 84 }, { pages: -84 }])
  assert.deepEqual(sent('٨٫٤'), { pages: '٨٫٤' })
})

test('of a record that is changed only what differs is sent, and null for what was taken out', () => {
  const base = typedOf(FIELDS, { title: 'Salt', series: 'Parables', pages: 12, is_new: true, person_id: null }, 'NGN')
  assert.deepEqual(changeOf(FIELDS, base, base, 'NGN'), {})
  const typed = { ...base, series: '', pages: 'many', is_new: false, person_id: 7 }
  assert.deepEqual(changeOf(FIELDS, typed, base, 'NGN'), { series: null, pages: 'many', is_new: false, person_id: 7 })
})

test('what is wrong is said with the labels that people see', () => {
  assert.deepEqual(withLabels({ title: 'Is required, or series' }, FIELDS), { title: 'Is required, or “The series”' })
  assert.deepEqual(withLabels({ title: 'Is the title of another' }, FIELDS), { title: 'Is the title of another' })
  assert.deepEqual(withLabels({ title: 'Send person_id' }, FIELDS), { title: 'Send “The person_id”' })
})

test('a word of the language that is called as a field of the API stays a word', () => {
  const fields = [...FIELDS, field('on', 'date'), field('data', 'line')]
  assert.deepEqual(withLabels({ title: 'Comme on le dit' }, fields), { title: 'Comme on le dit' })
  assert.deepEqual(withLabels({ title: 'Deve ser uma data' }, fields), { title: 'Deve ser uma data' })
})

test('a new record begins with its defaults, what the address says, and the country of the church', () => {
  const fields = [
    field('title', 'line'),
    { ...field('is_new', 'switch'), begins: true },
    field('country', 'country'),
    field('person_id', 'record'),
  ]
  const said = new URLSearchParams('person_id=7&is_new=0&other=1')
  assert.deepEqual(filledOf(fields, said, { country: 'GH' }), { title: '', is_new: true, country: 'GH', person_id: 7 })
})

test('custom fields are sent where they differ, in the kinds that their values had', () => {
  const fields = [field('title', 'line'), field('custom', 'custom')]
  const record = { title: 'Salt', custom: { size: 42, tribe: 'Judah' } }
  const base = typedOf(fields, record, 'NGN')
  assert.deepEqual(changeOf(fields, base, base, 'NGN', record), {})
  const typed = {
    ...base,
    custom: [
      { name: 'size', value: '43' },
      { name: 'choir', value: 'yes' },
    ],
  }
  assert.deepEqual(changeOf(fields, typed, base, 'NGN', record), { custom: { size: 43, choir: 'yes', tribe: null } })
  assert.deepEqual(creationOf(fields, typed, 'NGN'), { title: 'Salt', custom: { size: '43', choir: 'yes' } })
})
