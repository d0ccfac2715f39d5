import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/characters.ts'
import { freeSlug, slugify } from './slug.ts'
import { didYouMean, likePattern, nearest } from './text.ts'

test('%, _ and \\ are plain characters in a search', () => {
  assert.equal(likePattern('ada'), '%ada%')
  assert.equal(likePattern('50%_\\'), '%50\\%\\_\\\\%')
  assert.equal(likePattern(''), '%%')
  fc.assert(fc.property(fc.string(), text => likePattern(text).slice(1, -1).replace(/\\(.)/g, '$1') === text))
})

test('the nearest known names come first, and far ones not at all', () => {
  const events = ['person.created', 'person.updated', 'person.merged', 'contribution.created', 'message.sent']
  assert.equal(nearest('person.update', events)[0], 'person.updated')
  assert.equal(nearest('PERSON.CREATED', events)[0], 'person.created')
  assert.deepEqual(nearest('mesage.send', events), ['message.sent'])
  assert.equal(nearest('person.ated', events, 2).length, 2)
  assert.deepEqual(nearest('x', events), [])
  assert.deepEqual(nearest('', events), [])
  assert.deepEqual(nearest('p'.repeat(61), ['p'.repeat(61)]), [])
  assert.deepEqual(nearest('kitten', ['sitting', 'mitten', 'kitchen']), ['mitten', 'kitchen', 'sitting'])
})

test('a refusal names what is near, and nothing where nothing is', () => {
  assert.equal(didYouMean('kittn', ['kitten', 'kitchen']), '; did you mean kitten, kitchen?')
  assert.equal(didYouMean('x', ['kitten']), '')
})

test('a slug is lower-case ASCII joined by hyphens', () => {
  const slugs: Record<string, string> = {
    'Grace Chapel': 'grace-chapel',
    "  St. Mary's & St. John’s  ": 'st-marys-st-johns',
    'Ìjọ Olúwa Ẹ̀yìn': 'ijo-oluwa-eyin',
    'Straße Ødegård Łódź': 'strasse-odegard-lodz',
    'Ɗan Ƙasa Asɔre': 'dan-kasa-asore',
    '№ 1 ½': 'no-1-1-2',
    教会: 'church',
    '--': 'church',
    '': 'church',
  }
  for (const [name, slug] of Object.entries(slugs)) assert.equal(slugify(name), slug, name)
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), text => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slugify(text))))
  fc.assert(fc.property(fc.string(), text => slugify(slugify(text)) === slugify(text)))
})

test('what has no Latin letters is called as the caller says', () => {
  assert.equal(slugify('福音'), 'church')
  assert.equal(slugify('福音', 'sermon'), 'sermon')
})

test('a slug that is taken gets the first number that is free', () => {
  assert.equal(freeSlug('roof', new Set()), 'roof')
  assert.equal(freeSlug('roof', new Set(['roof', 'roof-2', 'roof-4'])), 'roof-3')
})
