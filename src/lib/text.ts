/** Texts: patterns, misspelt names, slugs. */
import leven from 'leven'
import { fold } from './fold.ts'

/** A LIKE pattern that finds `text` anywhere, with `%`, `_` and `\` as plain characters. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Characters of the longest word that is compared. */
const LONGEST_COMPARED = 60

/** Names of one request that suggestions are looked for: whoever sends hundreds has no slip of the finger. */
export const MOST_SUGGESTED = 5

/**
 * The known names that `word` is likely a misspelling of (Levenshtein's distance), nearest first, at most `limit`; case does
 * not count. A name of which more than half would have to change is not offered, nor anything for a word over 60 characters.
 */
export function nearest(word: string, known: readonly string[], limit = 3): string[] {
  if (word.length > LONGEST_COMPARED) return []
  const lower = word.toLowerCase()
  return known
    .map(name => {
      const most = Math.floor(Math.max(name.length, word.length) / 2)
      return { name, most, edits: leven(lower, name.toLowerCase(), { maxDistance: most + 1 }) }
    })
    .filter(({ edits, most }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, limit)
    .map(({ name }) => name)
}

/** What to add to the refusal of a name: `; did you mean a, b?`, or nothing where none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  return near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`
}

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
