/** The role that the service works as in its database (docs/decisions/0014). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { ROOT } from '../src/config.ts'
import { Database } from '../src/db/database.ts'
import { openEmbedded } from '../src/db/embedded/index.ts'
import { migrate } from '../src/db/migrate.ts'
import { excessRights } from '../src/db/rights.ts'
import { raw } from '../src/db/sql.ts'
import { makePartitions } from '../src/events/partitions.ts'
import { cli, startCli } from './support/cli.ts'
import { runAs, type TestDatabase, testDatabase, urlOf } from './support/database.ts'
import { freshDir, quiet } from './support/embedded.ts'

let database: TestDatabase
/** Roles of a server outlive the databases of a test. */
const made: string[] = []

before(async () => {
  database = await testDatabase()
})
after(async () => {
  await database.drop()
  for (const role of made) await runAs({ ...database.owner, database: 'postgres' }, `drop role ${role}`)
})

let serial = 0
/** Makes a role that may come in and nothing else. @returns how it connects */
async function newRole(attributes = ''): Promise<typeof database.owner & { user: string }> {
  serial += 1
  const user = `sexton_role_${process.pid}_${serial}`
  await runAs(database.owner, `create role ${user} login password 'secret' ${attributes}`)
  made.push(user)
  return { ...database.owner, user, password: 'secret' }
}

const refused = { code: '42501' }
const handle = (connection: typeof database.owner): Database =>
  new Database({ connection, poolSize: 2, statementTimeout: 10_000, maxWaiting: 10 })

test('the service is no superuser, makes no databases and roles, owns nothing and changes no table', async () => {
  const own = handle(database.connection)
  const role = await own.read.first(
    raw(`select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication
    from pg_roles where rolname = current_user`),
  )
  assert.deepEqual(Object.values(role ?? {}), [false, false, false, false, false])
  const owned = await own.read.all(raw(`select relname from pg_class where pg_has_role(relowner, 'usage')`))
  await own.close()
  assert.deepEqual(owned, [])
  for (const statement of [
    'create table own ()',
    'drop table people',
    'truncate people',
    'alter table people add column own text',
    'create index own on people (id)',
    'create function own() returns int language sql as $$ select 1 $$',
    'alter function make_partitions(timestamptz) security invoker',
    `insert into migrations (name, run_on) values ('9999_own', now())`,
    `copy people to program 'true'`,
  ]) {
    await assert.rejects(runAs(database.connection, statement), refused, statement)
  }
})

test('the audit log can be added to and read, every other table written, whichever there will be', async () => {
  await runAs(database.owner, 'create table of_tomorrow (church_id bigint, n int)')
  await assert.rejects(runAs(database.connection, 'select from of_tomorrow'), refused)
  assert.deepEqual(await migrate(database.owner, database.connection.user), [])
  const own = handle(database.connection)
  const tables = await own.read.all<{ name: string; can: string }>(
    raw(`select relname as name, array_to_string(array(
      select one from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as one
      where has_table_privilege(c.oid, one)), ' ') as can
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`),
  )
  await own.close()
  const rights = new Map(tables.map(({ name, can }) => [name, can]))
  assert.equal(rights.get('audit_log'), 'select insert')
  assert.equal(rights.get('migrations'), 'select')
  for (const name of ['audit_log', 'migrations']) rights.delete(name)
  assert.ok(rights.has('of_tomorrow') && rights.has('events'))
  assert.deepEqual([...new Set(rights.values())], ['select insert update delete'])
  await runAs(database.connection, 'insert into of_tomorrow values (1, 1)')
})

test('a right that the service was given beside those is taken away at the next start', async () => {
  const role = database.connection.user
  await runAs(database.owner, `grant update, truncate on audit_log to ${role}`, `revoke delete on people from ${role}`)
  await migrate(database.owner, role)
  await assert.rejects(runAs(database.connection, 'truncate audit_log'), refused)
  await assert.rejects(runAs(database.connection, `update audit_log set user_name = 'Eve'`), refused)
  await runAs(database.connection, 'delete from people where church_id = 0')
})

