/** The church that requests are about: named by whoever shows its pages. */
import { createContext, use } from 'react'

/** As much of a membership as requests need. */
interface ShownChurch {
  church: { slug: string }
  /** Such as `people:read`. */
  scopes: readonly string[]
}

/** Holds the church that is shown, for everything below. */
export const ShownChurchContext = createContext<ShownChurch | undefined>(undefined)

/** @throws Error outside of a church's pages */
export function useShownChurch(): ShownChurch {
  const shown = use(ShownChurchContext)
  if (shown === undefined) throw new Error('Not within a church.')
  return shown
}
