/** Texts in a language: looked up, filled in, and English where there is no translation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH, languageOf } from './language.ts'

const GIFTS = '{count, plural, one {# gift} other {# gifts}} of {name}'

test('an English text is filled in by the rules of English', () => {
  assert.equal(ENGLISH.say('Save gift'), 'Save gift')
  assert.equal(ENGLISH.say(GIFTS, { count: 1, name: 'Ada' }), '1 gift of Ada')
  assert.equal(ENGLISH.say(GIFTS, { count: 1_200, name: 'Ada' }), '1,200 gifts of Ada')
  assert.equal(ENGLISH.say("The giver's name isn't shown"), "The giver's name isn't shown")
})

test('a value is a value, whatever stands in it', () => {
  assert.equal(ENGLISH.say('{name} was added.', { name: '<b>{name}</b>' }), '<b>{name}</b> was added.')
})

test('a translation is filled in by the rules of its language', () => {
  const polish = languageOf('pl', { [GIFTS]: '{count, plural, one {# dar} few {# dary} other {# darów}} od {name}' })
  const said = [1, 3, 5].map(count => polish.say(GIFTS, { count, name: 'Ada' }))
  assert.deepEqual(said, ['1 dar od Ada', '3 dary od Ada', '5 darów od Ada'])
})

test('what is not translated is said in English, by the rules of English', () => {
  const polish = languageOf('pl', { 'Save gift': '', Cancel: 'Anuluj' })
  assert.equal(polish.say('Cancel'), 'Anuluj')
  assert.equal(polish.say('Save gift'), 'Save gift')
  assert.equal(polish.say(GIFTS, { count: 3, name: 'Ada' }), '3 gifts of Ada')
})

test('what stands before a bar tells of two meanings, and is not said', () => {
  const french = languageOf('fr', { 'status|Open': 'Ouvert', 'do|Open': 'Ouvrir' })
  assert.deepEqual([french.say('status|Open'), french.say('do|Open')], ['Ouvert', 'Ouvrir'])
  assert.equal(ENGLISH.say('status|Open'), 'Open')
})

test('parts stand where the language has them', () => {
  const link = (chunks: unknown[]) => ({ link: chunks.join('') })
  const message = 'Merged into <a>{name}</a>'
  assert.deepEqual(ENGLISH.parts(message, { name: 'Ada', a: link }), ['Merged into ', { link: 'Ada' }])
  const turned = languageOf('ja', { [message]: '<a>{name}</a>に統合' })
  assert.deepEqual(turned.parts(message, { name: 'Ada', a: link }), [{ link: 'Ada' }, 'に統合'])
})

test('a value that is missing is told to who wrote the text', () => {
  assert.throws(() => ENGLISH.say('{name} was added.'), /name/)
})

test('numbers of telephones and documents are not turned around within Arabic, and stay as they are elsewhere', () => {
  const arabic = languageOf('ar', { 'Number {number}': 'الرقم {number}' })
  assert.equal(arabic.say('Number {number}', { number: '2026-000012' }), 'الرقم \u20662026-000012\u2069')
  assert.equal(arabic.say('Number {number}', { number: '+234 803 202 5071' }), 'الرقم \u2066+234 803 202 5071\u2069')
  assert.equal(arabic.say('Number {number}', { number: 'Ada-1' }), 'الرقم Ada-1')
  assert.equal(arabic.say('Number {number}', { number: '26\u200f/11\u200f/2026' }), 'الرقم 26\u200f/11\u200f/2026')
  assert.equal(languageOf('fr', {}).say('Number {number}', { number: '2026-000012' }), 'Number 2026-000012')
})
