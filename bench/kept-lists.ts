/**
 * Lists whose totals are kept (decision 0003): online gifts, prayer requests, sermons and messages, in a church with few of
 * each and in one with many; as they are, on the last page, and with what was written a moment ago and is not folded yet.
 */
import { type Database, NO_CHURCH } from '../src/db/database.ts'
import { raw, type Sql, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { recount } from '../src/resource/tally.ts'
import { isMarked } from '../src/resource/tally-marks.ts'
import { times } from './asking.ts'
import { type DatabaseServer, onDatabase } from './databases.ts'
import type { Extent } from './options.ts'
import { startService } from './processes.ts'
import { median, ms, printTable, short } from './table.ts'

interface Size {
  /** Records of each list of a small church and of a large one. */
  records: readonly [number, number]
  /** Written after the totals were folded. */
  late: number
  /** Requests of each kind. */
  times: number
}

const SIZES: Readonly<Record<Extent, Size>> = {
  full: { records: [1_000, 100_000], late: 1_000, times: 60 },
  quick: { records: [1_000, 10_000], late: 1_000, times: 30 },
  smoke: { records: [60, 120], late: 10, times: 2 },
}

/** So much slower the large church may be: more than that is no noise. */
const FLAT = 2
const LISTS = ['gifts', 'prayer_requests', 'sermons', 'messages'] as const
type List = (typeof LISTS)[number]

interface Church {
  id: number
  branch: number
  fund: number
  key: string
  records: number
}

const wordOf = (words: readonly string[]): Sql => raw(`(array['${words.join("','")}'])[1 + i % ${words.length}]`)

/** Makes records from a number on, an hour apart. */
function recordsOf(list: List, { id, branch, fund }: Church, from: number, count: number): Sql {
  const [church, at, its] = [raw(String(id)), raw(String(branch)), raw(String(fund))]
  const series = sql`(select i, now() - (200000 - i) * interval '1 hour' as made
    from generate_series(${raw(String(from))}, ${raw(String(from + count - 1))}) as i) as series`
  const made: Record<List, Sql> = {
    gifts: sql`insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount, currency, provider, status,
        donor_name, donor_email, is_test, created_at, updated_at)
      select ${church}, 'ref-' || i, 'form-' || i, ${its}, ${at}, 150050, 'NGN', 'test',
        ${wordOf(['failed', 'expired'])}, 'Ada', 'ada@example.org', true, made, made from ${series}`,
    prayer_requests: sql`insert into prayer_requests (church_id, name, branch_id, body, status, created_at, updated_at)
      select ${church}, 'Ada', ${at}, 'For my mother, who is ill', ${wordOf(['open', 'praying', 'closed'])}, made, made
      from ${series}`,
    sermons: sql`insert into sermons (church_id, title, slug, speaker, created_at, updated_at)
      select ${church}, 'The lost son', 'lost-son-' || i, 'Ada', made, made from ${series}`,
    messages: sql`insert into messages (church_id, branch_id, channel, "to", body, status, source, provider, created_at, updated_at)
      select ${church}, ${at}, 'email', 'ada@example.org', 'We meet at ten.', ${wordOf(['sent', 'delivered', 'failed'])},
        'api', 'test', made, made from ${series}`,
  }
  return made[list]
}

const resourceOf = (list: List) => {
  const resource = HOUSE.resource(list)
  if (resource === undefined) throw new Error(`There are no ${list}.`)
  return resource
}

async function run(database: Database, made: Sql): Promise<void> {
  await database.connection(async client => {
    await client.query('set statement_timeout = 0')
    await client.query(made.text, made.values)
  })
}

async function fill(database: Database, records: number): Promise<Church> {
  const slug = `lists-${records}`
  const input = { name: 'Lists', slug, country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  const { id, branch_id, fund_id } = await database.write(NO_CHURCH, tx => createChurch(tx, input))
  await run(database, sql`update churches set modules = ${HOUSE.optional} where slug = ${slug}`)
  const church = { id, branch: branch_id, fund: fund_id, key: '', records }
  for (const list of LISTS) {
    await run(database, recordsOf(list, church, 1, records))
    await database.write(id, tx => recount(tx, id, resourceOf(list)))
  }
  await run(database, sql`vacuum analyze`)
  const found = await findChurch(database, slug)
  if (found === undefined) throw new Error('The church was not made.')
  const { key } = await database.write(id, tx => makeKey(tx, found, { name: 'Lists', scopes: ['all'] }, HOUSE.scopes))
  return { ...church, key: key.key }
}

/** Asks for the lists of both churches and prints the table. */
export async function keptLists(server: DatabaseServer, extent: Extent): Promise<void> {
  const { records, late, times: count } = SIZES[extent]
  const url = await server.makeEmpty('lists')
  await onDatabase(url, async database => {
    const churches: Church[] = []
    for (const many of records) churches.push(await fill(database, many))
    const service = await startService({ DATABASE_URL: url })
    const measure = (what: string, pathOf: (church: Church) => string) =>
      measured(what, church => askFor(service.url, church, pathOf(church)), churches, count)
    const rows: string[][] = []
    try {
      for (const list of LISTS) {
        const name = list.replace('_', ' ')
        rows.push(await measure(`${name}, with the total`, () => list))
        rows.push(await measure(`${name}, last page`, church => `${list}?page=${Math.ceil(church.records / 25)}`))
        if (!isMarked(resourceOf(list))) continue
        for (const church of churches) await run(database, recordsOf(list, church, 150_001, late))
        rows.push(await measure(`${name}, with ${short(late)} not folded yet`, () => list))
      }
    } finally {
      await service.stop()
    }
    const sizes = churches.map(church => short(church.records))
    const title = 'Lists whose totals are kept, p50 in ms, by records in the church'
    printTable(title, ['what', ...sizes, 'growth', 'aim', ''], rows)
  })
}

const askFor = (service: string, { key }: Church, path: string): Promise<Response> =>
  fetch(`${service}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })

/** What a list took in each church, and whether the aim is met. */
async function measured(
  what: string,
  ask: (church: Church) => Promise<Response>,
  churches: readonly Church[],
  count: number,
): Promise<string[]> {
  const took: number[] = []
  for (const church of churches) took.push(median((await times(() => ask(church), count)).later))
  const growth = (took[1] ?? 0) / (took[0] ?? 1)
  return [what, ...took.map(ms), growth.toFixed(2), `< ${FLAT}`, growth < FLAT ? 'met' : 'MISSED']
}
