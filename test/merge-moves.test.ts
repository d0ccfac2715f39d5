/** Whatever names people is declared by its module: moved by a merge, or said to stay. What the preview counts is what is moved. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ident, type Sql, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import type { ProductModule } from '../src/modules/index.ts'
import type { MovedCount } from '../src/modules/people/merge-counts.ts'
import { member } from './support/console.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** A table that names people and whose records follow them. */
type MovedTable = NonNullable<ProductModule['namesPeople']>['moved'][number]['table']

const moved = HOUSE.movedReferences.map(({ table }) => table) as MovedTable[]

/** Columns without a foreign key are told by their names. */
const NAMING = /(^|_)person_id$|^other_id$|^merged_into_id$/

test('each column of the database that names people is declared, once, as moved by a merge or as staying', async () => {
  const referring = await service.database.read.all<{ name: string; column: string }>(sql`
    select conrelid::regclass::text as name, attname::text as column from pg_constraint
    join unnest(conkey) as key on true join pg_attribute on attrelid = conrelid and attnum = key
    where contype = 'f' and confrelid = 'people'::regclass and attname not in ('church_id', 'branch_id')`)
  const columns = await service.database.read.all<{ name: string; column: string }>(sql`
    select table_name::text as name, column_name::text as column from information_schema.columns
    where table_schema = 'public'`)
  const found = [...referring, ...columns.filter(({ column }) => NAMING.test(column))]
  const stays = HOUSE.modules.flatMap(({ namesPeople }) => namesPeople?.stays ?? [])
  const declared = [
    ...moved.map(table => `${table}.person_id`),
    ...stays.flatMap(({ table, columns: theirs }) => theirs.map(column => `${table}.${column}`)),
  ]
  assert.deepEqual(declared.sort(), [...new Set(found.map(({ name, column }) => `${name}.${column}`))].sort())
})

/** What a preview counts, by table. */
const byTable = (counts: readonly MovedCount[]): Record<string, number | null> =>
  Object.fromEntries(counts.map(({ table, count }) => [table, count]))

const campaign = (church: number, fund: number): Sql =>
  sql`insert into pledge_campaigns (church_id, name, fund_id, currency, starts_on, ends_on, created_at, updated_at)
    values (${church}, 'Roof', ${fund}, 'NGN', '2027-01-01', '2027-12-31', now(), now()) returning id`

