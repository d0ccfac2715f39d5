/** Names of languages. */
import { languageNameIn } from '../../../src/texts/language-names.ts'
import { locale } from '../texts/t.ts'

/** A language in that of the page, as it stands in a list: `French`, `Francés`. @param tag BCP 47 */
export const languageName = (tag: string): string => languageNameIn(tag, locale())

/** Languages to choose from, by their names in that of the page. @param tags BCP 47 */
export const languageOptions = (tags: readonly string[]): { value: string; label: string }[] =>
  tags
    .map(value => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale()))
