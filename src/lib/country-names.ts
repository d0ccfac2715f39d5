/** Countries as people write them: `United States`, `Deutschland`, `USA`. */
import { fold } from './fold.ts'
import { countryCodes } from './phone.ts'

/** Languages whose names are known; those in which other programs write them. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt']

const SHORT: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'ivory coast': 'CI',
  'the gambia': 'GM',
  holland: 'NL',
  brd: 'DE',
}

let known: Map<string, string> | undefined

/** The code of a country by its name; undefined where no country is called that. */
export function countryNamed(text: string): string | undefined {
  known ??= names()
  return known.get(fold(text.trim()))
}

function names(): Map<string, string> {
  const found = new Map<string, string>()
  for (const language of LANGUAGES) {
    const named = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of countryCodes()) {
      const name = named.of(code)
      if (name !== undefined && !found.has(fold(name))) found.set(fold(name), code)
    }
  }
  for (const [name, code] of Object.entries(SHORT)) found.set(name, code)
  return found
}
