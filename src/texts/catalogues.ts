/** The catalogues of languages, each read once. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, ENGLISH, type Language, languageOf } from './language.ts'
import { REFUSALS, TEXTS } from './names.ts'
import { type Refusal, refusalsIn } from './refused.ts'

const known = new Map<string, Language>([['en', ENGLISH]])
const read = new Map<string, Catalogue>([['en', {}]])

/** Names are BCP 47, and those that are on record become names of files. */
const TAG = /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/

const fileOf = (name: string): string => path.join(TEXTS, `${name}.json`)

function catalogueOf(name: string): Catalogue {
  const catalogue = read.get(name) ?? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Catalogue)
  read.set(name, catalogue)
  return catalogue
}

/**
 * A language by its name, one of `languages()`. Its file is read once.
 * @param country whose way of writing numbers and days it has (ISO 3166-1); null where none is known
 */
export function languageNamed(name: string, country: string | null = null): Language {
  const key = country === null ? name : `${name} ${country}`
  const language = known.get(key) ?? languageOf(name, catalogueOf(name), country)
  known.set(key, language)
  return language
}

/** Whether there is a catalogue of a language; one that was taken away may still be on record. */
export const isLanguage = (name: string): boolean => read.has(name) || (TAG.test(name) && existsSync(fileOf(name)))

let refusals: readonly string[] | undefined

/**
 * What says a refusal in a language: it takes the English words, as they are kept or sent.
 * @returns the same words for English, and for what is no refusal of ours
 */
export function refusing(language: Language): Refusal {
  refusals ??= JSON.parse(readFileSync(REFUSALS, 'utf8')) as string[]
  const said = new Map<string, string>()
  const say = refusalsIn(language, refusals)
  // Of many rows most are refused for one reason.
  return (english, of = null) => {
    const key = `${of ?? ''}\n${english}`
    const words = said.get(key) ?? say(english, of)
    if (said.size < MOST_SAID) said.set(key, words)
    return words
  }
}

const MOST_SAID = 10_000
