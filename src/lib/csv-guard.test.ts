import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { guarded, unguarded } from './csv-guard.ts'

test('a text that a spreadsheet would take for a formula gets an apostrophe, any other stays as it is', () => {
  for (const text of ['=1+1', '+234803', '-5', '@sum', '\tx', '\rx', "'=1"]) assert.equal(guarded(text), `'${text}`)
  for (const text of ['', 'Ada', "O'Neil", "'tis", 'a=b', '5-3']) assert.equal(guarded(text), text)
})

test('what was guarded comes back as it was', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^'*[=+\-@]?[a'=]*$/))
  fc.assert(fc.property(texts, text => unguarded(guarded(text)) === text))
})
