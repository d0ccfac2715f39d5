/**
 * The walk over every page of the console in one language: each page is loaded once and asked everything that holds of all of
 * them: axe in light and dark, room for its words, one language, what it is for.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASKED } from './asked-languages.ts'
import { SKIP as skip } from './console-page.ts'
import { type DemoConsole, demoConsole } from './every-page.ts'
import { NAMES } from './foreign-texts.ts'
import { askPages, fitsAtBoth, isExplained, isNoWider, passesAxe, type Question, speaksOne } from './page-questions.ts'
import type { TestService } from './service.ts'

/** Pages of single records, or that the navigation does not lead to. */
export const BESIDE = [
  '',
  '/people/1',
  '/contributions/1',
  '/messages/new',
  '/branches',
  '/batches/1',
  '/batches/1/count',
]

export interface Walks {
  demo: DemoConsole
  pages: readonly string[]
  /** Where pages lead in the guide: known after the walk in English. */
  places: Set<string>
  /** What is wrong with the pages in a language, by question: they are walked over when it is asked first. */
  wrongIn(language: string): ReturnType<typeof walked>
}

/** Opens the demo church for walks over its pages. */
export async function openWalks(service: TestService): Promise<Walks> {
  const demo = await demoConsole(service)
  const begun = new Map<string, ReturnType<typeof walked>>()
  const walks: Walks = {
    demo,
    pages: [...new Set([...BESIDE, ...demo.pages])],
    places: new Set(),
    wrongIn(language) {
      const walk = begun.get(language) ?? walked(walks, language)
      begun.set(language, walk)
      return walk
    },
  }
  return walks
}

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

/** Structure is the same in the dark: there, what may differ is looked at alone. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const NOTHING: Question = async () => []

/** Colours are the same for any words: the usual run looks at them in English. */
const looksAtColours = (language: string): boolean => language === 'en' || ASKED !== undefined

async function walked({ demo, pages, places }: Walks, language: string) {
  const opened = await demo.open(language)
  const isEnglish = language === 'en'
  const hasColours = looksAtColours(language)
  const found = await askPages(opened, pages, {
    light: hasColours ? passesAxe('light') : passesAxe('light', { without: COLOURS }),
    dark: hasColours ? passesAxe('dark', { only: COLOURS }) : NOTHING,
    width: isNoWider,
    language: speaksOne(language, CALLED),
    ...fitsAtBoth(320),
    explained: isEnglish ? isExplained(places) : NOTHING,
  })
  await opened.close()
  return found
}

/** One line for each problem. */
export const inLines = (...lines: readonly (readonly string[])[]): string => lines.flat().join('\n')

/** Tests of what holds of every page in a language. @param walks once they are open */
export function testPages(language: string, walks: () => Walks): void {
  const axe = looksAtColours(language)
    ? `axe in ${language}, in light and in dark`
    : `axe in ${language} but for colours`
  test(`every page passes ${axe}, is no wider than a phone, and speaks one language`, {
    skip,
  }, async t => {
    const wrong = await walks().wrongIn(language)
    t.diagnostic(`${walks().pages.length} pages`)
    assert.equal(inLines(wrong.light, wrong.dark, wrong.width, wrong.language), '')
  })

  test(`in ${language} every page fits a screen of 320 pixels, and nothing is cut off`, { skip }, async () => {
    assert.equal(inLines((await walks().wrongIn(language)).small), '')
  })

  test(`in ${language} every page fits a screen of 320 pixels with text of twice the size`, { skip }, async () => {
    assert.equal(inLines((await walks().wrongIn(language)).large), '')
  })
}
