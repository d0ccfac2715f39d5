/** What people read passes the message functions, as messages that a translator can translate (docs/decisions/0015-texts.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholdersOf, textsIn, textsOfSources } from '../bin/source-texts.ts'
import { MODULES } from '../src/modules/index.ts'
import { labelOf } from '../src/resource/labels.ts'
import { phrasesOf } from '../src/texts/resource-phrases.ts'
import { wordsOfValue } from '../src/texts/value-words.ts'

const { said, unsaid } = textsOfSources()

test('no text of the console passes the message functions by', () => {
  assert.deepEqual(
    unsaid.filter(({ at }) => at.startsWith('console/')),
    [],
  )
})

test('a text that is shown without them is found', () => {
  const found = (text: string): string[] => textsIn('page.tsx', text).unsaid.map(one => one.text)
  assert.deepEqual(found('const a = <p>Save gift</p>'), ['Save gift'])
  assert.deepEqual(found('const a = <Button label="Save" className="Save me" />'), ['Save'])
  assert.deepEqual(found(['notify(`The gift of $', '{who} was saved`)'].join('')), ['The gift of … was saved'])
  assert.deepEqual(found("const a = { Enter: key === 'Enter' ? t('Save') : rich('Save <b>all</b>', { b }) }"), [])
})

test('every message can be read, and is handed what it has a place for and nothing else', () => {
  assert.ok(said.length > 500)
  for (const { message, values, at } of said) {
    assert.ok(values !== undefined, `${at}: the values cannot be read from the source`)
    assert.deepEqual([...values].sort(), placeholdersOf(message).sort(), `${at}: ${message}`)
  }
})

test('a message is a whole: it neither begins nor ends with what joins it to another', () => {
  for (const { message, at } of said) {
    assert.equal(message, message.trim(), at)
    assert.doesNotMatch(message, /^[,.;:]| (and|or|of|the)$/, `${at}: ${message}`)
  }
})

test('what is said of declarations can be read, and has a place for nothing but a count', () => {
  for (const module of MODULES) {
    const resources = module.resources.flatMap(({ words, fields }) => [
      ...Object.values(phrasesOf(words)),
      ...Object.entries(fields).flatMap(([name, { spec }]) => [
        labelOf(name, spec.label),
        spec.hint ?? '',
        ...((spec.output as { enum?: string[] }).enum ?? []).map(wordsOfValue),
      ]),
    ])
    const actions = (module.actions ?? []).flatMap(({ label, logged = '', asks = '', done = '' }) => [
      label,
      logged,
      asks,
      done,
    ])
    const moved = (module.namesPeople?.moved ?? []).flatMap(({ words }) => Object.values(phrasesOf(words)))
    for (const message of [module.title, module.about ?? '', ...resources, ...actions, ...moved]) {
      assert.deepEqual(placeholdersOf(message), message.startsWith('{count, plural,') ? ['count'] : [], message)
    }
  }
})

test('every module that a church may switch off says what it brings', () => {
  assert.deepEqual(
    MODULES.flatMap(({ core, about, name }) => (core || about ? [] : [name])),
    [],
  )
})
