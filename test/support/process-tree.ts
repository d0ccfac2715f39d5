/** Processes and what they started, as `ps` tells; tests that wait ask often, so on Linux a state is read from /proc. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isAlive } from '../../src/lib/is-alive.ts'

interface Listed {
  pid: number
  parent: number
  state: string
}

function listed(): Listed[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map(line => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state }
  })
}

/** A process and everything below it, the nearest first. */
export function treeOf(pid: number): number[] {
  const all = listed()
  const tree = [pid]
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one).map(child => child.pid))
  return tree
}

/** Those of the processes that run; a zombie has ended. */
export function running(pids: readonly number[]): number[] {
  return pids.filter(pid => isAlive(pid) && !/^[ZX]?$/.test(stateOf(pid)))
}

/** The letter of its state; nothing for a process that is gone. */
function stateOf(pid: number): string {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
        .trim()
        .slice(0, 1)
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // A name in brackets stands before it, and may hold brackets itself.
    return stat.charAt(stat.lastIndexOf(')') + 2)
  } catch {
    return ''
  }
}
