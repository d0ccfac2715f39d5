/** Why records stay is data, and each reader is told in their language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetHindranceWords } from './forget-hindrances.ts'
import { ENGLISH, languageOf } from './language.ts'
import { reasonInEnglish, reasonWords, type StayReason } from './stay-reasons.ts'

const REASONS: StayReason[] = [
  { code: 'changed' },
  { code: 'fields', fields: ['phone', 'tribe'] },
  { code: 'has', records: [{ one: 'gift', many: 'gifts', count: 2 }], unseen: true },
  { code: 'members', count: 1 },
  { code: 'said', text: 'was kept before' },
]

test('reasons are said in English and in any other language there is a catalogue for', () => {
  assert.equal(
    reasonInEnglish(REASONS, name => name.toUpperCase()),
    'was changed after the import, has another phone and tribe by now, has 2 gifts and records that you may not see, has 1 member and was kept before',
  )
  const german = languageOf('de', {
    'was changed after the import': 'wurde nach dem Import geändert',
    'has {records}': 'hat {records}',
    '{count, plural, one {# gift} other {# gifts}}': '{count, plural, one {# Gabe} other {# Gaben}}',
    'records that you may not see': 'Einträge, die du nicht sehen darfst',
  })
  const said = (reasons: StayReason[]): string =>
    reasonWords(reasons, { say: german.say, label: name => name, list: words => words.join(' und ') })
  assert.equal(said(REASONS.slice(0, 1)), 'wurde nach dem Import geändert')
  assert.equal(said(REASONS.slice(2, 3)), 'hat 2 Gaben und Einträge, die du nicht sehen darfst')
})

test('why somebody cannot be forgotten is said in English and in any other language', () => {
  const merged = { code: 'merged', into: 1200 } as const
  const english = 'was merged into person 1200: forget that one, and this goes with it'
  assert.equal(forgetHindranceWords(merged, ENGLISH.say), english)
  const german = languageOf('de', {
    'was merged into person {into}: forget that one, and this goes with it': 'gehört zu Person {into}',
  })
  assert.equal(forgetHindranceWords(merged, german.say), 'gehört zu Person 1200')
})
