/** What was followed last from the search for everything: in this window alone, and gone with it, since it names people. */
import type { Offered } from './search-offers.ts'

const MOST_KEPT = 5

const keyOf = (slug: string): string => `sexton.searched.${slug}`

/** The newest first. */
export function recentOf(slug: string): Offered[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? '[]')
  } catch {
    return []
  }
}

/** Keeps it; where the browser keeps nothing, it is not kept. */
export function remember(slug: string, followed: Offered): void {
  const kept = [followed, ...recentOf(slug).filter(({ key }) => key !== followed.key)].slice(0, MOST_KEPT)
  try {
    sessionStorage.setItem(keyOf(slug), JSON.stringify(kept))
  } catch {}
}
