/** Names for URLs. */
import { fold } from './fold.ts'

/**
 * A name for URLs: lower-case ASCII letters and digits, joined by single hyphens; accents and apostrophes fall away.
 * @param nameless what it is when nothing is left (a name in a script other than Latin)
 */
export function slugify(text: string, nameless = 'church'): string {
  return (
    fold(text)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || nameless
  )
}

/** The slug itself, or the first of `slug-2`, `slug-3` and so on that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}
