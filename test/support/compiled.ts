/** Where the run keeps what it compiled (test/runner/compile.ts). */
import path from 'node:path'

/** The setting that tells the processes of a run. */
export const COMPILED = 'SEXTON_TEST_COMPILED'

/** A source as JavaScript, for a process of its own. @param source relative to the clone */
export const compiled = (source: string): string =>
  path.join(process.env[COMPILED] ?? '', source.replace(/\.tsx?$/, '.js'))
