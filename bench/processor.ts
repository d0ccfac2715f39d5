/**
 * Processor time of the server and of PostgreSQL, from `/proc`: unlike requests a second it hardly moves when others use
 * the machine. Only on Linux, and for PostgreSQL only where it runs on this machine.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever its kernel's own clock. */
const TICKS_A_SECOND = 100

/** A process, in ticks; its ended children count with it. */
interface Times {
  parent: number
  command: string
  ticks: number
}

/** @returns undefined for a process that has ended meanwhile */
function timesOf(pid: string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses, and may have spaces and parentheses in it.
    const [open, close] = [text.indexOf('('), text.lastIndexOf(')')]
    const [, parent, ...rest] = text.slice(close + 2).split(' ')
    // utime, stime, cutime and cstime are the fields 14 to 17 of proc(5).
    const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(parent), command: text.slice(open + 1, close), ticks }
  } catch {
    return undefined
  }
}

/** All processes of this machine by their id; empty where there is no `/proc`. */
function processes(): Map<number, Times> {
  let pids: string[] = []
  try {
    pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {}
  return new Map(
    pids.flatMap(pid => {
      const times = timesOf(pid)
      return times === undefined ? [] : [[Number(pid), times] as const]
    }),
  )
}

/** Seconds of processor time so far. */
export interface ProcessorTime {
  node: number
  /** Of the benchmark's own server; with `DATABASE_URL` of all PostgreSQL servers of this machine. */
  postgres: number
}

/** What the benchmark's own server is started with; undefined where it uses another. */
const OWN = 'sexton-bench-'

const isOwn = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(OWN)
  } catch {
    return false
  }
}

/** The PostgreSQL servers that count: the benchmark's own, or all of this machine where it uses another. */
function serversOf(all: ReadonlyMap<number, Times>): Set<number> {
  const isPostgres = (pid: number): boolean => all.get(pid)?.command.startsWith('postgres') === true
  const servers = [...all.keys()].filter(pid => isPostgres(pid) && !isPostgres(all.get(pid)?.parent ?? 0))
  const own = servers.filter(isOwn)
  return new Set(own.length > 0 ? own : servers)
}

/** Reads what a server (with the processes it started) and PostgreSQL have used. @param pid of the server */
export function processorTime(pid: number | undefined): ProcessorTime | undefined {
  const all = processes()
  if (pid === undefined || !all.has(pid)) return undefined
  const isOf = (one: number): boolean => one === pid || (all.has(one) && isOf(all.get(one)?.parent ?? 0))
  const servers = serversOf(all)
  let [node, postgres] = [0, 0]
  for (const [id, { command, parent, ticks }] of all) {
    if (command.startsWith('postgres')) postgres += servers.has(id) || servers.has(parent) ? ticks : 0
    else if (isOf(id)) node += ticks
  }
  return { node: node / TICKS_A_SECOND, postgres: postgres / TICKS_A_SECOND }
}
