/** Many churches on one database: what a start takes, what a node and PostgreSQL do while nobody asks, what an answer takes. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { raw, type Sql, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { contributions } from '../src/modules/contributions/contributions.ts'
import { people } from '../src/modules/people/people.ts'
import { recount } from '../src/resource/tally.ts'
import { onDatabase } from './databases.ts'
import type { Extent } from './options.ts'
import { type Running, startService } from './processes.ts'
import { processorTime } from './processor.ts'
import { median, ms, printTable, short } from './table.ts'

interface Amounts {
  churches: number
  /** Of each church. */
  gifts: number
  people: number
  /** Of all together. */
  endpoints: number
  /** So long nobody asks. */
  idleSeconds: number
  requests: number
}

const AMOUNTS: Record<Extent, Amounts> = {
  full: { churches: 10_000, gifts: 100, people: 40, endpoints: 5_000, idleSeconds: 60, requests: 200 },
  quick: { churches: 1_000, gifts: 100, people: 40, endpoints: 500, idleSeconds: 15, requests: 100 },
  smoke: { churches: 20, gifts: 20, people: 5, endpoints: 10, idleSeconds: 1, requests: 5 },
}

/** A number as it stands: parameters would have no type here. */
const n = (value: number): Sql => raw(String(value))

/** Churches by the number in their slug, with what each has at the least. */
const statements = ({ churches, gifts, people, endpoints }: Amounts): Sql[] => [
  sql`insert into churches (name, slug, country, currency, timezone)
    select 'Church ' || i, 'crowd-' || i, 'NG', 'NGN', 'Africa/Lagos' from generate_series(1, ${n(churches)}) as i`,
  sql`insert into branches (church_id, name, is_hq, level, country, currency, timezone)
    select id, name, true, 'headquarters', country, currency, timezone from churches where slug like 'crowd-%'`,
  sql`insert into funds (church_id, name, slug, currency, is_default)
    select id, 'General', 'general', 'NGN', true from churches where slug like 'crowd-%'`,
  sql`insert into people (church_id, member_no, first_name, last_name, email, country, status, branch_id, source)
    select b.church_id, lpad(i::text, 7, '0'), 'Ada', 'Obi ' || i, 'ada' || i || '@example.org', 'NG', 'member', b.id, 'api'
    from branches as b cross join generate_series(1, ${n(people)}) as i`,
  sql`insert into contributions (church_id, fund_id, branch_id, amount, currency, amount_base, method, given_on, reference,
      source, status)
    select b.church_id, f.id, b.id, 1000 + i, 'NGN', 1000 + i, 'cash', current_date - i, 'ref-' || i, 'api', 'posted'
    from branches as b join funds as f on f.church_id = b.church_id cross join generate_series(1, ${n(gifts)}) as i`,
  sql`with made as (
      insert into webhook_endpoints (church_id, url, events, secret, status_since, created_at, updated_at)
      select id, 'https://example.org/hooks', '{*}', 'of nobody', now(), now(), now() from churches where slug like 'crowd-%'
      order by id limit ${n(endpoints)} returning church_id, id)
    insert into webhook_lanes (church_id, endpoint_id) select church_id, id from made`,
]

/** @returns a key of a church in the middle */
async function fill(database: Database, amounts: Amounts): Promise<string> {
  await database.connection(async client => {
    await client.query('set statement_timeout = 0')
    for (const { text, values } of statements(amounts)) await client.query(text, values)
    await client.query('vacuum analyze')
  })
  const church = await findChurch(database, `crowd-${Math.ceil(amounts.churches / 2)}`)
  if (church === undefined) throw new Error('The churches were not made.')
  return await database.write(church.id, async tx => {
    await recount(tx, church.id, people)
    await recount(tx, church.id, contributions)
    return (await makeKey(tx, church, { name: 'Bench', scopes: ['all'] }, HOUSE.scopes)).key.key
  })
}

/** Milliseconds of the processor in a second in which nobody asks. */
async function idle({ process: { pid } }: Running, seconds: number): Promise<{ node: string; postgres: string }> {
  // What a start begins has to end first.
  await pause(seconds * 250)
  const before = processorTime(pid)
  await pause(seconds * 1000)
  const after = processorTime(pid)
  const of = (what: 'node' | 'postgres'): string =>
    ((((after?.[what] ?? 0) - (before?.[what] ?? 0)) * 1000) / seconds).toFixed(1)
  return { node: of('node'), postgres: of('postgres') }
}

async function p50({ url }: Running, path: string, key: string, requests: number): Promise<string> {
  const took: number[] = []
  for (let count = 0; count < requests; count += 1) {
    const begun = performance.now()
    const answer = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    took.push(performance.now() - begun)
  }
  return ms(median(took))
}

/** Measures and prints the table. @param url of an empty database */
export async function crowd(url: string, extent: Extent): Promise<void> {
  const amounts = AMOUNTS[extent]
  const key = await onDatabase(url, database => fill(database, amounts))
  const begun = performance.now()
  const service = await startService({ DATABASE_URL: url })
  try {
    const started = ms(performance.now() - begun)
    const { node, postgres } = await idle(service, amounts.idleSeconds)
    const page = await p50(service, 'contributions', key, amounts.requests)
    const search = await p50(service, 'people?q=obi', key, amounts.requests)
    const { churches, gifts, endpoints } = amounts
    printTable(
      `${short(churches)} churches, ${short(churches * gifts)} gifts, ${short(endpoints)} endpoints of webhooks on one database`,
      ['what', 'figure'],
      [
        ['from the start to the first answer, ms', started],
        ['while nobody asks: the node, ms of the processor a second', node],
        ['while nobody asks: PostgreSQL, ms of the processor a second', postgres],
        ['page of gifts of one church, p50 ms', page],
        ['people of one church by name, p50 ms', search],
      ],
    )
  } finally {
    await service.stop()
  }
}
