/** Names of languages. */
import { locale } from '../texts/t.ts'

/**
 * A language as those who speak it call it: whoever cannot read the page finds theirs.
 * @param tag BCP 47; one for private use (`fr-x-church`) is told apart by its tag
 */
export function ownLanguageName(tag: string): string {
  return named(tag, tag)
}

/** A language in that of the page, as it stands in a list: `French`, `Francés`. @param tag BCP 47 */
export const languageName = (tag: string): string => named(tag, locale())

/** Languages to choose from, by their names in that of the page. @param tags BCP 47 */
export const languageOptions = (tags: readonly string[]): { value: string; label: string }[] =>
  tags
    .map(value => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale()))

function named(tag: string, within: string): string {
  // What is for private use has no name, and browsers throw where they are asked for it.
  const { baseName } = new Intl.Locale(tag)
  const name = new Intl.DisplayNames(within, { type: 'language' }).of(baseName) ?? baseName
  const shown = name.charAt(0).toLocaleUpperCase(within) + name.slice(1)
  return baseName === tag ? shown : `${shown} (${tag})`
}
