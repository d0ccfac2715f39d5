/**
 * Node's test runner, as it may be used here: it follows everything asynchronous, to tell which suite a test is declared
 * in and which test an error belongs to, and then every `await` of a process takes ten times as long. Tests are declared
 * while their file is loaded, so that is when it follows; what a test leaves to fail on its own is a fault of its file.
 */
import hooks, { type AsyncHook } from 'node:async_hooks'

let following: AsyncHook | undefined

const { createHook } = hooks
// Without `destroy`: that alone is most of what following costs, and what few things a loading file makes may be kept.
hooks.createHook = ({ init }) => {
  following = createHook(init === undefined ? {} : { init })
  return following
}
const { describe, mock } = await import('node:test')
hooks.createHook = createHook

export { mock }

/** Runs a file as a suite of its own. @param load declares its tests; it begins before this returns */
export function suite(file: string, load: () => Promise<unknown>): void {
  // From before the suite is made: it is followed from its making on, or not at all.
  following?.enable()
  void describe(file, async () => {
    try {
      await load()
    } finally {
      following?.disable()
    }
  })
}
