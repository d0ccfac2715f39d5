/**
 * Loaded before Node's test runner: gives a handle on its note of which test began what. The runner keeps it by a hook on
 * every promise and timer, from creation to collection: a fifth of what the suite computes. It is needed while a file
 * declares its tests, as suites find their parents by it; after that it would only name the test for an error outside
 * of all awaited work, which fails the file without a name as well.
 */
import async_hooks, { type AsyncHook } from 'node:async_hooks'

const { createHook } = async_hooks
let kept: AsyncHook | undefined

// The runner makes the first one of a process; what tests make themselves is theirs.
async_hooks.createHook = callbacks => {
  async_hooks.createHook = createHook
  kept = createHook(callbacks)
  return kept
}

/** Whether it is noted what begins what, as it must be while a file declares its tests. */
export const noteOrigins = (noted: boolean): void => void (noted ? kept?.enable() : kept?.disable())
