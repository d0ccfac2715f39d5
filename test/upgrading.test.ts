/** A database of each earlier schema, with a small church in it, is brought up to date and has what it had. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { countedTables, totalsOf } from '../src/backup/totals.ts'
import { ROOT } from '../src/config.ts'
import { Database } from '../src/db/database.ts'
import { type Ask, asking } from '../src/db/embedded/ask.ts'
import { checkSchema, knownMigrations, migrate } from '../src/db/migrate.ts'
import { runAs, type TestDatabase, testDatabase } from './support/database.ts'

/** In the columns of the first schema: what came later has defaults, or could not have been brought along. */
const CHURCH = [
  `insert into churches (slug, name, country, currency, timezone)
    values ('grace', 'Grace', 'NG', 'NGN', 'Africa/Lagos')`,
  `insert into branches (church_id, name, is_hq, country, currency, timezone)
    select id, 'Lagos', true, country, currency, timezone from churches`,
  `insert into funds (church_id, name, slug, currency, is_default) select id, 'Offering', 'offering', 'NGN', true from churches`,
  `insert into families (church_id, name, branch_id) select church_id, 'Obi', id from branches`,
  `insert into people (church_id, member_no, first_name, last_name, email, country, branch_id, family_id)
    select b.church_id, 'M' || n, 'Ada ' || n, 'Ọbí', 'ada' || n || '@example.org', 'NG', b.id, f.id
    from branches b join families f on f.church_id = b.church_id, generate_series(1, 9) n`,
  `insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on, source)
    select p.church_id, p.id, f.id, p.branch_id, 100 * p.id + 7, case when p.id % 3 = 0 then 'USD' else 'NGN' end,
      100 * p.id + 7, 'cash', '2026-01-04', 'api' from people p join funds f on f.church_id = p.church_id`,
]
const COUNTED = ['branches', 'funds', 'families', 'people', 'contributions']

let place: TestDatabase
let migrations: string[] = []
before(async () => {
  place = await testDatabase()
  migrations = await knownMigrations()
})
after(() => place.drop())

/** Applies the first of the migrations to an empty database. */
async function migrateTo(owner: pg.ClientConfig, count: number): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const options = { dbClient: client, direction: 'up', migrationsTable: 'migrations', log() {}, logger } as const
  try {
    await runner({ ...options, dir: path.join(ROOT, 'migrations'), count })
  } finally {
    await client.end()
  }
}

const totals = (owner: pg.ClientConfig) =>
  asking(owner as Parameters<typeof asking>[0], 'upgrading', async (ask: Ask) =>
    totalsOf(ask, await countedTables(ask, COUNTED)),
  )

test('from each earlier schema on, every record and every sum is as it was', async () => {
  for (let count = 1; count < migrations.length; count += 1) {
    const level = migrations[count - 1] ?? ''
    const name = `${place.owner.database}_${count}`
    const owner = { ...place.owner, database: name }
    await runAs(place.owner, `create database ${name}`)
    await migrateTo(owner, count)
    await runAs(owner, ...CHURCH)
    const before = await totals(owner)
    assert.ok(before.some(({ table, currency }) => table === 'contributions' && currency === 'USD'))
    assert.deepEqual(await migrate(owner, place.connection.user), migrations.slice(count), level)
    assert.deepEqual(await totals(owner), before, level)
    const connection = { ...place.connection, database: name }
    const database = new Database({ connection, poolSize: 2, statementTimeout: 10_000, maxWaiting: 10 })
    await checkSchema(database)
    await database.close()
    await runAs(place.owner, `drop database ${name} with (force)`)
  }
})
