/** Reading addresses. */

/**
 * An address as the URL standard reads it; undefined for what is none. Not of `URL.canParse`, which on Node 20 and 22 refuses names
 * such as `bücher.example` once it was called some thousand times.
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
