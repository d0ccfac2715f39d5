/** A log that nobody reads. */
import type { Log } from '../../src/lib/log.ts'

export const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
