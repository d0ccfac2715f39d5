/** The guide in every language: whole, in the words of the console's pages, and as old as its English. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { guideBehind } from '../bin/guide.ts'
import { ROOT } from '../src/config.ts'
import { chapterFiles, guideLanguages } from '../src/http/guide.ts'
import { changedSince, fingerprintsOf, idsOf, markedAsMadeOf, sectionsOf } from '../src/http/guide-text.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { withoutMeaning } from '../src/texts/language.ts'
import { languages } from '../src/texts/names.ts'
import { keptTexts } from './support/kept-texts.ts'

const FOLDER = path.join(ROOT, 'docs/guide')
const TRANSLATED = languages().filter(name => name !== 'en' && !name.includes('-x-'))
const FILES = chapterFiles(FOLDER)

const read = (file: string, language = 'en'): string =>
  readFileSync(path.join(FOLDER, language === 'en' ? '' : language, file), 'utf8')

/** What a section has of something, in its order. */
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, what = '']) => what)
const picturesIn = (text: string): string[] => found(text, /!\[[^\]]+\]\(([^)]+)\)/g)
const linksIn = (text: string): string[] => found(text, /(?<!!)\[[^\]]+\]\(([^)]+)\)/g)
const linesIn = (text: string, start: string): number => text.split('\n').filter(line => line.startsWith(start)).length

/** What stands on the screen is bold. */
const namesIn = (text: string): string[] => found(text, /\*\*([^*]+)\*\*/g)

const texts = keptTexts()
/** The texts that are shown as these English words: some words have several meanings. */
const meanings = (words: string): string[] => texts.filter(text => withoutMeaning(text) === words)

describe('en', () => {
  for (const file of FILES) {
    test(`${file}: what is bold is what pages call it`, () => {
      const unknown = namesIn(read(file)).filter(words => meanings(words).length === 0)
      assert.deepEqual(unknown, [], 'Bold is what one sees on the screen, word for word; *italics* are for the rest.')
    })

    test(`${file}: no two headings have one name`, () => {
      const ids = idsOf(read(file))
      assert.deepEqual(ids, [...new Set(ids)])
    })
  }
})

test('the guide is in every language that the console speaks', () => {
  assert.deepEqual(
    guideLanguages(FOLDER).filter(one => !one.includes('-x-')),
    ['en', ...TRANSLATED],
  )
})

for (const language of TRANSLATED) {
  describe(language, () => {
    const { say } = languageNamed(language)

    test('has the chapters and pictures of the English one, and no others', () => {
      const folder = path.join(FOLDER, language)
      assert.deepEqual(readdirSync(folder).sort(), [...FILES, 'pictures'].sort())
      const pictures = readdirSync(path.join(FOLDER, 'pictures')).sort()
      assert.deepEqual(readdirSync(path.join(folder, 'pictures')).sort(), pictures)
    })

    for (const file of FILES) {
      test(`${file}: each section has what the English one has, and calls it as the pages of the console do`, () => {
        const english = sectionsOf(read(file))
        const sections = sectionsOf(read(file, language))
        const levels = (all: typeof sections): number[] => all.map(({ level }) => level)
        assert.deepEqual(levels(sections), levels(english))
        for (const [at, { heading, text }] of sections.entries()) {
          const other = english[at]?.text ?? ''
          assert.deepEqual(picturesIn(text), picturesIn(other), heading)
          assert.deepEqual(linksIn(text), linksIn(other), heading)
          for (const start of ['- ', '1. ', '2. ', '|']) {
            assert.equal(linesIn(text, start), linesIn(other, start), `${heading}: lines that begin with ${start}`)
          }
          const wrong = namesIn(other).filter(words => {
            return !meanings(words).some(text => namesIn(sections[at]?.text ?? '').includes(say(text)))
          })
          const wanted = wrong.map(words => `${words}: ${meanings(words).map(text => say(text))}`)
          assert.deepEqual(wanted, [], `${heading} has ${namesIn(text).join(', ')}`)
          assert.equal(namesIn(text).length, namesIn(other).length, `${heading}: nothing else is bold`)
        }
      })
    }
  })
}

test('whoever changes the English guide is told which sections to look over, in which languages', () => {
  assert.deepEqual(guideBehind(), [], 'Mend these sections, then: npm run guide -- LANGUAGE (docs/languages.md)')
})

test('a section that changed in English is found, wherever its lines are broken; one that was added, too', () => {
  const english = '# Title\n\n## One\n\nSome words.\n\n## Two\n\nOther words.\n'
  const french = markedAsMadeOf('# Titre\n\n## Un\n\n## Deux\n', english)
  assert.deepEqual(changedSince(french, english), [])
  assert.deepEqual(changedSince(french, english.replace('Some words', 'Some\nwords')), [])
  assert.deepEqual(changedSince(french, english.replace('Some', 'More')), ['One'])
  assert.deepEqual(changedSince(french, `${english}\n## Three\n\nNew.\n`), ['Three'])
  assert.deepEqual(changedSince('# Titre\n', english), ['Title', 'One', 'Two'])
  assert.equal(markedAsMadeOf(french, english), french, 'marked once')
  assert.equal(fingerprintsOf(english).length, 3)
})
