import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryNamed } from './country-names.ts'

test('countries are known by their names, in several languages, and by what people call them', () => {
  const named = {
    Nigeria: 'NG',
    ' united states ': 'US',
    USA: 'US',
    Deutschland: 'DE',
    'Côte d’Ivoire': 'CI',
    Espagne: 'ES',
    UK: 'GB',
  }
  for (const [text, code] of Object.entries(named)) assert.equal(countryNamed(text), code, text)
  for (const text of ['Atlantis', '', 'constructor', 'NG']) assert.equal(countryNamed(text), undefined, text)
})
