/** A database of each earlier schema, with rows in each of its tables, is brought up to date and has what it had. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
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
import { Planter } from './support/plant.ts'

/** In the columns of the first schema: what came later has defaults, or could not have been brought along. */
const plant = (slug: string): string[] => [
  `insert into churches (slug, name, country, currency, timezone)
    values ('${slug}', 'Grace', 'NG', 'NGN', 'Africa/Lagos')`,
  `insert into branches (church_id, name, is_hq, country, currency, timezone)
    select id, 'Lagos', true, country, currency, timezone from churches where slug = '${slug}'`,
  `insert into funds (church_id, name, slug, currency, is_default)
    select id, 'Offering', 'offering', 'NGN', true from churches where slug = '${slug}'`,
  `insert into families (church_id, name, branch_id) select b.church_id, 'Obi', b.id
    from branches b join churches c on c.id = b.church_id and c.slug = '${slug}'`,
  `insert into people (church_id, member_no, first_name, last_name, email, country, branch_id, family_id)
    select f.church_id, 'M' || n, 'Ada ' || n, 'Ọbí', 'ada' || n || '@example.org', 'NG', f.branch_id, f.id
    from families f join churches c on c.id = f.church_id and c.slug = '${slug}', generate_series(1, 9) n`,
  `insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on, source)
    select p.church_id, p.id, f.id, p.branch_id, 100 * p.id + 7, case when p.id % 3 = 0 then 'USD' else 'NGN' end,
      100 * p.id + 7, 'cash', '2026-01-04', 'api'
    from people p join churches c on c.id = p.church_id and c.slug = '${slug}' join funds f on f.church_id = p.church_id`,
]
const COUNTED = ['branches', 'funds', 'families', 'people', 'contributions']

let place: TestDatabase
let migrations: string[] = []
before(async () => {
  place = await testDatabase()
  migrations = await knownMigrations()
  await climbOnce()
})
after(async () => {
  for (const { database } of climbed.values()) await runAs(place.owner, `drop database ${database} with (force)`)
  await place.drop()
})

