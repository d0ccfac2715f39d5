/** Names of languages. */

/**
 * A language as those who speak it call it: whoever cannot read the page finds theirs.
 * @param tag BCP 47; one for private use (`fr-x-church`) is told apart by its tag
 */
export function ownLanguageName(tag: string): string {
  // What is for private use has no name, and browsers throw where they are asked for it.
  const { baseName } = new Intl.Locale(tag)
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(baseName) ?? baseName
  const shown = name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  return baseName === tag ? shown : `${shown} (${tag})`
}
