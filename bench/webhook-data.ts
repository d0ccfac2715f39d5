/** Churches with endpoints, and events that wait for them. */
import { setTimeout as pause } from 'node:timers/promises'
import { Database, NO_CHURCH } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { recordMany } from '../src/events/record.ts'
import { HOUSE } from '../src/house.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { createChurch, type FoundChurch, findChurch } from '../src/modules/church/churches.ts'
import { Vault } from '../src/vault.ts'
import { addEndpoint } from '../src/webhooks/endpoints.ts'
import { SECRET_KEY } from './processes.ts'

/** With the key of the servers that are loaded. */
export const BENCH_VAULT = new Vault({ secretKey: [SECRET_KEY], dataDir: '' })

/** The event of the tables: recording a gift makes just this one. */
export const EVENT = 'contribution.recorded'

/** An endpoint, with a key of its church. Its path at the receiver is its id. */
export interface Subscriber {
  church: FoundChurch
  key: string
  endpoint: number
}

const BATCH = 1_000
/** PostgreSQL's sessions keep what they count for a second at most. */
const TELLING_MS = 1_500

/** Opens a database for what the benchmark itself does. */
export const openWebhookDatabase = (url: string): Database =>
  new Database({ connection: { connectionString: url }, poolSize: 3, statementTimeout: 600_000, maxWaiting: 100 })

/** Makes churches and, in each, endpoints that subscribe to the event. */
export async function subscribe(
  database: Database,
  port: number,
  { churches, each }: { churches: number; each: number },
): Promise<Subscriber[]> {
  const made: Subscriber[] = []
  for (let number = 1; number <= churches; number += 1) {
    const slug = `hooks-${churches}-${number}`
    const place = { country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
    await database.write(NO_CHURCH, tx => createChurch(tx, { name: `Church ${number}`, slug, ...place }))
    const church = await findChurch(database, slug)
    if (church === undefined) throw new Error('The church was not made.')
    const keyed = await database.write(church.id, tx =>
      makeKey(tx, church, { name: 'Bench', scopes: ['all'] }, HOUSE.scopes),
    )
    const { key } = keyed.key
    for (let count = 0; count < each; count += 1) {
      const root = `http://127.0.0.1:${port}`
      const parts = { vault: BENCH_VAULT, church, allowInsecure: true, catalogue: HOUSE.catalogue }
      const { id } = await database.write(church.id, tx =>
        addEndpoint(tx, parts, { url: `${root}/0`, events: [EVENT] }),
      )
      await database.write(church.id, tx =>
        tx.run(
          sql`update webhook_endpoints set url = ${`${root}/${id}`} where church_id = ${church.id} and id = ${id}`,
        ),
      )
      made.push({ church, key, endpoint: id })
    }
  }
  return made
}

/** A gift as the service prints it. */
const gift = (id: number): string =>
  JSON.stringify({
    ...{ id, person_id: 41_871, fund_id: 4, branch_id: 12, amount: 150_050, currency: 'NGN', amount_base: 150_050 },
    ...{ base_currency: 'NGN', method: 'online', given_on: '2025-06-01', reference: `ref-${id}`, note: null },
    ...{ source: 'api', status: 'posted', donor_name: null, donor_email: null, donor_phone: null, is_anonymous: false },
    ...{ voided_at: null, void_reason: null, import_id: null, custom: {}, fund: { id: 4, name: 'General' } },
    ...{ created_at: '2025-06-01T10:15:30.123Z', updated_at: '2025-06-01T10:15:30.123Z' },
  })

/** Commits so many deliveries, evenly to all endpoints of these churches; nobody is told. */
export async function leaveWaiting(database: Database, subscribers: readonly Subscriber[], deliveries: number) {
  const events = deliveries / subscribers.length
  for (const church of new Set(subscribers.map(({ church }) => church))) {
    for (let left = events; left > 0; left -= BATCH) {
      const gifts = Array.from({ length: Math.min(left, BATCH) }, (_, n) => gift(left - n))
      await database.write(church.id, tx => recordMany(tx, church, EVENT, gifts))
    }
  }
  await settle(database)
}

/** Forgets all events and how the endpoints fared, so that each measurement begins alike. */
export async function clear(database: Database): Promise<void> {
  await database.connection(client => client.query('truncate webhook_deliveries, webhook_attempts, events'))
  await database.read.all(sql`update webhook_lanes set node = null, failures = 0 returning 1`)
  await database.read.all(sql`update webhook_endpoints set status = 'active', status_reason = null returning 1`)
  await settle(database)
}

/** What a running database would do in the background at a moment of its own. */
async function settle(database: Database): Promise<void> {
  await database.connection(async client => {
    await client.query('vacuum analyze webhook_deliveries, webhook_lanes, webhook_endpoints, events')
    await client.query('checkpoint')
  })
}

/** Deliveries that are not done. */
export async function waiting(database: Database): Promise<number> {
  const row = await database.read.first<{ n: number }>(sql`select count(*)::int as n from webhook_deliveries`)
  return row?.n ?? 0
}

/** Transactions that were committed so far: sessions tell of theirs in time, and as they end. */
export async function transactions(database: Database): Promise<number> {
  await pause(TELLING_MS)
  const row = await database.read.first<{ n: number }>(
    sql`select xact_commit as n from pg_stat_database where datname = current_database()`,
  )
  return row?.n ?? 0
}
