/**
 * Writes the catalogue of a language, `texts/<language>.json`: every text that people read, by its English words, with the
 * translation that it has; empty where it is still to be made. `npm run texts -- fr`, for a new language and after texts changed.
 * The list of refusals is written with it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { shownWords } from '../src/console/house-shown.ts'
import { HOUSE } from '../src/house.ts'
import { MESSAGE_PROVIDERS } from '../src/modules/messaging/providers/index.ts'
import { PAYMENT_PROVIDERS } from '../src/modules/online-giving/providers/index.ts'
import type { Catalogue } from '../src/texts/language.ts'
import { REFUSALS, TEXTS } from '../src/texts/names.ts'
import { textsOfSources } from './source-texts.ts'

/** Every text that passes the message functions: those of the sources and those of the declarations, in order. */
export function allTexts(): string[] {
  const said = textsOfSources().said.map(({ message }) => message)
  return [...new Set([...said, ...shownWords(HOUSE), ...settingWords()])].sort((a, b) => (a < b ? -1 : 1))
}

/** Texts that pages say by what the server tells them: those of declarations, and those that sources mark to be said later. */
export const declaredTexts = (): string[] => [
  ...shownWords(HOUSE),
  ...settingWords(),
  ...textsOfSources().said.flatMap(({ message, marked }) => (marked ? message : [])),
]

/** Texts that pages say by what the server refuses: they come with the declarations, or with the first refusal before. */
export const refusalTexts = (): string[] => [
  ...new Set(textsOfSources().said.flatMap(({ message, refusal }) => (refusal ? message : []))),
]

/** Refusals as their file has them. */
export const writtenRefusals = (): string => `${JSON.stringify(refusalTexts().toSorted(), null, 2)}\n`

/** What providers are called, and what they ask for in their settings. */
const settingWords = (): string[] =>
  [...MESSAGE_PROVIDERS, ...PAYMENT_PROVIDERS].flatMap(({ title, settings }) => [
    title,
    ...Object.values(settings).flatMap(({ title, label }) => [title, label]),
  ])

/** A catalogue of all texts, with the translations that there were. */
export const updated = (texts: readonly string[], before: Catalogue): Catalogue =>
  Object.fromEntries(texts.map(text => [text, before[text] ?? '']))

/** A catalogue as its file has it. */
export const written = (catalogue: Catalogue): string => `${JSON.stringify(catalogue, null, 2)}\n`

function write(language: string): void {
  const file = path.join(TEXTS, `${language}.json`)
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {}
  const after = updated(allTexts(), before)
  writeFileSync(file, written(after))
  mkdirSync(path.dirname(REFUSALS), { recursive: true })
  writeFileSync(REFUSALS, writtenRefusals())
  const missing = Object.values(after).filter(translation => translation === '').length
  console.log(`${file}: ${Object.keys(after).length} texts, ${missing} still to be translated.`)
}

/** @throws RangeError for what is no tag of BCP 47 */
const isTag = (text: string): boolean => Intl.getCanonicalLocales(text)[0] === text

function check(language: string | undefined): language is string {
  try {
    return language !== undefined && language !== 'en' && isTag(language)
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [language] = process.argv.slice(2)
  if (check(language)) write(language)
  else {
    console.error('Name a language other than English by its BCP 47 tag, such as fr or pt-BR: npm run texts -- fr')
    process.exitCode = 2
  }
}
