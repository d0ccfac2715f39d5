/**
 * Loaded before Node's test runner and all libraries: takes the hooks off that follow each promise from its creation to its
 * collection, a seventh of what a suite computes, where nobody needs them.
 *
 * The runner notes which test began what. It needs that while a file declares its tests, as suites find their parents by
 * it; after that it would only name the test for an error outside of all awaited work, which fails the file without a
 * name as well. An AsyncLocalStorage, as the sign-in library has them, is on from its first use to the end of the process.
 */
import async_hooks, { type AsyncHook } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook, AsyncLocalStorage } = async_hooks
const storages = new Set<async_hooks.AsyncLocalStorage<unknown>>()
let kept: AsyncHook | undefined

// The runner makes the first one of a process; what tests make themselves is theirs.
async_hooks.createHook = callbacks => {
  async_hooks.createHook = createHook
  kept = createHook(callbacks)
  return kept
}

async_hooks.AsyncLocalStorage = class<T> extends AsyncLocalStorage<T> {
  constructor() {
    super()
    storages.add(this as async_hooks.AsyncLocalStorage<unknown>)
  }
}
syncBuiltinESMExports()

/** Whether it is noted what begins what, as it must be while a file declares its tests. */
export const noteOrigins = (noted: boolean): void => void (noted ? kept?.enable() : kept?.disable())

/** Switches storages off until they are used again. */
export function restStorages(): void {
  for (const storage of storages) storage.disable()
}
