/** Languages as people write them: `French`, `Français`, `Kiswahili`. */

/** Languages that our pages, other programs and people write in: what one of them calls a language or a currency is known. */
export const SAID_IN = ['en', 'de', 'fr', 'es', 'pt', 'sw', 'ar']

/** What no table of names has. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  sw: ['swahili', 'ki swahili'],
  pt: ['brazilian', 'portuguese brazil'],
  es: ['castellano', 'castilian'],
  fr: ['francophone'],
  en: ['anglophone'],
}

/** What people call languages: for each its tag (BCP 47) and its names, in small letters or not. */
export const languagesAsSaid = (tags: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    tags.map(tag => {
      const { language } = new Intl.Locale(tag)
      const names = [...SAID_IN, language].map(locale => {
        const known = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
        return known.of(language)
      })
      return [tag, [...new Set([tag, ...names.flatMap(name => name ?? []), ...(SPOKEN[language] ?? [])])]]
    }),
  )