/** One record of each kind for a person, with what is needed for it. Batches are finished, or the server would work them off. */
function records({ church, fund_id }: TestChurch, person: number): Record<MovedTable, Sql> {
  const { id, hq_branch_id: branch } = church
  return {
    contributions: sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base,
      method, given_on, source) values (${id}, ${person}, ${fund_id}, ${branch}, 100, 'NGN', 100, 'cash', now(), 'manual')`,
    gifts: sql`insert into gifts (church_id, reference, form_id, person_id, fund_id, branch_id, amount, currency, provider,
      donor_name, donor_email, is_test, created_at, updated_at) values (${id}, 'gift-1', 'form', ${person}, ${fund_id},
      ${branch}, 100, 'NGN', 'development', 'Ada', 'ada@example.org', true, now(), now())`,
    recurring_gifts: sql`insert into recurring_gifts (church_id, form_id, person_id, fund_id, branch_id, amount, currency,
      frequency, mode, anchor_on, donor_name, donor_email, is_test, created_at, updated_at) values (${id}, 'form', ${person},
      ${fund_id}, ${branch}, 100, 'NGN', 'monthly', 'charge', now(), 'Ada', 'ada@example.org', true, now(), now())`,
    messages: sql`insert into messages (church_id, person_id, branch_id, channel, "to", body, status, source, created_at,
      updated_at) values (${id}, ${person}, ${branch}, 'sms', '+2348031234567', 'Hello', 'sent', 'api', now(), now())`,
    envelopes: sql`insert into envelopes (church_id, number, person_id, branch_id, valid_from, created_at, updated_at)
      values (${id}, 17, ${person}, ${branch}, now(), now(), now())`,
    tasks: sql`insert into tasks (church_id, branch_id, title, person_id, due_on, created_at, updated_at)
      values (${id}, ${branch}, 'Call', ${person}, now(), now(), now())`,
    reminders: sql`insert into reminders (church_id, kind, subject_id, step, person_id, due_at, title, text, created_at)
      values (${id}, 'test', 1, 1, ${person}, now() + interval '1 day', 'Call', 'Ada', now())`,
    inbox: sql`insert into inbox (church_id, channel, provider, provider_id, person_id, "from", "to", body, created_at)
      values (${id}, 'sms', 'development', 'in-1', ${person}, '+2348031234567', '1', 'Hello', now())`,
    message_batch_recipients: sql`with batch as (
        insert into message_batches (church_id, key, user_id, user_name, audience, channel, body, total, created_at,
          finished_at)
        values (${id}, 'key', 'user', 'Ada', 'audience', 'sms', 'Hello', 1, now(), now()) returning id)
      insert into message_batch_recipients (church_id, batch_id, person_id) select ${id}, id, ${person} from batch`,
    devices: sql`insert into devices (church_id, person_id, kind, address, address_hash, created_at)
      values (${id}, ${person}, 'development', 'device', '\\x00', now())`,
    prayer_requests: sql`insert into prayer_requests (church_id, branch_id, person_id, body, status, created_at)
      values (${id}, ${branch}, ${person}, 'Pray', 'open', now())`,
    group_members: sql`insert into group_members (church_id, group_id, person_id, branch_id, joined_on, source, created_at,
      updated_at) select ${id}, id, ${person}, ${branch}, now(), 'api', now(), now() from groups where church_id = ${id}`,
    join_requests: sql`insert into join_requests (church_id, group_id, person_id, branch_id, source, digest, created_at,
      updated_at) select ${id}, id, ${person}, ${branch}, 'api', 'x', now(), now() from groups where church_id = ${id}`,
    group_posts: sql`insert into group_posts (church_id, group_id, person_id, branch_id, author_kind, body, created_at,
      updated_at) select ${id}, id, ${person}, ${branch}, 'person', 'Hello', now(), now() from groups where church_id = ${id}`,
    kept_links: sql`insert into kept_links (church_id, kind, subject_id, person_id, hash, prefix, made_by, created_at)
      values (${id}, 'group', 1, ${person}, decode(repeat('0', 64), 'hex'), 'x', 'Ada', now())`,
    attendances: sql`with meeting as (
        insert into meetings (church_id, branch_id, kind, name, held_on, local_time, minutes, timezone, starts_at, ends_at,
          created_at, updated_at)
        values (${id}, ${branch}, 'service', 'Sunday', now(), '09:00', 90, 'UTC', now(), now(), now(), now()) returning id)
      insert into attendances (church_id, meeting_id, person_id, branch_id, held_on, state, source, created_at, updated_at)
      select ${id}, id, ${person}, ${branch}, now(), 'present', 'api', now(), now() from meeting`,
    child_details: sql`insert into child_details (church_id, person_id, branch_id, label_note, created_at, updated_at)
      values (${id}, ${person}, ${branch}, 'peanuts', now(), now())`,
    statements: sql`insert into statements (church_id, number, kind, person_id, branch_id, people, giver, year, from_on, to_on,
        currency, base_total, gifts, figures, sha256, issued_on, as_of, created_at, updated_at)
      values (${id}, 'S-2025-000001', 'statement', ${person}, ${branch}, array[${person}::bigint], 'Ada', 2025, '2025-01-01',
        '2025-12-31', 'NGN', 0, 0, '{}', sha256('{}'), now(), now(), now(), now())`,
    statement_drafts: sql`with run as (
        insert into statement_runs (church_id, from_on, to_on, by, status, as_of, created_at)
        values (${id}, '2025-01-01', '2025-12-31', 'person', 'issued', now(), now()) returning id)
      insert into statement_drafts (church_id, run_id, person_id, people, who, lines)
      select ${id}, run.id, ${person}, array[${person}::bigint], '{}', '[]' from run`,
    pledges: sql`with campaign as (${campaign(id, fund_id)})
      insert into pledges (church_id, campaign_id, person_id, branch_id, amount, currency, rate, minor_rate, amount_base,
        pledged_on, source, created_at, updated_at)
      select ${id}, id, ${person}, ${branch}, 100, 'NGN', 1, 1, 100, now(), 'api', now(), now() from campaign`,
    pledge_givers: sql`with campaign as (${campaign(id, fund_id)}), pledge as (
        insert into pledges (church_id, campaign_id, donor_name, branch_id, amount, currency, rate, minor_rate, amount_base,
          pledged_on, source, created_at, updated_at)
        select ${id}, id, 'Ada', ${branch}, 100, 'NGN', 1, 1, 100, now(), 'api', now(), now() from campaign returning id, campaign_id)
      insert into pledge_givers (church_id, pledge_id, campaign_id, person_id) select ${id}, id, campaign_id, ${person} from pledge`,
    promotion_moves: sql`with years as (
        insert into school_years (church_id, name, starts_on, ends_on, created_at, updated_at)
        values (${id}, 'one', '2025-09-01', '2026-07-01', now(), now()), (${id}, 'two', '2026-09-01', '2027-07-01', now(), now())
        returning id), one as (
        insert into promotions (church_id, from_year_id, to_year_id, created_at, updated_at)
        select ${id}, min(id), max(id), now(), now() from years returning id)
      insert into promotion_moves (church_id, promotion_id, person_id, from_group_id, action)
      select ${id}, one.id, ${person}, g.id, 'stay' from one, groups as g where g.church_id = ${id}`,
    person_tags: sql`insert into person_tags (church_id, person_id, tag, created_at)
      values (${id}, ${person}, 'Choir', now())`,
  }
}

test('the preview of a merge counts in each table what the merge then moves', async () => {
  const church = await service.church()
  const add = async (): Promise<number> => (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const [keep, remove] = [await add(), await add()]
  const owner = await member(service, church, 'owner')
  await church.set({ modules: ['groups'] })
  await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })
  const planted = records(church, remove)
  for (const table of moved) await service.database.write(church.church.id, tx => tx.run(planted[table]))
  const preview = async (id: number): Promise<Record<string, number | null>> =>
    byTable((await owner.inChurch('GET', `/views/merge_counts?id=${id}&into=${id === keep ? remove : keep}`)).json.data)
  const held = async (person: number): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const table of moved) {
      const row = await service.database.read.first<{ n: number }>(sql`select count(*) as n from ${ident(table)}
        where church_id = ${church.church.id} and person_id = ${person}`)
      counts[table] = row?.n ?? -1
    }
    return counts
  }
  const [one, none] = [1, 0].map(n => Object.fromEntries(moved.map(table => [table, n])))
  assert.deepEqual([await preview(remove), await preview(keep)], [one, none])
  // What both have is one record afterwards, and nothing is moved for it.
  await service.database.write(church.church.id, async tx => {
    const { id } = church.church
    await tx.run(sql`insert into person_tags (church_id, person_id, tag, created_at)
      values (${id}, ${keep}, 'CHOIR', now()), (${id}, ${remove}, 'Youth', now())`)
    await tx.run(sql`with batch as (
        insert into message_batches (church_id, key, user_id, user_name, audience, channel, body, total, created_at,
          finished_at)
        select ${id}, 'key-' || n, 'user', 'Ada', 'audience', 'sms', 'Hello', 2, now(), now() from generate_series(1, 4) n
        returning id, key)
      insert into message_batch_recipients (church_id, batch_id, person_id, state, message_id)
      select ${id}, batch.id, person, state, case when state = 'taken' then sent.id end
      from (select id from messages where church_id = ${id} limit 1) as sent, batch join (values
        ('key-1', ${keep}::bigint, 'waiting'), ('key-1', ${remove}, 'waiting'),
        ('key-2', ${keep}, 'waiting'), ('key-2', ${remove}, 'taken'),
        ('key-3', ${keep}, 'taken'), ('key-3', ${remove}, 'waiting'),
        ('key-4', ${keep}, 'taken'), ('key-4', ${remove}, 'taken')) as turn (of_key, person, state) on of_key = batch.key`)
  })
  const [before, counted] = [await held(remove), await preview(remove)]
  assert.deepEqual([before.person_tags, counted.person_tags], [2, 1])
  assert.deepEqual([before.message_batch_recipients, counted.message_batch_recipients], [5, 2])
  const kept = await held(keep)
  // Of the second batch the kept person's own turn falls away.
  const wanted = Object.fromEntries(
    moved.map(table => [
      table,
      (kept[table] ?? 0) + (counted[table] ?? 0) - (table === 'message_batch_recipients' ? 1 : 0),
    ]),
  )
  const { status } = await owner.inChurch('POST', '/actions/people.merge', { keep, remove })
  assert.equal(status, 200)
  assert.deepEqual(await held(keep), wanted)
  assert.deepEqual(await held(remove), { ...none, message_batch_recipients: 1 }, 'what was sent to both stays')
  const viewer = await member(service, church, 'staff')
  const seen = byTable((await viewer.inChurch('GET', `/views/merge_counts?id=${keep}`)).json.data)
  assert.deepEqual(
    [seen.contributions, seen.gifts, seen.person_tags],
    [null, null, 2],
    'no number of what one may not read',
  )
})
