/** What the sign-in library could answer, from the library itself: with a new version, what it brought is tried, too. */
import pino from 'pino'
import { isServed } from '../../src/sign-in/root.ts'
import { makeSignIn } from '../../src/sign-in/sign-in.ts'
import type { TestService } from '../support/service.ts'

/** A path behind the library's root; a parameter of it has a value. */
export interface LibraryPath {
  path: string
  methods: string[]
}

/** All its paths: those that are served, and the others. */
export function libraryPaths({ database, vault, url }: TestService): { served: LibraryPath[]; others: LibraryPath[] } {
  const pool = database.pool(1)
  const sendReset = async (): Promise<void> => undefined
  const signIn = makeSignIn({ pool, vault, log: pino({ level: 'silent' }), baseUrl: url, sendReset })
  void pool.end()
  const found = new Map<string, string[]>()
  for (const { path, options } of Object.values(signIn.api) as {
    path?: string
    options?: { method?: string | string[] }
  }[]) {
    if (path === undefined) continue
    const filled = path.replace(/:\w+|\*+/g, 'x')
    found.set(filled, [...(found.get(filled) ?? []), ...[options?.method ?? []].flat()])
  }
  const all = [...found].map(([path, methods]) => ({ path, methods }))
  return { served: all.filter(({ path }) => isServed(path)), others: all.filter(({ path }) => !isServed(path)) }
}
