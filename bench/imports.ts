/** How long a church's own files take, how much of both processors, and how much memory: people, their gifts, and the way back. */
import { Database, NO_CHURCH } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { record } from '../src/events/record.ts'
import { HOUSE } from '../src/house.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { takeBackSome } from '../src/modules/imports/take-back-step.ts'
import type { Caller, Church } from '../src/resource/caller.ts'
import { importFile } from '../src/resource/import-file.ts'
import { mapFile } from '../src/resource/import-mapping.ts'
import { type ImportKind, importKinds, propose } from '../src/resource/import-proposal.ts'
import type { Import } from '../src/resource/import-record.ts'
import type { ImportOptions } from '../src/resource/import-report.ts'
import { checkImport, runImport } from '../src/resource/import-run.ts'
import { stepsOn } from '../src/resource/step.ts'
import { churchFile, familiesOf, giftsFile } from '../test/support/large-files.ts'
import type { Extent } from './options.ts'
import { processorTime } from './processor.ts'
import { printTable, short } from './table.ts'

const PEOPLE: Record<Extent, number> = { full: 100_000, quick: 10_000, smoke: 500 }

/** Seconds in which 100,000 people are to be there; and 20,000 gone again in 60, as many as these in five times that. */
const AIM_PEOPLE = 20
const AIM_UNDO = 300

/** Does it. @returns a row of the table */
async function measured(what: string, aim: number | undefined, work: () => Promise<unknown>): Promise<string[]> {
  const [before, begun, rss] = [processorTime(process.pid), performance.now(), process.memoryUsage().rss]
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - rss)
  }, 100)
  await work()
  clearInterval(watch)
  const after = processorTime(process.pid)
  const seconds = (value: number): string => value.toFixed(1)
  const used = (of: 'node' | 'postgres'): string =>
    before === undefined || after === undefined ? '' : seconds(after[of] - before[of])
  return [
    what,
    seconds((performance.now() - begun) / 1000),
    used('node'),
    used('postgres'),
    String(Math.round(most / 2 ** 20)),
    aim === undefined ? '' : String(aim),
  ]
}

const DAY = '2026-06-01'

/** A church, and what its files are imported with. */
interface Place {
  database: Database
  church: Church
  caller: Caller
}

/** A file as it came, with its columns and values found out, as the console and `sexton import FILE` do it. */
async function broughtIn({ database, church }: Place, text: string): Promise<{ kind: ImportKind; asked: Import }> {
  const file = importFile('file.csv', Buffer.from(text))
  const kinds = importKinds(HOUSE, church.modules)
  const { kind, table, mapping, meanings } = await propose(database.read, church, file, kinds)
  const found = kinds.find(one => one.kind === kind)
  if (found === undefined) throw new Error(`${kind} cannot be imported.`)
  const update = found.importer.understands.includes('update')
  const options: ImportOptions = { skipRefused: true, newRows: true, ...(update && { update }) }
  const by = { kind: 'command_line', name: null } as const
  return { kind: found, asked: { file: mapFile(file, table, mapping, meanings, DAY), options, by } }
}

const clock = { now: () => new Date(`${DAY}T12:00:00Z`) }

/** What the console does before it asks whether to import. @throws Error unless so many rows would be imported */
async function check(place: Place, text: string, expected: number): Promise<void> {
  const { kind, asked } = await broughtIn(place, text)
  const { read } = place.database
  const { accepted } = await checkImport({ read, clock }, kind.kind, kind.importer, place.caller, asked)
  if (accepted.length !== expected) throw new Error(`${accepted.length} rows would be imported, and not ${expected}.`)
}

/** @throws Error unless so many rows were imported */
async function importInto(place: Place, text: string, expected: number): Promise<void> {
  const { database, caller } = place
  const completed: Parameters<typeof runImport>[0]['completed'] = (tx, of, data) =>
    record(tx, of, 'imports.completed', data)
  const { kind, asked } = await broughtIn(place, text)
  const report = await runImport({ database, clock, completed }, kind.kind, kind.importer, caller, asked)
  if (report.imported !== expected) throw new Error(`${report.imported} rows were imported, and not ${expected}.`)
}

async function undo({ database, church }: Place, kind: string): Promise<void> {
  const [found] = await database.read.all<{ id: number }>(
    sql`select id from imports where church_id = ${church.id} and kind = ${kind} order by id limit 1`,
  )
  const id = found?.id ?? 0
  await database.write(church.id, tx =>
    tx.run(sql`update imports set status = 'undoing', undone_by_kind = 'command_line'
    where church_id = ${church.id} and id = ${id}`),
  )
  const take = stepsOn(database, clock, HOUSE)
  while (await take(takeBackSome, church, { id, house: HOUSE }));
}

/** Prints the table. @param url of a migrated database without churches */
export async function imports(url: string, extent: Extent): Promise<void> {
  const connection = { connectionString: url }
  const database = new Database({ connection, poolSize: 4, statementTimeout: 15_000, maxWaiting: 10 })
  try {
    const input = { name: 'Grace', slug: 'grace', country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
    await database.write(NO_CHURCH, tx => createChurch(tx, input))
    const church = await findChurch(database, input.slug)
    if (church === undefined) throw new Error('The church was not made.')
    const place: Place = { database, church, caller: await commandCaller(database.read, church, HOUSE.scopes) }
    const count = PEOPLE[extent]
    const rows: string[][] = []
    const add = async (what: string, aim: number | undefined, work: () => Promise<unknown>): Promise<void> => {
      rows.push(await measured(`${short(count)} ${what}`, aim, work))
    }
    const people = churchFile(count)
    await add('people looked through', undefined, () => check(place, people, count))
    await add(`people in ${short(familiesOf(count))} families`, AIM_PEOPLE, () => importInto(place, people, count))
    await add('people, the same file', undefined, () => importInto(place, people, 0))
    await add('people, all on record', undefined, () => importInto(place, churchFile(count, { occupation: '' }), 0))
    await add('gifts', undefined, () => importInto(place, giftsFile(count, count), count))
    await add('gifts taken back', AIM_UNDO, () => undo(place, 'contributions'))
    await add('people taken back', AIM_UNDO, () => undo(place, 'people'))
    printTable('A file of a church', ['what', 's', 'of Node', 'of PostgreSQL', 'MB more', 'aim (s)'], rows)
  } finally {
    await database.close()
  }
}