test('so is one for a column, one that makes triggers, and one that everybody was given', async () => {
  const role = database.connection.user
  const own = handle(database.connection)
  await runAs(
    database.owner,
    `grant update (user_name), references (id) on audit_log to ${role}`,
    `grant trigger, references on people to ${role}`,
    'grant update, delete, select on audit_log to public',
    'grant insert (id) on migrations to public',
    `grant create on schema public to ${role}`,
  )
  assert.match((await excessRights(own, true)) ?? '', /create on the schema "public"; delete on audit_log; .*update on/)
  await migrate(database.owner, role)
  for (const statement of [
    `update audit_log set user_name = 'Eve'`,
    'delete from audit_log',
    'create table own (id bigint references people)',
    'create trigger own before insert on people for each row execute function suppress_redundant_updates_trigger()',
    `insert into migrations (id) values (7)`,
  ]) {
    await assert.rejects(runAs(database.connection, statement), refused, statement)
  }
  assert.equal(await excessRights(own, true), undefined, 'what is left is what it needs')
  const everybody = await own.read.all(
    raw(`select x.privilege_type as may from pg_class c, aclexplode(c.relacl) x
      where c.oid = 'audit_log'::regclass and x.grantee = 0`),
  )
  await own.close()
  assert.deepEqual(everybody, [{ may: 'SELECT' }], 'reading is what the service may, too')
})

test('partitions are made and dropped by functions that do nothing else, and only for the service', async () => {
  const stranger = await newRole()
  for (const call of ['make_partitions(now())', `drop_partition('events_20200106')`]) {
    await assert.rejects(runAs(stranger, `select ${call}`), refused)
  }
  const own = handle(database.connection)
  const early = `now() - interval '9 weeks'`
  const week = await own.read.first<{ day: string }>(
    raw(`select to_char(date_trunc('week', ${early}), 'YYYYMMDD') as day`),
  )
  const [events, attempts] = [`events_${week?.day}`, `webhook_attempts_${week?.day}`]
  await runAs(database.connection, `select make_partitions(${early})`)
  const there = async (name: string): Promise<unknown> =>
    (await own.read.first<{ oid: unknown }>(raw(`select to_regclass('${name}') as oid`)))?.oid
  assert.notEqual(await there(events), null)
  for (const name of ['people', 'events', 'audit_log', events, attempts, 'no_such_table']) {
    await runAs(database.connection, `select drop_partition('${name}')`)
  }
  assert.deepEqual(
    [await there(events), await there('people'), await there('events'), await there('audit_log')],
    [null, 'people', 'events', 'audit_log'],
  )
  // What somebody puts into the schema of temporary tables is not taken for the table of the same name.
  await runAs(
    database.connection,
    'create temporary table webhook_attempts (like people)',
    `select make_partitions(${early})`,
  )
  assert.notEqual(await there(attempts), null)
  await own.close()
})

test('a role of one’s own server that owns its tables is enough, and one that migrates apart from it is better', async () => {
  const [owner, service] = [await newRole(), await newRole()]
  const name = `sexton_test_roles_${process.pid}`
  await runAs({ ...database.owner, database: 'postgres' }, `create database ${name} owner ${owner.user}`)
  try {
    const [ownerUrl, serviceUrl] = [urlOf(owner, name), urlOf(service, name)]
    const lacking = await cli(serviceUrl, ['church', 'list'])
    assert.equal(lacking.code, 1)
    assert.match(lacking.stderr, /^The database lacks 0001_core, \S+, \S+ and \d+ more\. .*sexton migrate/)

    const migrated = await cli(ownerUrl, ['migrate', '--json'])
    assert.equal(migrated.code, 0, migrated.stderr)
    assert.match(JSON.stringify(migrated.json), /0001_core/)
    assert.equal((await cli(ownerUrl, ['church', 'list'])).code, 0, 'without a second role')
    assert.deepEqual(await warnings(ownerUrl), [], 'which is no fault')

    assert.equal((await cli(serviceUrl, ['church', 'list'])).code, 1, 'it was given no rights yet')
    const alone = await cli(serviceUrl, ['migrate'])
    assert.equal(alone.code, 1)
    assert.match(alone.stderr, new RegExp(`"${service.user}" may not use.*"${owner.user}".*SEXTON_MIGRATION_URL`))
    assert.equal((await cli(serviceUrl, ['migrate'], { SEXTON_MIGRATION_URL: ownerUrl })).code, 0)
    assert.equal((await cli(serviceUrl, ['church', 'list'])).code, 0)
    assert.deepEqual(await warnings(serviceUrl), [], 'a server does not need the address of the owner')

    await runAs({ ...owner, database: name }, `delete from migrations where name = '0020_roles'`)
    const late = await cli(serviceUrl, ['migrate'])
    assert.equal(late.code, 1)
    assert.match(
      late.stderr,
      new RegExp(`lacks 0020_roles.*"${service.user}" may not.*"${owner.user}".*SEXTON_MIGRATION_URL`),
    )
  } finally {
    await runAs({ ...database.owner, database: 'postgres' }, `drop database ${name} with (force)`)
  }
})

