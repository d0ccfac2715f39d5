/**
 * Loads the language of the page, part by part: `texts/<language>.json` is divided when the pages are built
 * (console/build/text-parts.ts). English is in the sources.
 */
import { LANGUAGES, type Part } from 'virtual:languages'
import { languageOf } from '../../../src/texts/language.ts'
import { refuseBy, speak } from './t.ts'

/** The texts that came so far. */
const texts: Record<string, string> = {}
let parts: Readonly<Record<string, Part>> = {}

/** As this browser writes numbers and days in a language: `en-NG`. */
const localeOf = (language: string): string =>
  navigator.languages.find(one => one.split('-')[0] === language) ?? language

/**
 * To be awaited before the pages are loaded: some of their texts are said as they load. In English where the file cannot be had: a
 * page without words would be worse.
 */
export async function loadLanguage(language: string): Promise<void> {
  const first = await LANGUAGES[language]?.().catch(() => undefined)
  Object.assign(texts, first?.default)
  parts = first?.parts ?? {}
  spoken = localeOf(language)
  speak(languageOf(spoken, texts, country))
}

let spoken = 'en'
let country: string | null = null

/** Writes numbers and days as a country does, from now on. @param code of the church that is shown, ISO 3166-1 alpha-2 */
export function writeAsIn(code: string): void {
  if (country === code) return
  country = code
  speak(languageOf(spoken, texts, country))
}

/**
 * Loads parts of the language; to be awaited before a module is loaded that says them. The build has every module wait that is
 * loaded when it is wanted.
 * @param names of the modules' files, or `declared`: what is said of declarations
 */
export const textsOf = async (...names: string[]): Promise<void> => void (await Promise.all(names.map(part)))

const REFUSALS = 'refusals'

/** To be awaited before what the server refused is said. While pages are developed a language is one part: refusals with values are English then. */
export async function refusalTexts(): Promise<void> {
  if (refusals || !(REFUSALS in parts)) return
  const loaded = await part(REFUSALS)
  refusals = loaded !== undefined
  if (loaded) refuseBy(Object.keys(loaded))
}

let refusals = false

async function part(name: string): Promise<Readonly<Record<string, string>> | undefined> {
  const loaded = (await parts[name]?.().catch(() => undefined))?.default
  Object.assign(texts, loaded)
  return loaded
}
