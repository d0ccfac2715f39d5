/** How a suite says what it tried: `npm run prove` adds it up. */
import type { TestContext } from 'node:test'

/** Says how often something was tried; a test that fails says so itself. @param what as it is counted, such as `kills of a node` */
export const proved = (t: TestContext, count: number, what: string): void => t.diagnostic(`tried: ${count} ${what}`)

const TRIED = /tried: (\d+) (.+)$/
/** As suites of attacks say it (test/attempts/tally.ts). */
const ATTEMPTS = /(?:^|ℹ )([^ℹ]+): (\d+) attempts, \d+ successes$/

/** Reads a line of a run. @returns undefined for one that says something else */
export function triedIn(line: string): { what: string; count: number } | undefined {
  const tried = TRIED.exec(line)
  if (tried !== null) return { what: tried[2] ?? '', count: Number(tried[1]) }
  const attempts = ATTEMPTS.exec(line)
  return attempts === null ? undefined : { what: attempts[1]?.trim() ?? '', count: Number(attempts[2]) }
}
