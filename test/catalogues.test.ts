/** Every language says every text, with all that belongs into it (docs/decisions/0015-texts.md, texts/README.md). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { placeholdersOf } from '../bin/source-texts.ts'
import { allTexts, updated, written, writtenRefusals } from '../bin/texts.ts'
import { ROOT } from '../src/installation.ts'
import { type Catalogue, withoutMeaning } from '../src/texts/language.ts'
import { languages, REFUSALS, TEXTS } from '../src/texts/names.ts'

const TRANSLATED = languages().filter(name => name !== 'en' && !name.includes('-x-'))
const texts = allTexts()

type Parts = ReturnType<IntlMessageFormat['getAst']>
type Options = Extract<Parts[number], { options: object }>

/** The choices within a text: plurals with their kind, and selects. */
function choicesIn(message: string, language: string): Options[] {
  const found: Options[] = []
  const walk = (parts: Parts): void => {
    for (const part of parts) {
      if ('children' in part) walk(part.children)
      if (!('options' in part)) continue
      found.push(part)
      for (const option of Object.values(part.options)) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(message, language).getAst())
  return found
}

const isPlural = (choice: Options): choice is Options & { pluralType: Intl.PluralRulesOptions['type'] } =>
  'pluralType' in choice

/** Forms that the language has and a plural of the text lacks. */
function lackingForms(message: string, language: string): string[] {
  return choicesIn(message, language)
    .filter(isPlural)
    .flatMap(({ options, pluralType }) => {
      const rules = new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' })
      return rules.resolvedOptions().pluralCategories.filter(form => !(form in options))
    })
}

/** What each select of a text tells apart. */
const selectsOf = (message: string, language: string): string[] =>
  choicesIn(message, language)
    .filter(choice => !isPlural(choice))
    .map(({ value, options }) => `${value}: ${Object.keys(options).sort().join()}`)
    .filter((one, at, all) => all.indexOf(one) === at)
    .sort()

/** What is wrong with a translation; empty where nothing is. */
function problemsOf(text: string, translation: string, language: string): string[] {
  const problems: string[] = []
  if (translation.trim() !== translation) problems.push('begins or ends with a space')
  if (withoutMeaning(text) !== text && translation.includes('|')) problems.push('keeps the bar')
  if (/'[{}<>#|]/.test(translation)) problems.push("has a ' that takes a placeholder for a word: write ’")
  const wanted = placeholdersOf(text).sort().join()
  const has = placeholdersOf(translation).sort().join()
  if (wanted !== has) problems.push(`has ${has} where the text has ${wanted}`)
  const lacking = lackingForms(translation, language)
  if (lacking.length > 0) problems.push(`lacks ${lacking.join()}`)
  // A choice may stand several times, or around the whole sentence: what it tells apart is the same.
  const [selects, theirs] = [selectsOf(text, 'en').join('; '), selectsOf(translation, language).join('; ')]
  if (selects !== theirs) problems.push(`tells apart ${theirs} where the text does ${selects}`)
  return problems
}

type Rule = readonly [found: RegExp, wanted: string]

const STRAIGHT: Rule = [/["']/, 'a curved mark: ’, and the quotation marks of the language']

/** How a language writes what stands between words; of the words alone, without what ICU makes of a text. */
const TYPOGRAPHY: Readonly<Record<string, readonly Rule[]>> = {
  ar: [STRAIGHT, [/[“”]/, '« »'], [/[;?](\s|$)|\p{Script=Arabic},/u, 'the marks of Arabic: ، ؛ ؟']],
  es: [STRAIGHT, [/[“”]/, '« »']],
  fr: [
    STRAIGHT,
    [/[“”]/, '« »'],
    [/ [:;!?»]|« |\p{L}[!?»]|«\S/u, 'a narrow no-break space before : ; ! ? and within « »'],
  ],
  pt: [STRAIGHT, [/[«»]/, '“ ”']],
  sw: [STRAIGHT, [/[«»]/, '“ ”']],
}

/** The words of a text, one after the other: what stands between its placeholders. */
function wordsIn(message: string, language: string): string[] {
  const found: string[] = []
  const walk = (parts: Parts): void => {
    for (const part of parts) {
      if ('children' in part) walk(part.children)
      else if ('options' in part) for (const option of Object.values(part.options)) walk(option.value)
      else if (part.type === LITERAL) found.push(part.value)
    }
  }
  walk(new IntlMessageFormat(message, language).getAst())
  return found
}

/** The kind of part that is words. */
const LITERAL = 0

const MARKS = /[¿?¡!]/g
const PAIRED = /^(¿\?|¡!)*$/

/** How a translation is written otherwise than its language is. */
function misprintsOf(translation: string, language: string): string[] {
  const words = wordsIn(translation, language)
  const misprints = (TYPOGRAPHY[language] ?? [])
    .filter(([found]) => words.some(one => found.test(one)))
    .map(([, wanted]) => `wants ${wanted}`)
  const isPaired = words.every(one => PAIRED.test((one.match(MARKS) ?? []).join('')))
  // A sentence may go on behind a placeholder: then its marks are counted in all of it.
  const all = words.join('').match(MARKS)?.join('') ?? ''
  return language === 'es' && !isPaired && !PAIRED.test(all)
    ? [...misprints, 'wants ¿ and ¡ where it begins']
    : misprints
}

/** The words chosen for a language, as its readers are told: by the English word. */
function chosenWords(): { english: string; words: Record<string, string> }[] {
  const [head = [], , ...rows] = readFileSync(path.join(ROOT, 'docs/languages.md'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
  const [, ...named] = head
  return rows.map(([english = '', ...words]) => ({
    english,
    words: Object.fromEntries(named.map((language, at) => [language, words[at] ?? ''])),
  }))
}

for (const language of TRANSLATED) {
  const file = readFileSync(path.join(TEXTS, `${language}.json`), 'utf8')
  const catalogue = JSON.parse(file) as Catalogue
  describe(language, () => {
    test('each text is there, and none that is not said any more', () => {
      const [missing, over] = [
        texts.filter(text => !catalogue[text]),
        Object.keys(catalogue).filter(text => !texts.includes(text)),
      ]
      assert.deepEqual({ missing, over }, { missing: [], over: [] }, `npm run texts -- ${language}`)
      assert.ok(file === written(updated(texts, catalogue)), `npm run texts -- ${language} would change the order`)
    })

    test('each translation holds what its text holds, in every form that the language has', () => {
      const wrong = Object.entries(catalogue).flatMap(([text, translation]) => {
        const problems = problemsOf(text, translation, language)
        return problems.length === 0 ? [] : [`${text}: ${problems.join('; ')}`]
      })
      assert.deepEqual(wrong, [])
    })

    test('each translation is written as the language is', () => {
      const wrong = Object.values(catalogue).flatMap(translation =>
        misprintsOf(translation, language).map(problem => `${translation}: ${problem}`),
      )
      assert.deepEqual(wrong, [])
    })

    test('the words that we chose are those of the catalogue', () => {
      const chosen = chosenWords()
      assert.ok(chosen.length > 40, `${chosen.length} words`)
      const wrong = chosen.filter(({ english, words }) => {
        const text = texts.find(one => withoutMeaning(one) === english)
        return text === undefined || catalogue[text] !== words[language]
      })
      assert.deepEqual(wrong, [])
    })

    test('two things never have one word', () => {
      const words = chosenWords().map(one => one.words[language])
      assert.deepEqual(
        words.filter((word, at) => words.indexOf(word) !== at),
        [],
      )
    })
  })
}

test('the list of refusals has those that the sources have', () => {
  assert.ok(readFileSync(REFUSALS, 'utf8') === writtenRefusals(), 'npm run texts -- fr writes it anew')
})

test('a translation that lacks something is found', () => {
  const count = '{count, plural, one {# gift} other {# gifts}}'
  const found = (text: string, translation: string, language = 'fr'): string =>
    problemsOf(text, translation, language).join()
  assert.match(found(count, '{count, plural, one {# don} other {# dons}}'), /lacks many/)
  assert.match(found('Dear {name}', 'Cher'), /has {2}where the text has name/)
  assert.match(found('Ask <b>{name}</b>', 'Demandez à {name}'), /has name where/)
  assert.match(found('The gift of {name}', "Le don d'{name}"), /write ’/)
  assert.match(found('do|Open', 'do|Ouvrir'), /bar/)
  assert.match(found('{day, select, MO {Mon} other {Sun}}', '{day, select, other {dim}}'), /tells apart/)
  assert.equal(found('do|Open', 'Ouvrir'), '')
})

test('a translation that is written otherwise than its language is found', () => {
  const found = (translation: string, language: string): number => misprintsOf(translation, language).length
  assert.deepEqual(
    [found('Fermer {name} ?', 'fr'), found('Fermer {name}\u202f?', 'fr'), found('« {text} »', 'fr')],
    [1, 0, 1],
  )
  assert.deepEqual([found('Cerrar {name}?', 'es'), found('¿Cerrar {name}?', 'es'), found('"Missing"', 'es')], [1, 0, 1])
  assert.deepEqual([found('مغلق, {name}', 'ar'), found('مغلق، {name}؟', 'ar')], [1, 0])
  assert.deepEqual([found('«{text}»', 'pt'), found('“{text}”', 'sw')], [1, 0])
})

test('French writes Église with a capital, for a church and its people', () => {
  const french = JSON.parse(readFileSync(path.join(TEXTS, 'fr.json'), 'utf8')) as Record<string, string>
  assert.deepEqual(
    Object.values(french).filter(said => /(?<!\p{L})église/u.test(said)),
    [],
  )
})
