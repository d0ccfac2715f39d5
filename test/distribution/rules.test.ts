/** The rules of distribution, as they were seen on Citus, and the schema that they are about. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import pg from 'pg'
import { ROOT } from '../../src/config.ts'
import { kindOf } from '../../src/db/distribution.ts'
import { testDatabase } from '../support/database.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { distributedTables, managedTables } from './kinds.ts'
import { broken, RULES, type Rule } from './rules.ts'
import { loadParser, statementsOf } from './tree.ts'

before(loadParser)

const brokenBy = (text: string): Rule[] =>
  statementsOf(text).flatMap(one =>
    broken(
      one,
      table => distributedTables().has(table),
      table => managedTables().has(table),
    ),
  )

const ASSIGNED = 'church_id, name, slug, currency'

/** Each was refused by Citus 13.2.2, or done wrongly; beside it what is taken in its place. */
const SEEN: readonly [Rule, wrong: string, right: string][] = [
  [
    'one church',
    'select (select f.name from funds f where f.church_id = t.church_id and f.id = t.fund_id) from contributions t where t.church_id = $1',
    'select (select f.name from funds f where f.church_id = $1 and f.id = t.fund_id) from contributions t where t.church_id = $1',
  ],
  [
    'across churches',
    'select 1 from webhook_lanes l join webhook_endpoints e on e.id = l.endpoint_id',
    'select 1 from webhook_lanes l join webhook_endpoints e on e.church_id = l.church_id and e.id = l.endpoint_id',
  ],
  [
    'locks across churches',
    `select id from import_files where status = 'running' limit 1 for update`,
    `select id from import_files where church_id = $1 and status = 'running' limit 1 for update`,
  ],
  [
    'look-up while inserting',
    `insert into funds as t (${ASSIGNED}) values ($1, 'a', 'a', 'NGN') returning (select c.name from churches c where c.id = $1)`,
    `with t as (insert into funds (${ASSIGNED}) values ($1, 'a', 'a', 'NGN') returning *) select (select c.name from churches c where c.id = $1) from t`,
  ],
  [
    'joins while inserting',
    `insert into funds (${ASSIGNED}) select $1, b.name, 'a', c.currency from branches b join churches c on c.id = $1 where b.church_id = $1`,
    `insert into funds (${ASSIGNED}) select $1, b.name, 'a', c.currency from branches b join churches c on c.id = b.church_id where b.church_id = $1`,
  ],
  [
    'how many conflicted',
    `insert into funds (${ASSIGNED}) select $1, n, n, 'NGN' from unnest($2::text[]) as n on conflict do nothing`,
    `insert into funds (${ASSIGNED}) select $1, n, n, 'NGN' from unnest($2::text[]) as n on conflict do nothing returning id`,
  ],
  [
    'ids of another node',
    `insert into funds (${ASSIGNED}) select $1, n, n, (select currency from churches where id = $1) from unnest($2::text[]) as n`,
    `insert into funds (${ASSIGNED}) select $1, n, n, c.currency from churches c cross join unnest($2::text[]) as n where c.id = $1`,
  ],
  [
    'case of a value',
    `update funds set kind = case kind when 'a' then 'b' else kind end where church_id = $1`,
    `update funds set kind = case when kind = 'a' then 'b' else kind end where church_id = $1`,
  ],
  [
    'no columns',
    `insert into funds (${ASSIGNED}) select $1, 'a', (exists (select from people where church_id = $1))::text, 'NGN' from branches where church_id = $1`,
    `insert into funds (${ASSIGNED}) select $1, 'a', (exists (select 1 from people where church_id = $1))::text, 'NGN' from branches where church_id = $1`,
  ],
  [
    'row address',
    'delete from events where ctid = any(array(select ctid from events limit 10))',
    'delete from events where church_id = $1 and ctid = any(array(select ctid from events where church_id = $1 limit 10))',
  ],
  [
    'another kind',
    'delete from users u where not exists (select 1 from memberships m where m.user_id = u.id)',
    'delete from users where id = any($1::text[])',
  ],
  [
    'changing functions',
    'update funds set updated_at = clock_timestamp() where church_id = $1',
    'update funds set updated_at = $2::timestamptz where church_id = $1',
  ],
  [
    'changing functions',
    'update message_tasks set claimed_until = null where church_id = $1 and claimed_until < clock_timestamp()',
    'update message_tasks set claimed_until = null where church_id = $1 and claimed_until < $2::timestamptz',
  ],
  [
    'changing functions',
    `delete from message_tasks where church_id = $1 and id in (
      select task_id from messages where church_id = $2 and created_at < clock_timestamp())`,
    `with old as (select task_id from messages where church_id = $2 and created_at < clock_timestamp())
      delete from message_tasks where church_id = $1 and id in (select task_id from old)`,
  ],
  [
    'changing functions',
    `update funds set updated_at = coalesce(updated_at, $2::timestamptz + interval '1 hour') where church_id = $1`,
    'update funds set updated_at = coalesce(updated_at, $2::timestamptz) where church_id = $1',
  ],
  [
    'changing functions',
    'update funds set name = $2 where church_id = $1 and coalesce(closed_at, now()) < $3',
    'update funds set name = $2 where church_id = $1 and coalesce(closed_at, $4) < $3',
  ],
  [
    'function of a column',
    `update import_file_rows as kept set shown = jsonb_build_object('said', kept.shown -> 'said') || found.why
      from jsonb_to_recordset($2::jsonb) as found (line int, why jsonb) where church_id = $1 and kept.line = found.line`,
    `update import_file_rows as kept set shown = jsonb_set(found.why, '{said}', kept.shown -> 'said')
      from jsonb_to_recordset($2::jsonb) as found (line int, why jsonb) where church_id = $1 and kept.line = found.line`,
  ],
  [
    'function of a column',
    `delete from funds where church_id = $1 and concat(name, slug) = $2`,
    `delete from funds where church_id = $1 and id in (select id from funds where church_id = $1 and concat(name, slug) = $2)`,
  ],
  [
    'picked from a list',
    'update funds set name = ($2::text[])[$3::integer] where church_id = $1',
    'with one as (select ($2::text[])[$3::integer] as name) update funds set name = one.name from one where church_id = $1',
  ],
  [
    'time from a column',
    `update gifts set look_at = $2::timestamptz + looks * interval '1 minute' where church_id = $1`,
    `with due as (select id, $2::timestamptz + looks * interval '1 minute' as at from gifts where church_id = $1)
      update gifts as t set look_at = due.at from due where t.church_id = $1 and t.id = due.id`,
  ],
  ['setting of one node', 'set local enable_nestloop = off', `set local citus.propagate_set_commands = 'local'`],
  [
    'what is returned',
    'update funds set name = $2 where church_id = $1 returning updated_at::text',
    'with t as (update funds set name = $2 where church_id = $1 returning *) select updated_at::text from t',
  ],
]

