/** What was followed last from the search for everything: in this window alone, and gone with it, since it names people. */
import type { Offered } from './search-offers.ts'

const MOST_KEPT = 5

/** By person, too: somebody else may sign in in the same window. */
const keyOf = (user: string, slug: string): string => `sexton.searched.${user}.${slug}`

/** The newest first. @param user their id @param slug of the church */
export function recentOf(user: string, slug: string): Offered[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, slug)) ?? '[]')
  } catch {
    return []
  }
}

/** Keeps it; where the browser keeps nothing, it is not kept. */
export function remember(user: string, slug: string, followed: Offered): void {
  const kept = [followed, ...recentOf(user, slug).filter(({ key }) => key !== followed.key)].slice(0, MOST_KEPT)
  try {
    sessionStorage.setItem(keyOf(user, slug), JSON.stringify(kept))
  } catch {}
}