test('a start with more rights than needed says so once, names each of them, and what to do', async () => {
  const superuser = await warnings(database.ownerUrl)
  assert.equal(superuser.length, 1)
  assert.match(superuser[0] ?? '', /of DATABASE_URL is a superuser.*README/)
  const owner = await newRole()
  await runAs(database.owner, `alter table audit_log owner to ${owner.user}`)
  const own = handle({ ...owner })
  assert.match((await excessRights(own, true)) ?? '', /ownership of the tables, though SEXTON_MIGRATION_URL is set/)
  const another = new RegExp(`ownership of the tables, though "${database.connection.user}" was made to serve`)
  assert.match((await excessRights(own, false)) ?? '', another, 'also where the server does not know who migrates')
  await runAs(database.owner, `revoke all on audit_log from ${database.connection.user}`)
  assert.equal(await excessRights(own, false), undefined, 'one role for everything has to own them')
  await runAs(database.owner, `alter role ${owner.user} createdb`)
  assert.match((await excessRights(own, false)) ?? '', /has more than the service needs: createdb\. README/)
  await own.close()
  await runAs(database.owner, `alter table audit_log owner to ${database.owner.user}`)
})

test('whatever a role has beside the service’s rights is named', async () => {
  const much = await newRole('createrole createdb bypassrls replication')
  const own = handle(much)
  await runAs(
    database.owner,
    // So that Citus takes rights on all tables at once; nobody else reads it.
    "set citus.multi_shard_modify_mode = 'sequential'",
    `grant pg_write_all_data to ${much.user}`,
    `grant usage, create on schema public to ${much.user}`,
    `grant all on all tables in schema public to ${much.user}`,
  )
  const told = (await excessRights(own, false)) ?? ''
  const [, excess = ''] = /more than the service needs: (.*)\. README/.exec(told) ?? []
  await own.close()
  assert.deepEqual(
    excess.split('; ').map(right => right.replace(/\d+ tables$/, 'all')),
    [
      'createrole',
      'createdb',
      'bypassrls',
      'replication',
      'membership of "pg_write_all_data"',
      'create on the schema "public"',
      'delete on audit_log, migrations',
      'insert on migrations',
      'references on all',
      'trigger on all',
      'truncate on all',
      'update on audit_log, migrations',
    ],
    told,
  )
})

/** The warnings in the log of a server that is started and stopped. */
async function warnings(url: string): Promise<string[]> {
  const child = startCli(url, ['serve'], { PORT: '0' })
  let printed = ''
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('Sexton serves')) resolve()
    })
    child.once('exit', code => reject(new Error(`It ended with ${code}: ${printed}`)))
  })
  await listening
  child.removeAllListeners('exit')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  const lines = printed.split('\n').filter(line => line.startsWith('{'))
  return lines
    .map(line => JSON.parse(line) as { level: number; msg: string })
    .flatMap(({ level, msg }) => (level === 40 ? [msg] : []))
}

const FIRST_WITH_ROLES = '0020_roles'

/** Makes the tables as a release did that had only the migrations before this one. */
async function migrateBefore(owner: pg.ClientConfig, name: string): Promise<void> {
  const dir = path.join(ROOT, 'migrations')
  const earlier = (await readdir(dir)).filter(file => file < name)
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await runner({
      dbClient: client,
      dir,
      direction: 'up',
      count: earlier.length,
      migrationsTable: 'migrations',
      log() {},
      logger,
    })
  } finally {
    await client.end()
  }
}

test('an embedded database of an earlier release, all of whose work was done by its superuser, moves over', async () => {
  const dataDir = freshDir()
  const options = { dataDir, log: quiet, durable: false }
  const first = await openEmbedded(options)
  await migrateBefore(first.owner, FIRST_WITH_ROLES)
  await runAs(first.owner, `drop role ${first.connection.user}`)
  await first.close()
  const later = await openEmbedded(options)
  assert.deepEqual((await migrate(later.owner, later.connection.user))[0], FIRST_WITH_ROLES)
  const own = handle(later.connection)
  await makePartitions(own)
  await own.close()
  await assert.rejects(runAs(later.connection, 'delete from audit_log'), refused)
  await later.close()
})
