/** Texts: patterns, misspelt names. */
import leven from 'leven'

/** A LIKE pattern that finds `text` anywhere, with `%`, `_` and `\` as plain characters. */
export const likePattern = (text: string): string => `%${prefixPattern(text)}`

/** The same for what begins with it. */
export const prefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

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
