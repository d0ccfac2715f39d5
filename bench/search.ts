/** How long the console's search for everything takes in a large church, and what it takes of the processor. */
import { type Asking, times } from './asking.ts'
import type { BenchChurch } from './data.ts'
import type { Extent } from './options.ts'
import type { Running } from './processes.ts'
import { processorTime } from './processor.ts'
import { median, ms, printTable, short } from './table.ts'

const TIMES = { full: 50, quick: 20, smoke: 1 }
const AIM_MS = 100

/** What people type, by what it is: names that thousands have, and what one record has. */
const TYPED = [
  ['a name that many have', 'ada'],
  ['two names, the last one first', 'okafor ada'],
  ['names and a number', 'ngozi danjuma 12'],
  ['two letters', 'ok'],
  ['a phone', '0803 109 9000'],
  ['an e-mail', 'person99000@'],
  ['the reference of a gift', 'ref-4321'],
  ['a family', 'family 2400'],
  ['nothing that there is', 'zzyzx quartz'],
] as const

/** Asks for each, one request after the other, and prints the table. @param ask as an owner */
export async function searchTimes(service: Running, ask: Asking, church: BenchChurch, extent: Extent): Promise<void> {
  const rows: string[][] = []
  for (const [what, typed] of TYPED) {
    const path = `/views/search?q=${encodeURIComponent(typed)}`
    const before = processorTime(service.process.pid)
    const { first, later } = await times(() => ask(path), TIMES[extent])
    const after = processorTime(service.process.pid)
    const slow = later.toSorted((a, b) => a - b).at(-2) ?? later[0] ?? 0
    const each = (part: 'node' | 'postgres'): string =>
      before && after ? ms(((after[part] - before[part]) * 1_000) / (later.length + 1)) : ''
    rows.push([
      `${what}: "${typed}"`,
      ms(first),
      ms(median(later)),
      ms(slow),
      each('node'),
      each('postgres'),
      String(AIM_MS),
    ])
  }
  const head = ['typed', 'first', 'median', 'all but one', 'processor: node', 'postgres', 'aim']
  printTable(`Searched for everywhere, in ms a request (${short(church.people)} people)`, head, rows)
}