/** Applies the next so many migrations. */
async function climb(owner: pg.ClientConfig, count: number): Promise<void> {
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

/** An empty database of its own. @param template one that it is a copy of */
async function empty(name: string, template = 'template1'): Promise<pg.ClientConfig> {
  const database = `${place.owner.database}_${name}`
  await runAs(place.owner, `create database ${database} template ${template}`)
  return { ...place.owner, database }
}

/** How many migrations come before this one. */
const indexOf = (number: string): number => migrations.findIndex(name => name.startsWith(number))

/** How many migrations the schemas have that tests begin with. */
const levels = (): number[] =>
  [1, Math.floor(migrations.length / 2), indexOf('0161'), indexOf('0560'), migrations.length - 1].sort((a, b) => a - b)

/** Empty databases by how many migrations they have: one climbs, and leaves a copy behind at each level. */
const climbed = new Map<number, pg.ClientConfig>()
async function climbOnce(): Promise<void> {
  const climber = await empty('climber')
  let reached = 0
  for (const level of new Set(levels())) {
    await climb(climber, level - reached)
    reached = level
    climbed.set(level, await empty(`level_${level}`, climber.database))
  }
  await runAs(place.owner, `drop database ${climber.database} with (force)`)
}

/** An empty database with so many migrations. */
const emptyAt = (name: string, level: number): Promise<pg.ClientConfig> =>
  empty(name, climbed.get(level)?.database ?? assert.fail(`Nothing climbed to ${level}.`))

/** The service takes the schema as its own. */
async function checked(owner: pg.ClientConfig): Promise<void> {
  const connection = { ...place.connection, database: owner.database }
  const database = new Database({ connection, poolSize: 2, statementTimeout: 10_000, maxWaiting: 10 })
  await checkSchema(database)
  await database.close()
  await runAs(place.owner, `drop database ${owner.database} with (force)`)
}

const totals = (owner: pg.ClientConfig) =>
  asking(owner as Parameters<typeof asking>[0], 'upgrading', async (ask: Ask) =>
    totalsOf(ask, await countedTables(ask, COUNTED)),
  )

/** Applies one migration as the runner does, without what it looks up before each. */
async function step(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(path.join(ROOT, 'migrations', `${name}.sql`), 'utf8')
  await client.query('begin')
  await client.query(text)
  await client.query('insert into migrations (name, run_on) values ($1, now())', [name])
  await client.query('commit')
}

test('each migration meets rows in every table, of each release that made or changed it, and keeps what churches have', async () => {
  const owner = await empty('ladder')
  const [first = '', ...others] = migrations
  await climb(owner, 1)
  const client = new pg.Client(owner)
  await client.connect()
  const planter = new Planter(client)
  let held: Awaited<ReturnType<typeof totals>> = []
  try {
    for (const [level, name] of [first, ...others].entries()) {
      if (level > 0) {
        await step(client, name)
        assert.deepEqual(await totals(owner), held, name)
      }
      const changed = await planter.read()
      const slug = `grace-${level}`
      if (changed.some(table => COUNTED.includes(table))) for (const one of plant(slug)) await client.query(one)
      await planter.plant(`release-${level}`, changed)
      // What is computed from the rest a migration may empty.
      const emptied = await planter.empty()
      await planter.plant(`release-${level}`, emptied)
      if (emptied.length > 0) assert.deepEqual(await planter.empty(), [], name)
      held = await totals(owner)
    }
  } finally {
    await client.end()
  }
  assert.ok(held.some(({ table, currency }) => table === 'contributions' && currency === 'USD'))
  assert.deepEqual(await migrate(owner, place.connection.user), [])
  await checked(owner)
})

test('from the first, a middle and the last but one schema on, an upgrade applies what is missing and changes no sum', async () => {
  for (const count of [1, Math.floor(migrations.length / 2), migrations.length - 1]) {
    const owner = await emptyAt(String(count), count)
    const client = new pg.Client(owner)
    await client.connect()
    try {
      for (const one of plant('grace')) await client.query(one)
      const planter = new Planter(client)
      await planter.plant('hope', await planter.read())
      assert.deepEqual(await planter.empty(), [])
    } finally {
      await client.end()
    }
    const before = await totals(owner)
    assert.deepEqual(await migrate(owner, place.connection.user), migrations.slice(count))
    assert.deepEqual(await totals(owner), before, migrations[count - 1])
    await checked(owner)
  }
})

test('gifts that an upgrade changes are told to who keeps a copy; closed batches keep what was counted in them', async () => {
  const owner = await emptyAt('changed', indexOf('0161'))
  await runAs(
    owner,
    ...plant('grace'),
    `update contributions set updated_at = '2026-01-04', method = case when id % 2 = 0 then 'in_kind' else method end`,
    `insert into batches (church_id, branch_id, name, counted_on, status, closed_figures, closed_at, created_at, updated_at)
      select church_id, id, wanted, '2026-01-04', wanted, case when wanted = 'closed' then '{}' end,
        case when wanted = 'closed' then now() end, now(), now()
      from branches, unnest(array['open', 'closed']) as wanted`,
    `update contributions c set batch_id = b.id from batches b where b.status = case when c.id % 4 < 2 then 'open' else 'closed' end`,
    // A gift of each period of a recurring one, of which the books have the first.
    `insert into recurring_gifts (church_id, form_id, donor_name, donor_email, fund_id, branch_id, amount, currency, frequency, mode,
        anchor_on, is_test, created_at, updated_at)
      select church_id, 'form', 'Ada', 'ada@example.org', id, (select min(id) from branches), 107, 'NGN', 'monthly', 'remind',
        '2026-01-04', false, now(), now() from funds`,
    `insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount, currency, provider, payment_id, recurring_id,
        donor_name, donor_email, is_test, created_at, updated_at)
      select church_id, 'ref', 'form', fund_id, branch_id, amount, currency, 'stripe', 'pi_1', id, donor_name, donor_email, false,
        now(), now() from recurring_gifts`,
    `update contributions set source = 'online', payment_id = 'pi_1' where id = 1`,
    'delete from tally_deltas',
  )
  await climb(owner, indexOf('0166') - indexOf('0161') + 1)
  const seen = await asking(owner as Parameters<typeof asking>[0], 'upgrading', ask =>
    ask(`select (select count(*) from contributions c where updated_at > '2026-01-05')::int as changed,
      (select count(*) from contributions where method = 'in_kind' and batch_id is null)::int as out,
      (select count(*) from contributions c join batches b on b.id = c.batch_id where b.status = 'closed' and c.method = 'in_kind')::int as kept,
      (select sum(writes) from tally_deltas where resource = 'contributions')::int as writes`),
  )
  assert.deepEqual(seen, [{ changed: 3, out: 2, kept: 2, writes: 2 }])
  await runAs(place.owner, `drop database ${owner.database} with (force)`)
})

test('whoever an undone import had made keeps what their file called them, also where somebody else has that number by now', async () => {
  const owner = await emptyAt('freed', indexOf('0560'))
  await runAs(
    owner,
    ...plant('grace'),
    `insert into imports (church_id, kind, file_name, rows, imported, refused, skipped, by_kind, created, updated, created_at,
        updated_at, completed_at)
      select id, 'people', 'members.csv', 8, 8, 0, 0, 'command_line', 7, 1, now(), now(), now() from churches`,
    // All came with the file but the last; of the second the file said no number, the third was only changed by it.
    `insert into import_records (church_id, import_id, line, resource, record_id, action, written, before)
      select p.church_id, i.id, p.id + 1, 'people', p.id, case when p.id = 3 then 'updated' else 'created' end,
        case when p.id = 2 then '{}' else jsonb_build_object('member_no', 'GC' || p.id) end,
        case when p.id = 3 then '{"member_no": "M3"}'::jsonb end
      from people p, imports i where p.id < 9`,
    `update people set deleted_at = now(), member_no = 'undone-' || id where id <= 4`,
    // Undone, too, and the number has gone to somebody who was there before.
    `update people set deleted_at = now(), member_no = 'undone-5' where id = 5`,
    `update people set member_no = 'GC5' where id = 9`,
    // A number that only looks like it, and one of another person.
    `update people set member_no = 'undone-x' where id = 6`,
    `update people set member_no = 'undone-70' where id = 7`,
    // Came back before.
    `update people set member_no = 'undone-8' where id = 8`,
  )
  const numbers = (ask: Ask) => ask('select id::int, member_no from people order by id')
  const before = await asking(owner as Parameters<typeof asking>[0], 'upgrading', numbers)
  await climb(owner, 1)
  const [after, freed] = await asking(owner as Parameters<typeof asking>[0], 'upgrading', async ask => [
    await numbers(ask),
    await ask('select id::int, freed_member_no as freed from people where freed_member_no is not null order by id'),
  ])
  assert.deepEqual(after, before, 'nobody has another number than before')
  assert.deepEqual(freed, [
    { id: 1, freed: 'GC1' },
    { id: 4, freed: 'GC4' },
    { id: 5, freed: 'GC5' },
    { id: 8, freed: 'GC8' },
  ])
  // Who came back while somebody else had the number stays as they are called.
  await runAs(owner, `update people set deleted_at = null where id = 5`)
  await climb(owner, indexOf('0571') - indexOf('0560'))
  const [back, still] = await asking(owner as Parameters<typeof asking>[0], 'upgrading', async ask => [
    await ask('select id::int, member_no from people where id in (1, 5, 8, 9) order by id'),
    await ask('select id::int, freed_member_no as freed from people where freed_member_no is not null order by id'),
  ])
  assert.deepEqual(back, [
    { id: 1, member_no: 'undone-1' },
    { id: 5, member_no: 'undone-5' },
    { id: 8, member_no: 'GC8' },
    { id: 9, member_no: 'GC5' },
  ])
  assert.deepEqual(still, [
    { id: 1, freed: 'GC1' },
    { id: 4, freed: 'GC4' },
  ])
  await runAs(place.owner, `drop database ${owner.database} with (force)`)
})
