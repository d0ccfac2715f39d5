/** What is sent of a typed gift, and what stays for the next. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Contribution } from '../api-types.ts'
import { bodyOf, byBatch, nextGift, type TypedGift, totalOf } from './gift-entry.ts'

const typed: TypedGift = {
  amount: '1,500.50',
  currency: 'NGN',
  person: { id: 7, title: 'Ada Obi' },
  donor_name: '',
  fund_id: 2,
  method: 'cash',
  given_on: '2026-11-21',
  reference: ' A-1 ',
  note: '',
  is_anonymous: false,
}

test('a typed gift is sent in minor units, without what is empty', () => {
  const body = { amount: 150_050, currency: 'NGN', method: 'cash', given_on: '2026-11-21', fund_id: 2 }
  assert.deepEqual(bodyOf(typed), { ...body, person_id: 7, reference: 'A-1' })
  assert.equal(bodyOf({ ...typed, amount: 'ten' }), undefined)
})

test('a giver who is not on record is sent by name', () => {
  assert.equal(bodyOf({ ...typed, person: null, donor_name: 'Ben' })?.donor_name, 'Ben')
  assert.equal(bodyOf({ ...typed, donor_name: 'Ben' })?.donor_name, undefined)
})

test('fund, method and date stay for the next gift', () => {
  const next = nextGift(typed)
  assert.deepEqual(
    [next.amount, next.person, next.fund_id, next.method, next.given_on],
    ['', null, 2, 'cash', '2026-11-21'],
  )
})

test('the total is of what was saved and is not void', () => {
  const saved = { key: 'a', typed, state: 'saved', gift: { amount_base: 100 } as Contribution } as const
  const gone = { ...saved, gift: { amount_base: 7, status: 'void' } as Contribution }
  assert.deepEqual(totalOf([saved, { key: 'b', typed, state: 'failed' }, saved, gone]), { count: 2, sum: 200 })
})

test('gifts stand under their batch, those of the batch that is open first of all, though it has none yet', () => {
  const of = (key: string, batch_id?: number) => ({ key, typed: { ...typed, batch_id }, state: 'saving' }) as const
  const entries = [of('a', 1), of('b'), of('c', 2), of('d', 1)]
  const keys = (shown: number | undefined) =>
    byBatch(entries, shown).map(({ batch, entries }) => [batch, entries.map(({ key }) => key).join('')])
  assert.deepEqual(keys(2), [
    [2, 'c'],
    [1, 'ad'],
    [undefined, 'b'],
  ])
  assert.deepEqual(keys(3)[0], [3, ''])
  assert.deepEqual(keys(undefined)[0], [undefined, 'b'])
})
