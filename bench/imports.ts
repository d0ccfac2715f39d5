/** How long a church's own files take, how much of both processors, and how much memory: people, their gifts, and the way back. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { Database, NO_CHURCH } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { record } from '../src/events/record.ts'
import { HOUSE } from '../src/house.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { takeBackSome } from '../src/modules/imports/take-back-step.ts'
import type { Church } from '../src/resource/caller.ts'
import { importerOf } from '../src/resource/import-declared.ts'
import { importFile } from '../src/resource/import-file.ts'
import type { ImportOptions } from '../src/resource/import-report.ts'
import { runImport } from '../src/resource/import-run.ts'
import { stepsOn } from '../src/resource/step.ts'
import type { Extent } from './options.ts'
import { printTable, short } from './table.ts'

const PEOPLE: Record<Extent, number> = { full: 100_000, quick: 10_000, smoke: 500 }

/** Seconds in which 100,000 people are to be there; and 20,000 gone again in 60, as many as these in five times that. */
const AIM_PEOPLE = 20
const AIM_UNDO = 300

const FAMILY = 4
const FIRST =
  'Ada Ben Chi Dayo Emeka Femi Grace Hope Ife John Kemi Lola Musa Ngozi Obi Peace Ruth Sade Tobi Uche'.split(' ')
const LAST = 'Abiola Balogun Chukwu Danjuma Eze Falana Gana Hassan Igwe Johnson Kalu Lawal Mensah Nwosu Okafor'.split(
  ' ',
)

const two = (number: number): string => String(number).padStart(2, '0')
const dayOf = (n: number, from: number): string => `${from + (n % 60)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`

function peopleFile(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const [family, first] = [Math.floor(n / FAMILY), FIRST[n % FIRST.length] ?? '']
    const last = `${LAST[family % LAST.length]}-${family % 1_009}`
    const cells = [
      first,
      last,
      `person${n}@example.org`,
      `0803 ${100 + Math.floor(n / 10_000)} ${String(n % 10_000).padStart(4, '0')}`,
    ]
    return [
      ...cells,
      dayOf(n, 1950),
      n % 2 ? 'male' : 'female',
      'member',
      `${last} family ${family}`,
      `"${family} Church Street, Lagos"`,
      50_000 + n,
    ].join(',')
  })
  return `first_name,last_name,email,phone,dob,gender,status,family,address,member_no\n${rows.join('\n')}\n`
}

function giftsFile(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, n) => `${1_000 + (n % 97) * 50},2026-${two(1 + (n % 5))}-${two(1 + (n % 28))},${50_000 + n},cash,R${n}`,
  )
  return `amount,given_on,member_no,method,reference\n${rows.join('\n')}\n`
}

/** What PostgreSQL's processes have computed so far, in seconds; undefined where this is not the machine that they run on. */
async function serverSeconds(postmaster: number): Promise<number | undefined> {
  try {
    const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
    const stats = pids.flatMap(pid => {
      try {
        return [
          readFileSync(`/proc/${pid}/stat`, 'latin1')
            .replace(/^.*\) /s, '')
            .split(' ')
            .map(Number),
        ]
      } catch {
        return []
      }
    })
    const own = readFileSync(`/proc/${postmaster}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const ticks = ([...fields]: number[], from: number, to: number): number =>
      fields.slice(from, to).reduce((sum, one) => sum + one, 0)
    // User and system time; of the postmaster that of its children that have ended, too.
    return (
      (ticks(own, 11, 15) +
        stats.filter(fields => fields[1] === postmaster).reduce((sum, fields) => sum + ticks(fields, 11, 13), 0)) /
      100
    )
  } catch {
    return undefined
  }
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return Number(
      readFileSync(`/proc/${rows[0].pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return 0
  } finally {
    await client.end()
  }
}

/** Does it. @returns a row of the table */
async function measured(
  what: string,
  aim: number | undefined,
  postmaster: number,
  work: () => Promise<unknown>,
): Promise<string[]> {
  globalThis.gc?.()
  const [cpu, server, begun, rss] = [
    process.cpuUsage(),
    await serverSeconds(postmaster),
    performance.now(),
    process.memoryUsage().rss,
  ]
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - rss)
  }, 100)
  await work()
  clearInterval(watch)
  const { user, system } = process.cpuUsage(cpu)
  const after = await serverSeconds(postmaster)
  const seconds = (value: number): string => value.toFixed(1)
  return [
    what,
    seconds((performance.now() - begun) / 1000),
    seconds((user + system) / 1e6),
    server === undefined || after === undefined ? '' : seconds(after - server),
    String(Math.round(most / 2 ** 20)),
    aim === undefined ? '' : String(aim),
  ]
}

async function importInto(
  database: Database,
  church: Church,
  kind: string,
  text: string,
  options: ImportOptions,
): Promise<void> {
  const resource = HOUSE.resource(kind)
  const importer = resource && importerOf(resource, HOUSE.resource)
  if (importer === undefined) throw new Error(`${kind} cannot be imported.`)
  const caller = await commandCaller(database.read, church, HOUSE.scopes)
  const completed: Parameters<typeof runImport>[0]['completed'] = (tx, of, data) =>
    record(tx, of, 'imports.completed', data)
  const parts = { database, clock: { now: () => new Date() }, completed }
  const file = importFile(`${kind}.csv`, Buffer.from(text))
  const report = await runImport(parts, kind, importer, caller, {
    file,
    options,
    by: { kind: 'command_line', name: null },
  })
  if (report.imported !== report.rows) throw new Error(`Of ${report.rows} rows ${report.imported} were imported.`)
}

async function undo(database: Database, church: Church, kind: string): Promise<void> {
  const [found] = await database.read.all<{ id: number }>(
    sql`select id from imports where church_id = ${church.id} and kind = ${kind}`,
  )
  const id = found?.id ?? 0
  await database.write(church.id, tx =>
    tx.run(sql`update imports set status = 'undoing', undone_by_kind = 'command_line'
    where church_id = ${church.id} and id = ${id}`),
  )
  const take = stepsOn(database, { now: () => new Date() })
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
    const postmaster = await postmasterOf(url)
    const count = PEOPLE[extent]
    const rows: string[][] = []
    const add = async (what: string, aim: number | undefined, work: () => Promise<unknown>): Promise<void> => {
      rows.push(await measured(`${short(count)} ${what}`, aim, postmaster, work))
    }
    const [people, gifts] = [peopleFile(count), giftsFile(count)]
    await add(`people in ${short(count / FAMILY)} families`, AIM_PEOPLE, () =>
      importInto(database, church, 'people', people, { dedupe: true }),
    )
    await add('gifts', undefined, () => importInto(database, church, 'contributions', gifts, {}))
    await add('gifts taken back', AIM_UNDO, () => undo(database, church, 'contributions'))
    await add('people taken back', AIM_UNDO, () => undo(database, church, 'people'))
    printTable('A file of a church', ['what', 's', 'of Node', 'of PostgreSQL', 'MB more', 'aim (s)'], rows)
  } finally {
    await database.close()
  }
}
