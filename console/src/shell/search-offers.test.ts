import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OfferedGroup, placesMatching } from './search-offers.ts'

const group = (...labels: string[]): OfferedGroup => ({
  label: 'Pages',
  offers: labels.map(label => ({ key: label, label, detail: '', icon: 'home', path: '/' })),
})

/** What is offered of these for what was typed. */
const found = (typed: string, ...labels: string[]): string[] =>
  placesMatching([group(...labels)], typed).flatMap(({ offers }) => offers.map(({ label }) => label))

test('a page is found by how its words begin, and not by letters inside of them', () => {
  assert.deepEqual(found('ada', 'Bandeja de entrada', 'Adam'), ['Adam'])
  assert.deepEqual(found('entr', 'Bandeja de entrada'), ['Bandeja de entrada'])
  assert.deepEqual(found('follow-up ta', 'Tasks: Follow-up', 'Follow-up'), ['Tasks: Follow-up'])
  assert.deepEqual(found('dons', 'Saisir des dons', 'Dons en ligne'), ['Dons en ligne', 'Saisir des dons'])
})

test('the article of Arabic need not be typed', () => {
  assert.deepEqual(found('رسائل', 'الرسائل', 'رسائل المجموعات'), ['رسائل المجموعات', 'الرسائل'])
})
