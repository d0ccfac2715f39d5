/** English where another language is spoken. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, withoutMeaning } from '../../src/texts/language.ts'
import { TEXTS } from '../../src/texts/names.ts'

const catalogueOf = (language: string): Catalogue =>
  JSON.parse(readFileSync(path.join(TEXTS, `${language}.json`), 'utf8')) as Catalogue

/** Everything that a catalogue says, as it stands there. */
export const translationsInto = (language: string): Set<string> => new Set(Object.values(catalogueOf(language)))

/** English texts that a catalogue has other words for, and that are no words of its language: "Active" is of French as well. */
export function foreignTo(language: string): Set<string> {
  if (language === 'en') return new Set()
  const own = translationsInto(language)
  const pairs = Object.entries(catalogueOf(language)).map(([text, translation]) => [withoutMeaning(text), translation])
  return new Set(pairs.flatMap(([text = '', translation]) => (text === translation || own.has(text) ? [] : text)))
}

/** An expression: what stands in the page, text by text. */
export const SHOWN = `[...document.querySelectorAll('body *:not(noscript)')].flatMap(one => [...one.childNodes])
  .filter(node => node.nodeType === 3).map(node => node.data.trim()).filter(text => text !== '')`

/** What records are called, and not a text: a fund, and the key of the tests. */
export const NAMES = ['General', 'Test']
