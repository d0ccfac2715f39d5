/** Which files failed in the last run: `npm test -- --failed` runs them again, one after the other. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './files.ts'

const FILE = path.join(ROOT, 'node_modules', '.cache', 'sexton-failed-tests.json')

/** Forgets the last run: one that is cut off leaves nothing that could be taken for its failures. */
export const forgetFailed = (): void => rmSync(FILE, { force: true })

/** Keeps which files failed, those of this run alone. */
export function noteFailed(files: readonly string[]): void {
  mkdirSync(path.dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify(files))
}

/** The files that failed in the last run that came to its end; none where there was none. */
function failedLast(): string[] {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as string[]
  } catch {
    return []
  }
}

/**
 * What `--failed` asks for among files, undefined without it. With a number, `--failed=3`, it is meant for failures by
 * chance alone.
 * @throws when more files failed than that, when none did: who asks has seen something fail; and for files and flags beside it
 */
export function failedAgain(args: readonly string[], failed = failedLast()): string[] | undefined {
  const asked = args.find(one => /^--failed(=\d+)?$/.test(one))
  if (asked === undefined) return undefined
  const beside = args.filter(one => one !== asked)
  if (beside.length > 0)
    throw new Error(`${asked} runs what failed, and nothing beside it: leave out ${beside.join(' ')}.`)
  if (failed.length === 0) throw new Error('No file is on record that failed: run them all.')
  const most = Number(asked.split('=')[1] ?? Number.POSITIVE_INFINITY)
  if (failed.length > most) throw new Error(`${failed.length} files failed: that is no chance. Look at each.`)
  return failed
}
