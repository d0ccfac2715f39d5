/** Which process is which. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isAlive } from '../../lib/is-alive.ts'

/**
 * True when the process is the PostgreSQL of this data directory. The number alone says little: after a restart of the
 * machine or the container it often belongs to something else, and a dead process may linger as a zombie.
 */
export function isServer(pid: number, cluster: string): boolean {
  return isAlive(pid) && serves(commandLine(pid), cluster)
}

/** True for the command line of the PostgreSQL of a data directory. */
export const serves = (line: string, cluster: string): boolean => line.includes(`-D ${cluster} `)

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return `${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')} `
    return `${execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()} `
  } catch {
    return ''
  }
}

/** The command lines of all processes that this user may see. */
export function commandLines(): string[] {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-axww', '-o', 'command='], { encoding: 'utf8' })
      .split('\n')
      .map(line => `${line} `)
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => commandLine(Number(name)))
}

/** Sends a signal to a process that may have ended by itself. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
