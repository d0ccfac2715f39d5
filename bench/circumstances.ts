/** What figures were taken with: they mean nothing without it, so whatever prints figures begins with it. */
import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const GIB = 1024 ** 3

/** The commit, and whether anything differs from it; undefined where there is no repository. */
function commit(): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', changed'
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed}`
  } catch {
    return undefined
  }
}

/** One line: the moment, the commit, processors, memory, the load of the last minute and of fifteen. */
export function circumstances(now = new Date()): string {
  const all = cpus()
  const [minute = 0, , quarter = 0] = loadavg()
  return [
    `${now.toISOString().slice(0, 16)}Z`,
    `commit ${commit() ?? 'not known'}`,
    `${all.length} × ${all[0]?.model.trim() ?? 'a processor that is not known'}`,
    `${(totalmem() / GIB).toFixed(0)} GiB of memory`,
    `${type()} ${release()}, Node ${process.versions.node}`,
    `load ${minute.toFixed(1)} (${quarter.toFixed(1)} over 15 minutes)`,
  ].join('; ')
}
