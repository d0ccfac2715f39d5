/** What a button says is a part of what it is called, so that whoever speaks to their device can name it (WCAG 2.5.3). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { placeholdersOf } from '../bin/source-texts.ts'
import { ROOT } from '../src/installation.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { languages } from '../src/texts/names.ts'

const TEXT = /\bt\('((?:[^'\\]|\\.)*)'/g
const LABEL = /aria-label=\{((?:[^{}]|\{[^{}]*\})*)\}/g
/** The words of a button stand no further behind its label. */
const NEAR = 700

const textsIn = (source: string): string[] =>
  [...source.matchAll(TEXT)].map(([, text = '']) => text.replaceAll("\\'", "'"))

/** Labels that begin with words which stand near them: `Unpublish {name}` and `Unpublish`. */
function pairsIn(source: string): [label: string, words: string][] {
  return [...source.matchAll(LABEL)].flatMap(({ 0: whole, 1: inner = '', index }) => {
    const shown = textsIn(source.slice(index + whole.length, index + NEAR))
    return textsIn(inner).flatMap(label =>
      shown
        .filter(words => [' ', ':'].some(end => label.startsWith(`${words}${end}`)))
        .map((words): [string, string] => [label, words]),
    )
  })
}

test('what a button says is a part of its label in every language', t => {
  const folder = path.join(ROOT, 'console/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))
  const pairs = files.flatMap(file => pairsIn(readFileSync(path.join(folder, file), 'utf8')))
  assert.ok(pairs.length > 20)
  t.diagnostic(`${pairs.length} labels`)
  const wrong = languages().flatMap(name => {
    const { say } = languageNamed(name)
    const said = (text: string): string =>
      say(text, Object.fromEntries(placeholdersOf(text).map(one => [one, '']))).toLowerCase()
    return pairs
      .filter(([label, words]) => !said(label).includes(said(words)))
      .map(pair => `${name}: ${pair.join(' / ')}`)
  })
  assert.deepEqual(wrong, [])
})
