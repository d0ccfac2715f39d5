/** Processes and what they started, as `ps` tells. */
import { execFileSync } from 'node:child_process'
import { isAlive } from '../../src/db/embedded/processes.ts'

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
  const alive = pids.filter(isAlive)
  if (alive.length === 0) return []
  const zombies = new Set(listed().flatMap(({ pid, state }) => (state.startsWith('Z') ? [pid] : [])))
  return alive.filter(pid => !zombies.has(pid))
}
