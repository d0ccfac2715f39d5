/** What languages are called. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownLanguageName } from './language-names.ts'

test('a language is called as those call it who speak it, and one for private use by its tag as well', () => {
  const named = ['en', 'fr', 'pt-BR', 'ar', 'art-x-test', 'fr-x-church'].map(ownLanguageName)
  assert.deepEqual(named, [
    'English',
    'Français',
    'Português (Brasil)',
    'العربية',
    'Art (art-x-test)',
    'Français (fr-x-church)',
  ])
})
