import assert from 'node:assert/strict'
import { test } from 'node:test'
import { houseOf } from '../house.ts'
import { type Extension, extending, extensionPoint } from './extension-point.ts'
import { type Module, module } from './module.ts'

const words = extensionPoint<string>('words', word => word.toLowerCase())
const numbers = extensionPoint<number>('numbers')
const others = extensionPoint<number>('numbers')

let made = 0
const adding = (...added: Extension[]): Module =>
  module({ name: `adding-${++made}`, title: 'Adding', resources: [], extends: added })

test('a house tells what its modules add, in their order, at the very place that they named', () => {
  const house = houseOf([adding(extending(numbers, 2), extending(words, 'Two')), adding(extending(numbers, 1))])
  assert.deepEqual(house.addedAt(numbers), [2, 1])
  assert.deepEqual(house.addedAt(words), ['Two'])
  assert.deepEqual(house.addedAt(others), [], 'another place of the same name is another place')
})

test('a house without a module hears nothing of what it would add', () => {
  houseOf([adding(extending(numbers, 1))])
  assert.deepEqual(houseOf([adding()]).addedAt(numbers), [])
})

test('two of one key are refused, and named; where there is no key there may be any number', () => {
  const twice = [adding(extending(words, 'Two')), adding(extending(words, 'two'))]
  assert.throws(() => houseOf(twice), /^Error: Two add two to words\.$/)
  assert.deepEqual(houseOf([adding(extending(numbers, 1), extending(numbers, 1))]).addedAt(numbers), [1, 1])
})
