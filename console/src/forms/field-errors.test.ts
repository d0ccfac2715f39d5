/** What the server says of fields, in the language of the page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkValues } from '../../../src/account-settings.ts'
import { Problems } from '../../../src/errors.ts'
import { MESSAGE_PROVIDERS } from '../../../src/modules/messaging/providers/index.ts'
import { PAYMENT_PROVIDERS } from '../../../src/modules/online-giving/providers/index.ts'
import { languageNamed } from '../../../src/texts/catalogues.ts'
import { ENGLISH } from '../../../src/texts/language.ts'
import { languages } from '../../../src/texts/names.ts'
import type { ShownField } from '../house/house.ts'
import { speak } from '../texts/t.ts'
import { namedErrors, sortRefused } from './field-errors.ts'

/** What no setting takes, unless it takes everything. */
const WRONG = ['', 'x', '{"type":"service_account"}', '§', `x${'y'.repeat(8_000)}`]

/** All that settings of providers are refused for, by the field. */
function refusals(): Record<string, string>[] {
  return [...MESSAGE_PROVIDERS, ...PAYMENT_PROVIDERS].flatMap(({ title, settings }) =>
    WRONG.map(value => {
      const problems = new Problems()
      checkValues(title, settings, Object.fromEntries(Object.keys(settings).map(name => [name, value])), problems)
      return { ...problems.errors }
    }),
  )
}

for (const language of languages().filter(name => name !== 'en' && !name.includes('-x-'))) {
  test(`what is wrong with a setting of a provider is said in ${language}`, t => {
    t.after(() => speak(ENGLISH))
    for (const errors of refusals()) {
      const fields = Object.keys(errors)
      speak(ENGLISH)
      const english = sortRefused(errors, fields).beside
      speak(languageNamed(language))
      const said = sortRefused(errors, fields).beside
      for (const name of fields) assert.notEqual(said[name], english[name], `${name}: ${english[name]}`)
    }
  })
}

test('what the server does not mark stays as it is, as a sentence, and no field is called by its name in the API', () => {
  const { beside, others } = sortRefused({ name: 'is {odd}', id: 'is required: the id', other: 'is wrong' }, [
    'name',
    'id',
  ])
  assert.deepEqual(beside, { name: 'Is {odd}', id: 'Is required' })
  assert.deepEqual(others, ['Other: is wrong'])
})

test('a field that has no label is called by its word where the language has one; what is the same of several is said once', t => {
  const errors = { person_id: 'is required', amount: 'is required', qty: 'is required', 'cash.0': 'is required' }
  assert.deepEqual(namedErrors({ person_id: 'is required', 'cash.0': 'is required' }, []), [
    'Person: Is required',
    'Is required',
  ])
  t.after(() => speak(ENGLISH))
  speak(languageNamed('fr'))
  assert.deepEqual(namedErrors(errors, []), [
    'Personne\u202f: Ce champ est obligatoire',
    'Montant\u202f: Ce champ est obligatoire',
    'Ce champ est obligatoire',
  ])
})

test('what the server says of a field that a form has not is said with the label of the field', t => {
  const fields = [
    { name: 'given_on', label: 'Date du don' },
    { name: 'person_id', label: 'Donateur' },
  ] as ShownField[]
  t.after(() => speak(ENGLISH))
  speak(languageNamed('fr'))
  assert.deepEqual(namedErrors({ given_on: 'is required', id: 'is wrong, see person_id' }, fields), [
    'Date du don\u202f: Ce champ est obligatoire',
    'Id\u202f: is wrong, see “Donateur”',
  ])
})
