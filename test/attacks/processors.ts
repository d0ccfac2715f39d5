/** What processes had of the processors: what a busy machine does to a server is not the server's doing. */
import { readFileSync } from 'node:fs'

/** Of the main thread of a process, in milliseconds since it began. */
interface Processing {
  ran: number
  /** Ready to run, without a processor. */
  waited: number
}

/** Linux tells it; elsewhere nothing is known, and a busy machine counts as a slow server. */
function processing(pid: number): Processing {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ran: (ran ?? 0) / 1e6, waited: (waited ?? 0) / 1e6 }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

/**
 * Times an answer of a server by what the server did: the time that it took, without that in which the server, this
 * process or the database had no processor, but no less than the server worked meanwhile.
 * @param backends processes of the database, one of which may be asked
 * @returns tells the milliseconds so far
 */
export function stopwatch(server: number, backends: readonly number[]): () => number {
  const pids = [server, process.pid, ...backends]
  const begun = performance.now()
  const before = pids.map(processing)
  return () => {
    const spent = performance.now() - begun
    const after = pids.map(processing)
    const [its = 0, own = 0, ...others] = after.map(({ waited }, n) => waited - (before[n]?.waited ?? 0))
    const worked = (after[0]?.ran ?? 0) - (before[0]?.ran ?? 0)
    return Math.max(spent - its - own - Math.max(0, ...others), worked)
  }
}
