/**
 * Every page of the console on a phone, loaded once for a language and asked everything that holds of all of them: axe in light and
 * dark, room for its words, one language, what it is for. In English and Arabic; in others with
 * `SEXTON_TEST_LANGUAGES=fr,sw`, or `all`, which takes some minutes.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languages } from '../src/texts/names.ts'
import { SKIP as skip } from './support/console-page.ts'
import { type DemoConsole, demoConsole } from './support/every-page.ts'
import { foreignTo, NAMES, SHOWN } from './support/foreign-texts.ts'
import { isInGuide } from './support/in-guide.ts'
import { askPages, fitsAt, isExplained, isNoWider, passesAxe, type Question } from './support/page-questions.ts'
import { startService, type TestService } from './support/service.ts'

const asked = process.env.SEXTON_TEST_LANGUAGES
const all = languages().filter(name => !name.includes('-x-'))
const LANGUAGES = asked === 'all' ? all : (asked ?? 'en,ar').split(',').filter(name => all.includes(name))

/** Of single records, or of what the navigation does not lead to. */
const BESIDE = ['', '/people/1', '/contributions/1', '/messages/new', '/branches', '/batches/1', '/batches/1/count']

let service: TestService
let demo: DemoConsole
let pages: readonly string[]

before(async () => {
  if (skip) return
  service = await startService()
  demo = await demoConsole(service)
  pages = [...new Set([...BESIDE, ...demo.pages])]
})
after(() => service?.close())

/** What the demo's records are called, some of which are examples in forms as well. */
const CALLED = [
  ...NAMES,
  'Missions',
  'Second service',
  'Lions',
  'Yaba cell',
  'The lost son',
  'Luke 15:11-32',
  'Mr',
  'peanuts',
]

/** Structure is the same in every language and in the dark: there, what may differ is looked at alone. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const WORDS = ['html-has-lang', 'html-lang-valid', 'valid-lang', ...COLOURS]

const NOTHING: Question = async () => []

/** Where pages lead in the guide. */
const places = new Set<string>()

async function walked(language: string) {
  const opened = await demo.open(language)
  const foreign = foreignTo(language)
  const isEnglish = language === 'en'
  const speaksOne: Question = async page =>
    (await page.evaluate<string[]>(SHOWN)).filter(text => foreign.has(text) && !CALLED.includes(text))
  const found = await askPages(opened, pages, {
    light: isEnglish ? passesAxe('light') : asked === undefined ? NOTHING : passesAxe('light', WORDS),
    dark: passesAxe('dark', isEnglish ? COLOURS : WORDS),
    width: isNoWider,
    language: speaksOne,
    small: fitsAt(320, 1),
    large: fitsAt(320, 2),
    explained: isEnglish ? isExplained(places) : NOTHING,
  })
  await opened.close()
  return found
}

const walks = new Map<string, ReturnType<typeof walked>>()

/** What is wrong with the pages in a language: they are walked over when the first test asks. */
function wrongIn(language: string): ReturnType<typeof walked> {
  const walk = walks.get(language) ?? walked(language)
  walks.set(language, walk)
  return walk
}

const inLines = (...lines: readonly (readonly string[])[]): string => lines.flat().join('\n')

for (const language of LANGUAGES) {
  test(`every page passes axe in ${language}, in light and in dark, is no wider than a phone, and speaks one language`, {
    skip,
  }, async t => {
    const wrong = await wrongIn(language)
    t.diagnostic(`${pages.length} pages`)
    assert.equal(inLines(wrong.light, wrong.dark, wrong.width, wrong.language), '')
  })

  test(`in ${language} every page fits a screen of 320 pixels, and nothing is cut off`, { skip }, async () => {
    assert.equal(inLines((await wrongIn(language)).small), '')
  })

  test(`in ${language} every page fits it with text of twice the size`, { skip }, async () => {
    assert.equal(inLines((await wrongIn(language)).large), '')
  })
}

test('every page of the console has an explanation and leads to a section of the guide that exists', {
  skip,
}, async t => {
  const { explained } = await wrongIn('en')
  for (const place of places) if (!(await isInGuide(service.url, place))) explained.push(`${place} is not there`)
  t.diagnostic(`${pages.length} pages lead to ${places.size} places of the guide`)
  assert.equal(inLines(explained), '')
})

/** What volunteers do most and what has the longest states: words are longer in other languages, or stand on the other side. */
const DONE_MOST = [
  ...BESIDE,
  ...['/account', '/people', '/people/new', '/contributions', '/contributions/new', '/meetings'],
  ...['/gifts', '/recurring_gifts', '/families/1', '/statements/1'],
]

for (const language of ['fr', 'sw'].filter(name => !LANGUAGES.includes(name))) {
  test(`in ${language} the main pages fit it, also with text of twice the size`, { skip }, async () => {
    const opened = await demo.open(language)
    assert.equal(await opened.page.evaluate('document.documentElement.lang'), language)
    const { small, large } = await askPages(opened, DONE_MOST, { small: fitsAt(320, 1), large: fitsAt(320, 2) })
    assert.equal(inLines(small, large), '')
    await opened.close()
  })
}
