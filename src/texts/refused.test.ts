/** What the API refuses in English is said in the language of the page, with its values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placeholdersOf } from '../../bin/source-texts.ts'
import { refusalTexts } from '../../bin/texts.ts'
import { because } from './because.ts'
import { languageNamed } from './catalogues.ts'
import { languages } from './names.ts'
import { refusalsIn } from './refused.ts'

const ALL = refusalTexts()
const french = refusalsIn(languageNamed('fr'), ALL)

test('a refusal is said in the language of the page, with its values', () => {
  assert.equal(french('must be at most 40 characters'), 'doit avoir 40 caractères au plus')
  assert.equal(french('There is no such record.'), 'Cette fiche n’existe pas.')
  assert.equal(french('must be 2026-11-28 or later'), 'doit être le 28 novembre 2026 ou plus tard')
  const wait = 'Trop d’essais manqués. Réessayez dans'
  assert.equal(french('Too many wrong attempts. Try again in 1 second.'), `${wait} 1 seconde.`)
  assert.equal(french('Too many wrong attempts. Try again in 2 minutes.'), `${wait} 2 minutes.`)
})

test('what a file says is told as it stands there, no day and no real one among them', () => {
  for (const day of ['2026-01-31', '2026-02-31', '2026-13-45', '0000-00-00']) {
    const said = french(because('"{text}" is not an amount: write it like 21000 or 21,000.50', { text: day }))
    assert.match(said, /montant/)
    assert.ok(said.includes(day), said)
  }
  assert.match(french('must be 2026-13-45 or later'), /2026-13-45/)
})

test('a refusal within a refusal is said, too', () => {
  const together = because('{problem} together with those on record', { problem: 'must be at most 40 names' })
  assert.equal(french(together), 'doit avoir 40 noms au plus, avec ceux qui sont déjà enregistrés')
})

test('a long text with words of a file stays as it is', () => {
  const long = `has ${'x as y and z '.repeat(2_000)}`
  assert.equal(french(long), long)
})

test('what is no refusal that is known stays as it is', () => {
  for (const text of ['Ada', 'is {odd}', 'My gifts 1.pdf is odd.']) assert.equal(french(text), text)
})

const word = fc.stringMatching(/^[a-z]{3,8}$/)

for (const name of languages().filter(one => one !== 'en' && !one.includes('-x-'))) {
  test(`every refusal is said in ${name}, whatever its values`, () => {
    const language = languageNamed(name)
    const say = refusalsIn(language, ALL)
    for (const message of ALL.filter(one => !one.includes('{problem}'))) {
      const places = placeholdersOf(message)
      const values = fc.record(
        Object.fromEntries(places.map(one => [one, one === 'count' || one === 'id' ? fc.nat(900) : word])),
      )
      fc.assert(
        fc.property(values, filled => {
          const english = because(message, filled)
          assert.notEqual(say(english), english, message)
        }),
        { numRuns: 3 },
      )
    }
  })
}
