/** The language that a browser is answered in, and which way it is written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenLanguage, directionOf } from './chosen.ts'

const OFFERED = ['en', 'ar', 'fr', 'pt', 'pt-BR']

test('a browser is answered in the first language of its own that there is', () => {
  const of = (header?: string): string => chosenLanguage(header, OFFERED, 'en')
  assert.equal(of('fr-CI,fr;q=0.9,en;q=0.8'), 'fr')
  assert.equal(of('en;q=0.5, ar ; q=0.9'), 'ar')
  assert.equal(of('pt-br'), 'pt-BR', 'the narrower one, in any case of letters')
  assert.equal(of('pt-PT'), 'pt')
  assert.equal(of('yo, sw, ar'), 'ar', 'what there is not is passed over')
  assert.equal(of('fr;q=0, ar;q=0.1'), 'ar', 'what is refused is not taken')
})

test('whoever asks for nothing that there is gets the usual language', () => {
  for (const header of [undefined, '', '*', 'yo', ';;,=', 'fr;q=0', 'x'.repeat(10_000)]) {
    assert.equal(chosenLanguage(header, OFFERED, 'pt'), 'pt', header?.slice(0, 20))
  }
})

test('Arabic, Hebrew and Urdu are written from right to left, by their script', () => {
  assert.deepEqual(['ar', 'ar-EG', 'he', 'ur', 'az-Arab'].map(directionOf), Array(5).fill('rtl'))
  assert.deepEqual(['en', 'fr', 'sw', 'az', 'ha'].map(directionOf), Array(5).fill('ltr'))
})
