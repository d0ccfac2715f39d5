/** Text of names and searches. */
import { fold } from './fold.ts'

/** A LIKE pattern that finds `text` anywhere, with `%`, `_` and `\` as plain characters. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Levenshtein's distance: the fewest letters to insert, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

/**
 * The known names that `word` is likely a misspelling of, nearest first, at most `limit`; case does not count.
 * A name of which more than half would have to change is not offered, nor anything for a word over 100 characters.
 */
export function nearest(word: string, known: readonly string[], limit = 3): string[] {
  if (word.length > 100) return []
  const lower = word.toLowerCase()
  return known
    .map(name => ({ name, edits: distance(lower, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(name.length, word.length) / 2)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, limit)
    .map(({ name }) => name)
}

/**
 * A name for URLs: lower-case ASCII letters and digits, joined by single hyphens; accents and apostrophes fall away.
 * @param nameless what it is when nothing is left (a name in a script other than Latin)
 */
export function slugify(text: string, nameless = 'church'): string {
  const latin = fold(text).replaceAll("'", '')
  return latin.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || nameless
}

/** The slug itself, or the first of `slug-2`, `slug-3` and so on that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}
