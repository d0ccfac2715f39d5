/** How long each file took last time: the longest begin first, so that no process is left alone with one at the end. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './files.ts'

const FILE = path.join(ROOT, 'node_modules', '.cache', 'sexton-test-times.json')
/** Seconds of the longest on two processors, for a clone that has not run them yet; every run corrects them there. */
const MEASURED = path.join(import.meta.dirname, 'seconds.json')
/** What the others took in the mean. */
const USUAL_SECONDS = 3

/** Suites that wait for processes to end, or for a moment to come, more than they work. */
const WAITING = /stopping|terminal|status|serve-settings|attacks|embedded|message-crash|gift-crash/

function secondsIn(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** The same files, those that take longest first; those that wait in turn with those that work, so that no processor idles. */
export function longestFirst(files: readonly string[]): string[] {
  const times = { ...secondsIn(MEASURED), ...secondsIn(FILE) }
  const seconds = (file: string): number => times[file] ?? USUAL_SECONDS
  const sorted = [...files].sort((a, b) => seconds(b) - seconds(a))
  const [waiting, busy] = [true, false].map(waits => sorted.filter(file => WAITING.test(file) === waits))
  return sorted.flatMap((_, at) => [waiting?.[at], busy?.[at]].filter(file => file !== undefined))
}

/** Keeps the seconds of files for the next run; a folder that cannot be written is no fault of the tests. */
export function noteTimes(seconds: ReadonlyMap<string, number>): void {
  try {
    mkdirSync(path.dirname(FILE), { recursive: true })
    writeFileSync(FILE, JSON.stringify({ ...secondsIn(FILE), ...Object.fromEntries(seconds) }, null, 1))
  } catch {}
}
