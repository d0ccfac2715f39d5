/** How long each file took last time: the longest begin first, so that no process is left alone with one at the end. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './files.ts'

const FILE = path.join(ROOT, 'node_modules', '.cache', 'sexton-test-times.json')

/** Where nothing is known yet: what waits for processes to end takes longest, then browsers and killed processes. */
const guess = (file: string): number =>
  /stopping|terminal|status|serve-settings|attacks|embedded/.test(file)
    ? 60
    : /browser|crash|many|fuzz|every|isolation|property/.test(file)
      ? 30
      : 3

function known(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** The same files, those that take longest first. */
export function longestFirst(files: readonly string[]): string[] {
  const times = known()
  const seconds = (file: string): number => times[file] ?? guess(file)
  return [...files].sort((a, b) => seconds(b) - seconds(a))
}

/** Keeps the seconds of files for the next run; a folder that cannot be written is no fault of the tests. */
export function noteTimes(seconds: ReadonlyMap<string, number>): void {
  try {
    mkdirSync(path.dirname(FILE), { recursive: true })
    writeFileSync(FILE, JSON.stringify({ ...known(), ...Object.fromEntries(seconds) }, null, 1))
  } catch {}
}
