/** The statements of a year: one computed; all of them issued, and drawn on paper, in time and with memory that stays flat. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { figuresOf, type Head } from '../src/modules/statements/figures.ts'
import { figuresIn } from '../src/modules/statements/files.ts'
import { BY_PERSON, gatherOne } from '../src/modules/statements/gather.ts'
import { runOn } from '../src/modules/statements/run-step.ts'
import { type Addressed, statementsPdf } from '../src/modules/statements/statement-paper.ts'
import { paperOf } from '../src/paper/sheet.ts'
import type { Church } from '../src/resource/caller.ts'
import { stepsOn } from '../src/resource/step.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { type GivingChurch, WEEKS, YEAR } from './giving-data.ts'
import { median, ms, printTable } from './table.ts'

const ONE_MS = 50
const ALL_SECONDS = 300
/** What the heap may be more at its height in the last fifth than in the first. */
const FLAT_MIB = 32
const COMPUTED = 50
const MIB = 2 ** 20
const SPAN = { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` }
const HEAD: Head = {
  ...{ kind: 'statement', number: '', version: 1, supersedes: [], issued_on: `${YEAR + 1}-01-05`, ...SPAN },
  ...{ church: { name: 'Bench', address: null, contact: null }, currency: 'NGN', note: null },
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** How high the heap was without its garbage, in the order of time. */
class Heap {
  readonly #seen: number[] = []

  look(): void {
    collectGarbage()
    this.#seen.push(process.memoryUsage().heapUsed)
  }

  /** MiB by which it was higher at the end than at the beginning. */
  get grown(): number {
    const part = Math.max(1, Math.floor(this.#seen.length / 5))
    return (Math.max(...this.#seen.slice(-part)) - Math.max(...this.#seen.slice(0, part))) / MIB
  }
}

/** Seconds of something, by the clock and of this process alone: the rest waited for others. */
async function timed(work: () => Promise<void>): Promise<{ took: number; busy: number }> {
  const [begun, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { took: (performance.now() - begun) / 1000, busy: (user + system) / 1_000_000 }
}

async function computeOne({ read }: Database, church: number): Promise<number> {
  const people = await read.all<{ id: number }>(
    sql`select id from people where church_id = ${church} order by id limit ${COMPUTED}`,
  )
  const took: number[] = []
  for (const { id } of people) {
    const begun = performance.now()
    const found = await gatherOne(read, church, SPAN, BY_PERSON, sql`c.person_id = ${id}`)
    if (found === undefined || figuresOf(HEAD, found).deductible.lines.length !== WEEKS)
      throw new Error('It has other lines.')
    took.push(performance.now() - begun)
  }
  return median(took)
}

/** Issues those of everybody, as a node does. */
async function issue(database: Database, church: Church, heap: Heap): Promise<void> {
  const run = await database.write(church.id, tx =>
    tx.first<{ id: number }>(sql`insert into statement_runs (church_id, from_on, to_on, by, as_of, created_at)
      values (${church.id}, ${SPAN.from}::date, ${SPAN.to}::date, 'person', ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      returning id`),
  )
  const take = stepsOn(database, { now: () => new Date() }, HOUSE)
  while (await take(runOn, church, run?.id ?? 0)) heap.look()
}

async function* issued({ read }: Database, church: number): AsyncGenerator<Addressed> {
  for (let after = 0; ; ) {
    const rows = await read.all<{ id: number; number: string; figures: string; sha256: string }>(
      sql`select id, number, figures, sha256 from statements where church_id = ${church} and id > ${after} order by id limit 50`,
    )
    for (const row of rows) yield { figures: figuresIn(row), language: languageNamed('en') }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Draws all of them into one file, a page after the other. */
async function draw(database: Database, { id, country }: Church, heap: Heap): Promise<void> {
  const on = {
    language: languageNamed('en'),
    paper: paperOf(country),
    verify: 'https://example.org/verify/bench',
  }
  let bytes = 0
  let next = 0
  for await (const piece of statementsPdf('statements', issued(database, id), on)) {
    bytes += piece.length
    if (bytes < next) continue
    heap.look()
    next = bytes + MIB
  }
}

/** Measures, and prints the table. */
export async function statementTimes(
  database: Database,
  { church, givers }: Omit<GivingChurch, 'campaign'>,
): Promise<void> {
  const one = await computeOne(database, church.id)
  const [issuing, drawing] = [new Heap(), new Heap()]
  const toIssue = await timed(() => issue(database, church, issuing))
  const toDraw = await timed(() => draw(database, church, drawing))
  const row = (what: string, took: number, unit: string, aim: number, busy?: number): string[] => {
    const shown = `${unit === 'ms' ? ms(took) : took.toFixed(1)} ${unit}`
    const own = busy === undefined ? '' : `${busy.toFixed(1)} s`
    return [what, shown, own, `< ${aim} ${unit}`, took < aim ? 'met' : 'MISSED']
  }
  const many = `${givers.toLocaleString('en')} statements`
  printTable(
    `Statements of ${WEEKS} lines`,
    ['what', 'took', 'of this process', 'aim', ''],
    [
      row('one statement, computed', one, 'ms', ONE_MS),
      row(`${many}, issued`, toIssue.took, 's', ALL_SECONDS, toIssue.busy),
      row('their memory, last fifth against the first', issuing.grown, 'MiB', FLAT_MIB),
      row(`${many}, drawn as PDF`, toDraw.took, 's', ALL_SECONDS, toDraw.busy),
      row('their memory, last fifth against the first', drawing.grown, 'MiB', FLAT_MIB),
    ],
  )
}
