import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldedOptions } from './folded-options.ts'

test('what is typed finds an option whatever diacritics it is written with', () => {
  const options = ['Ẹgbẹ́ Akọrin', 'Choir', 'Café'].map(label => ({ value: label, label, disabled: false }))
  const offered = (search: string, limit = 8): string[] =>
    foldedOptions({ options, search, limit }).flatMap(one => ('label' in one ? one.label : []))
  assert.deepEqual(offered('egbe'), ['Ẹgbẹ́ Akọrin'])
  assert.deepEqual(offered(' CAFE '), ['Café'])
  assert.deepEqual(offered('', 2), ['Ẹgbẹ́ Akọrin', 'Choir'])
  assert.deepEqual(offered('x'), [])
})
