/** `sexton distribute`: what it says where there is no Citus, and on Citus (SEXTON_TEST_CITUS) that it can be called again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { distribute } from '../../src/db/distribute.ts'
import { migrate } from '../../src/db/migrate.ts'
import { cli } from '../support/cli.ts'
import { ON_CITUS, type TestDatabase, testDatabase } from '../support/database.ts'
import { eventually } from '../support/receiver.ts'

let database: TestDatabase
let owner: pg.Client
before(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.owner)
  await owner.connect()
})
after(async () => {
  await owner.end()
  await database.drop()
})

const again = () => distribute(database.owner, 4, () => undefined)
const skip = ON_CITUS ? false : 'there is no Citus here; SEXTON_TEST_CITUS names one'

test('where there is no Citus it says so, and changes nothing', { skip: ON_CITUS && 'this is Citus' }, async () => {
  await assert.rejects(again(), /has no Citus.*works on one PostgreSQL as it is/)
  const { code, stderr } = await cli(database.ownerUrl, ['distribute'])
  assert.equal(code, 1)
  assert.match(stderr, /^This database has no Citus\./)
})

test('the number of shards is a number', async () => {
  const { code, stderr } = await cli(database.ownerUrl, ['distribute', '--shards', 'many'])
  assert.deepEqual([code, /from 1 to 1024/.test(stderr)], [2, true])
})

test('what a migration makes of churches is distributed there, and stays as it is elsewhere', async () => {
  await owner.query('create table made_later (church_id bigint not null, id bigint generated always as identity)')
  await owner.query(`select distribute_by_church('made_later')`)
  await owner.query('alter table made_later add constraint made_later_pkey primary key (church_id, id)')
  await owner.query(
    'alter table made_later add constraint made_later_church_fkey foreign key (church_id) references churches (id)',
  )
  const { rows } = await owner.query(`insert into churches (slug, name, country, currency, timezone)
    values ('later', 'Later', 'NG', 'NGN', 'Africa/Lagos') returning id`)
  await owner.query('insert into made_later (church_id) values ($1)', [rows[0].id])
  await assert.rejects(owner.query('insert into made_later (church_id) values (999)'), /made_later_church_fkey/)
  await owner.query('drop table made_later')
})

test('called again it finds nothing to do', { skip }, async () => {
  // As a call leaves it that is cut off right before its end.
  await owner.query('create table foreign_keys_aside (of_table text, name text, definition text)')
  const { now, tables } = await again()
  assert.deepEqual(now, [])
  const { rows } = await owner.query(`select to_regclass('foreign_keys_aside') as aside`)
  assert.deepEqual(rows, [{ aside: null }])
  assert.ok((tables['by church'] ?? 0) > 90)
})

test('what was cut off is put right by the next call', { skip }, async () => {
  await owner.query('alter table people drop constraint people_church_id_family_id_fkey')
  await owner.query('create table foreign_keys_aside (of_table text, name text, definition text)')
  await owner.query(`insert into foreign_keys_aside values ('people', 'people_church_id_family_id_fkey',
    'FOREIGN KEY (church_id, family_id) REFERENCES families(church_id, id)')`)
  await again()
  const { rows } = await owner.query(`select to_regclass('foreign_keys_aside') as aside,
    (select count(*)::int from pg_constraint where conname = 'people_church_id_family_id_fkey') as keys`)
  assert.deepEqual(rows, [{ aside: null, keys: 1 }])
})

test('a table that a migration did not distribute is distributed by the next start, though nothing is missing then', {
  skip,
}, async () => {
  await owner.query('create table forgotten_one (church_id bigint not null, id bigint not null)')
  assert.deepEqual(await migrate(database.owner, database.connection.user), [])
  const { rows } = await owner.query(
    `select partmethod from pg_dist_partition where logicalrelid = 'forgotten_one'::regclass`,
  )
  assert.deepEqual(rows, [{ partmethod: 'h' }])
  await owner.query('drop table forgotten_one')
})

test('a counter goes past an id, and never back', async () => {
  const second = new pg.Client(database.owner)
  await second.connect()
  try {
    const goPast = (client: pg.Client, id: number) => client.query(`select go_past_id('people'::regclass, $1)`, [id])
    const counter = `pg_get_serial_sequence('people', 'id')`
    await owner.query('begin')
    // A distributed counter is set at once, whatever becomes of the transaction: there the lock is held from before.
    if (ON_CITUS) await owner.query(`select pg_advisory_xact_lock(7311903, hashtext(${counter}))`)
    else await goPast(owner, 90_000)
    // It waits, having seen the counter as it was before.
    const less = goPast(second, 50_000)
    await eventually('it waits', async () => {
      const { rows } = await owner.query(`select 1 from pg_locks where not granted and pid <> pg_backend_pid()`)
      return rows.length > 0
    })
    if (ON_CITUS) await owner.query(`select setval(${counter}, 91000)`)
    await owner.query('commit')
    await less
    const { rows } = await owner.query(`select nextval(${counter})::int as id`)
    assert.ok(rows[0]?.id > 90_000, `${rows[0]?.id} is the next`)
  } finally {
    await second.end()
  }
})
