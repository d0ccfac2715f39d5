/** Which language a church speaks, to whom (docs/decisions/0015-texts.md). */
import { isLanguage, languageNamed } from './catalogues.ts'
import { chosenLanguage } from './chosen.ts'
import type { Language } from './language.ts'
import { languages } from './names.ts'

/** The languages of a church. */
export interface ChurchLanguages {
  /** Its own (BCP 47); null for that of the installation, which whoever acts in a church has filled in (`withLanguage`). */
  language: string | null
  /** As which numbers and days are written (ISO 3166-1); null where no church is known. */
  country: string | null
  /** In which its public pages are offered beside its own; none for all that there are. */
  languages: readonly string[]
}

/** What there is of the settings of the installation to choose a language by. */
export interface Speech {
  /** SEXTON_LANGUAGE. */
  language: string
}

/** The same church with a language, where it has none of its own: that of the installation. */
export const withLanguage = <C extends object>(church: C, { language }: Speech): C =>
  'language' in church && church.language === null ? { ...church, language } : church

/**
 * The language in which somebody is written to: the first that is known of them, else the church's. What there is no
 * catalogue of counts as not known.
 * @param known of whom it is for, the best first
 */
export function languageFor(
  { language, country }: Pick<ChurchLanguages, 'language' | 'country'>,
  ...known: readonly (string | null | undefined)[]
): Language {
  const name = [...known, language].find(one => typeof one === 'string' && isLanguage(one))
  return languageNamed(name ?? 'en', country)
}

/** The languages that a church's public pages are offered in, its own first. @returns BCP 47 */
export function offeredBy(church: ChurchLanguages): string[] {
  const own = languageFor(church).locale
  const all = church.languages.length === 0 ? languages() : church.languages.filter(isLanguage)
  return [own, ...all.filter(one => one !== own)]
}

/**
 * The language in which somebody is shown a church's public page.
 * @param wanted what they chose, and the `Accept-Language` of their browser; the first that the church offers counts
 */
export function languageShown(church: ChurchLanguages, ...wanted: readonly (string | undefined)[]): Language {
  const offered = offeredBy(church)
  const found = wanted.map(one => chosenLanguage(one, offered, '')).find(one => one !== '')
  return found === undefined ? languageFor(church) : languageNamed(found, church.country)
}
