/** Libraries that are loaded when they are first used: together they would hold up each start by a third of a second. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A library that is loaded when it is first asked for.
 * @param name of a package that is, or brings, CommonJS, so that nobody has to wait for it
 */
export function lazily<Library>(name: string): () => Library {
  let loaded: Library | undefined
  return () => {
    loaded ??= require(name) as Library
    return loaded
  }
}