for (const [rule, wrong, right] of SEEN) {
  test(`${rule}: ${RULES[rule]}`, () => {
    assert.deepEqual(brokenBy(wrong), [rule])
    assert.deepEqual(brokenBy(right), [])
  })
}

/** Each was taken by Citus 13.2.2, and did what it does on one PostgreSQL. */
const TAKEN: readonly string[] = [
  `select id from people where church_id = $1 and (select max(seen.held_on)
     from (select church_id, person_id, held_on from attendances where state = 'present') as seen
     where seen.church_id = $2 and seen.person_id = id) < $3::date`,
  `delete from agenda where kind = $1 and church_id = $2 and record_id not in (select w.record_id
     from (select church_id, min(id) as record_id from batches where status = 'deposited' group by 1) as w where w.church_id = $3)`,
  `delete from agenda where kind = $1 and church_id = $2 and record_id not in (select w.record_id
     from (select c.id as church_id, c.id as record_id from churches as c
       where exists (select 1 from groups as g where g.church_id = c.id)) as w where w.church_id = $3)`,
]

test('the church of a select that stands as a table is that of all within it', () => {
  for (const text of TAKEN) assert.deepEqual(brokenBy(text), [])
  // Of another one nothing is said.
  const other = (taken: string): string => taken.replace(/(seen|w)\.church_id = \$\d/, '$1.church_id > 0')
  for (const text of TAKEN) assert.deepEqual(brokenBy(other(text)), ['one church'])
  const hidden = TAKEN.map(text => text.replace('(select church_id,', '(select 1 as church_id,'))
  assert.deepEqual(hidden.slice(0, 2).flatMap(brokenBy), ['one church', 'one church'])
})

test('every rule was seen broken', () => {
  assert.deepEqual([...new Set(SEEN.map(([rule]) => rule))].sort(), Object.keys(RULES).sort())
})

test('an exception says why', () => {
  for (const { file, because } of EXCEPTIONS) assert.ok(because.length > 20 && readFileSync(path.join(ROOT, file)))
})

test('each table has a kind, and the migrations tell the same of it as the database', async () => {
  const database = await testDatabase()
  const client = new pg.Client(database.owner)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; columns: string[] }>(`select c.relname::text as name, array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
    const kinds = rows.map(({ name, columns }) => [name, kindOf(name, columns)] as const)
    assert.deepEqual(
      kinds.filter(([, kind]) => kind === undefined),
      [],
    )
    const distributed = kinds.filter(([, kind]) => kind === 'by church').map(([name]) => name)
    assert.deepEqual(distributed.sort(), [...distributedTables()].sort())
    const { rows: uniques } = await client.query<{ name: string; columns: string[]; table: string }>(`select
        i.indexrelid::regclass::text as name, c.relname::text as "table",
        array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`)
    const global = uniques.filter(
      ({ table, columns }) =>
        distributed.includes(table) && !columns.includes(table === 'churches' ? 'id' : 'church_id'),
    )
    assert.deepEqual(
      global,
      [],
      'A unique index can hold within a church only; what no two churches have is in "taken".',
    )
  } finally {
    await client.end()
    await database.drop()
  }
})

/** From here on tables may be distributed when a migration is applied. */
const FIRST_DISTRIBUTED = '0470'

test('migrations since then do nothing that a distributed database refuses', () => {
  const faults = readdirSync(path.join(ROOT, 'migrations'))
    .filter(file => file.slice(0, 4) > FIRST_DISTRIBUTED)
    .flatMap(file =>
      migrationFaults(readFileSync(path.join(ROOT, 'migrations', file), 'utf8')).map(fault => `${file}: ${fault}`),
    )
  assert.deepEqual(faults, [])
})

function migrationFaults(text: string): string[] {
  const made = [...text.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\)/gm)]
  const churches = made.filter(
    ([, name = '', columns = '']) => kindOf(name, /\bchurch_id\b/.test(columns) ? ['church_id'] : []) === 'by church',
  )
  const faults = churches
    .filter(([, name]) => !text.includes(`select distribute_by_church('${name}')`))
    .map(([, name]) => `${name} is distributed where it is made: select distribute_by_church('${name}')`)
  if (/^create trigger/im.test(text)) faults.push('shards have no triggers')
  if (/^create table[^;]*\b(references|unique|check)\b/im.test(text)) {
    faults.push('constraints have names and are added by statements of their own')
  }
  if (/add column[^;,]*\b(check|references|primary key|identity)\b/i.test(text)) {
    faults.push('a column is added first, its constraint then')
  }
  if (/rename constraint/i.test(text)) faults.push('constraints keep their names')
  return faults
}
