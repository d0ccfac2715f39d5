/** What languages are called. */

/**
 * A language as those who speak it call it: whoever cannot read the page finds theirs.
 * @param tag BCP 47; one for private use (`fr-x-church`) is told apart by its tag
 */
export const ownLanguageName = (tag: string): string => languageNameIn(tag, tag)

/** A language in another: `Francés`. @param tag BCP 47 @param within BCP 47 */
export function languageNameIn(tag: string, within: string): string {
  // What is for private use has no name, and its names throw where they are asked for.
  const { baseName } = new Intl.Locale(tag)
  const name = new Intl.DisplayNames(within, { type: 'language' }).of(baseName) ?? baseName
  const shown = name.charAt(0).toLocaleUpperCase(within) + name.slice(1)
  return baseName === tag ? shown : `${shown} (${tag})`
}
