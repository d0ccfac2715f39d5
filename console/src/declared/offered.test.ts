/** What is offered on a record. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUSE } from '../../../src/house.ts'
import { isOffered } from './offered.ts'

const refund = HOUSE.actions.find(({ name }) => name === 'gifts.refund')
const { when = {}, offered = when, offeredWhile = null } = refund ?? {}
const shown = { when: offered, while: offeredWhile }

test('a gift is refunded as long as anything of it is left', () => {
  const gift = { id: 1, status: 'succeeded', amount: 500, refunded_amount: 0 }
  assert.ok(isOffered(shown, gift))
  assert.ok(isOffered(shown, { ...gift, refunded_amount: 499 }))
  assert.ok(!isOffered(shown, { ...gift, refunded_amount: 500 }))
  assert.ok(!isOffered(shown, { ...gift, status: 'failed' }))
})

test('what is declared to be offered in any state is', () => {
  assert.ok(isOffered({ when: {}, while: null }, { id: 1, status: 'closed' }))
  assert.ok(!isOffered({ when: { status: ['open'] }, while: null }, { id: 1, status: 'closed' }))
})
