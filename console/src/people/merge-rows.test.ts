import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../api-types.ts'
import { mergeRows } from './merge-rows.ts'

const person = (fields: object): Person => ({ id: 1, custom: {}, ...fields }) as Person

test('the kept record wins, its empty fields are filled, and who opted out stays out', () => {
  const kept = person({ city: 'Jos', email: null, phone: '1', sms_opt_in: true, email_opt_in: false, dob: null })
  const removed = person({
    city: 'Kano',
    email: 'a@b.c',
    phone: null,
    sms_opt_in: false,
    email_opt_in: true,
    dob: null,
  })
  const outcomes = Object.fromEntries(mergeRows(kept, removed).map(({ name, outcome }) => [name, outcome]))
  assert.deepEqual(outcomes, {
    city: 'stays',
    email: 'filled',
    phone: 'stays',
    sms_opt_in: 'off',
    email_opt_in: 'stays',
  })
})

test('custom fields are compared one by one', () => {
  const rows = mergeRows(person({ custom: { a: 1, b: 2 } }), person({ custom: { b: 2, c: 3 } }))
  assert.deepEqual(
    rows.map(({ name, outcome }) => [name, outcome]),
    [
      ['custom.a', 'stays'],
      ['custom.b', 'same'],
      ['custom.c', 'filled'],
    ],
  )
})
