/** Loads the language of the page. It is a file of its own, `texts/<language>.json`; English is in the sources. */
import { type Catalogue, languageOf } from '../../../src/texts/language.ts'
import { speak } from './t.ts'

const FILES = import.meta.glob<Catalogue>(['../../../texts/*.json', '!../../../texts/*-x-*.json'], {
  import: 'default',
})

/** As this browser writes numbers and days in a language: `en-NG`. */
const localeOf = (language: string): string =>
  navigator.languages.find(one => one.split('-')[0] === language) ?? language

/**
 * To be awaited before the pages are loaded: some of their texts are said as they load. In English where the file cannot be had: a
 * page without words would be worse.
 */
export async function loadLanguage(language: string): Promise<void> {
  const load = FILES[`../../../texts/${language}.json`]
  const catalogue = await load?.().catch(() => undefined)
  speak(languageOf(localeOf(language), catalogue))
}
