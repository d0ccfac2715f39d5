/** Lists whose records change while they are read: what adds, changes, removes and merges records of each. */
import assert from 'node:assert/strict'
import { idArray, type Tx } from '../../src/db/database.ts'
import { empty, ident, type Sql, sql } from '../../src/db/sql.ts'
import { pray } from '../../src/modules/care/prayer-requests.ts'
import { voidContribution } from '../../src/modules/contributions/void-gift.ts'
import { updateSermon } from '../../src/modules/media/edit-sermon.ts'
import { mergePeople } from '../../src/modules/people/merge.ts'
import { removePerson } from '../../src/modules/people/remove.ts'
import { updateCampaign } from '../../src/modules/pledges/keep-campaign.ts'
import { updatePledge } from '../../src/modules/pledges/pledge-actions.ts'
import { updateClass } from '../../src/modules/school/edit-class.ts'
import { updateYear } from '../../src/modules/school/school-years.ts'
import { recount } from '../../src/resource/tally.ts'
import { LEAST_BODY, RESOURCES } from '../support/endpoints.ts'
import type { TestChurch, TestService } from '../support/service.ts'

/** What happens to a list; numbers from 0 to 1 say which of its records. */
export type Step =
  | { kind: 'add'; count: number }
  | { kind: 'post' }
  | { kind: 'change'; which: number[]; value: number }
  | { kind: 'edit'; which: number; value: number }
  | { kind: 'remove'; which: number }
  | { kind: 'merge'; keep: number; remove: number }

export interface World {
  service: TestService
  church: TestChurch
  list: string
  /** People whom records belong to, where the list is not that of people. */
  pool: number[]
}

interface Row {
  church: number
  branch: number
  fund: number
  pool: number[]
  moment: string
  /** Distinguishes what one statement inserts from all before. */
  mark: string
}

const count = (rows: number): Sql => sql`generate_series(1, ${rows}::integer) as i`
const giver = ({ pool }: Row): Sql => sql`(${idArray(pool)})[1 + i % ${pool.length}::integer]`

const LAST_NAMES = [null, 'Ade', 'Bello', 'Ṣóyínká', 'ade']
const PEOPLE_NAMES = sql`${LAST_NAMES}::text[]`
const DAY_TEXTS = ['2026-01-01', '2026-01-02', '2025-12-31']
const DAYS = sql`${DAY_TEXTS}::date[]`

/** Picked here: a change that sets what SQL picks from a list ends the coordinator of Citus. */
const pickedDay = (value: number): Sql => sql`${DAY_TEXTS[value % 3] ?? ''}::date`

const oneGroup = ({ church, branch, moment }: Row): Sql => sql`insert into groups (church_id, branch_id, kind, name,
    created_at, updated_at)
  values (${church}::bigint, ${branch}::bigint, 'cell', 'G', ${moment}::timestamptz, ${moment}::timestamptz) returning id`

/** Statements that insert so many records with one `updated_at`. */
const INSERTS: Record<string, (row: Row, rows: number) => Sql> = {
  people: ({ church, branch, moment, mark }, n) => sql`insert into people (church_id, member_no, first_name, last_name,
      country, source, branch_id, created_at, updated_at)
    select ${church}::bigint, ${mark} || i, 'P', (${PEOPLE_NAMES})[1 + i % 5], 'NG', 'api', ${branch}::bigint,
      ${moment}::timestamptz, ${moment}::timestamptz from ${count(n)}`,
  families: ({ church, branch, moment }, n) => sql`insert into families (church_id, name, branch_id, created_at)
    select ${church}::bigint, 'F' || i, ${branch}::bigint, ${moment}::timestamptz from ${count(n)}`,
  branches: ({ church, branch, moment }, n) => sql`insert into branches (church_id, parent_id, depth, name, country,
      currency, timezone, created_at)
    select ${church}::bigint, ${branch}::bigint, 1, 'B' || i, 'NG', 'NGN', 'UTC', ${moment}::timestamptz from ${count(n)}`,
  funds: ({ church, moment, mark }, n) => sql`insert into funds (church_id, name, slug, currency, created_at)
    select ${church}::bigint, ${mark} || i, ${mark} || i, 'NGN', ${moment}::timestamptz from ${count(n)}`,
  contributions: (
    row,
    n,
  ) => sql`insert into contributions (church_id, fund_id, branch_id, amount, currency, amount_base,
      method, given_on, source, person_id, created_at, updated_at)
    select ${row.church}::bigint, ${row.fund}::bigint, ${row.branch}::bigint, i, 'NGN', i, 'cash', (${DAYS})[1 + i % 3],
      'api', ${giver(row)}, ${row.moment}::timestamptz, ${row.moment}::timestamptz from ${count(n)}`,
  messages: (row, n) => sql`insert into messages (church_id, branch_id, channel, person_id, "to", body, status, source,
      created_at, updated_at)
    select ${row.church}::bigint, ${row.branch}::bigint, 'sms', ${giver(row)}, '+2348031234567', 'Peace', 'sent', 'api',
      ${row.moment}::timestamptz, ${row.moment}::timestamptz from ${count(n)}`,
  prayer_requests: (
    row,
    n,
  ) => sql`insert into prayer_requests (church_id, person_id, branch_id, body, created_at, updated_at)
    select ${row.church}::bigint, ${giver(row)}, ${row.branch}::bigint, 'For rain', ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from ${count(n)}`,
  gifts: (
    row,
    n,
  ) => sql`insert into gifts (church_id, reference, form_id, person_id, fund_id, branch_id, amount, currency,
      provider, donor_name, donor_email, is_test, created_at, updated_at)
    select ${row.church}::bigint, ${row.mark} || i, ${row.mark} || i, ${giver(row)}, ${row.fund}::bigint,
      ${row.branch}::bigint, 100, 'NGN', 'development', 'Ada', 'a@example.org', true, ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from ${count(n)}`,
  recurring_gifts: (
    row,
    n,
  ) => sql`insert into recurring_gifts (church_id, form_id, person_id, fund_id, branch_id, amount, currency, frequency, mode,
      status, anchor_on, next_on, donor_name, donor_email, is_test, created_at, updated_at)
    select ${row.church}::bigint, ${row.mark} || i, ${giver(row)}, ${row.fund}::bigint, ${row.branch}::bigint, 100, 'NGN', 'monthly',
      'charge', 'active', '2199-01-01', (${DAYS})[1 + i % 3], 'Ada', 'a@example.org', true, ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from ${count(n)}`,
  meetings: (
    { church, branch, moment },
    n,
  ) => sql`insert into meetings (church_id, branch_id, name, held_on, local_time,
      timezone, starts_at, ends_at, created_at, updated_at)
    select ${church}::bigint, ${branch}::bigint, 'M', day, '09:00', 'UTC', day, day, ${moment}::timestamptz,
      ${moment}::timestamptz from (select (${DAYS})[1 + i % 3] as day from ${count(n)}) as days`,
  schedules: ({ church, branch, moment }, n) => sql`insert into schedules (church_id, branch_id, name, starts_on,
      local_time, timezone, made_through, created_at, updated_at)
    select ${church}::bigint, ${branch}::bigint, 'S', '2026-03-01', '09:00', 'UTC', '2222-01-01', ${moment}::timestamptz,
      ${moment}::timestamptz from ${count(n)}`,
  attendances: (row, n) => sql`with meeting as (
      insert into meetings (church_id, branch_id, name, held_on, local_time, timezone, starts_at, ends_at, created_at, updated_at)
      select ${row.church}::bigint, ${row.branch}::bigint, 'M', (${DAYS})[1 + i % 3], '09:00', 'UTC', now(), now(),
        ${row.moment}::timestamptz, ${row.moment}::timestamptz from ${count(n)} returning id, held_on)
    insert into attendances (church_id, meeting_id, person_id, branch_id, held_on, state, source, created_at, updated_at)
    select ${row.church}::bigint, id, (${idArray(row.pool)})[1 + id % ${row.pool.length}::integer], ${row.branch}::bigint,
      held_on, 'present', 'api', ${row.moment}::timestamptz, ${row.moment}::timestamptz from meeting`,
  headcounts: (row, n) => sql`with meeting as (
      insert into meetings (church_id, branch_id, name, held_on, local_time, timezone, starts_at, ends_at, created_at, updated_at)
      select ${row.church}::bigint, ${row.branch}::bigint, 'M', (${DAYS})[1 + i % 3], '09:00', 'UTC', now(), now(),
        ${row.moment}::timestamptz, ${row.moment}::timestamptz from ${count(n)} returning id, held_on)
    insert into headcounts (church_id, meeting_id, branch_id, held_on, category, count, source, created_at, updated_at)
    select ${row.church}::bigint, id, ${row.branch}::bigint, held_on, 'men', 1, 'api', ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from meeting`,
  imports: (
    { church, moment },
    n,
  ) => sql`insert into imports (church_id, kind, file_name, rows, imported, created, updated,
      refused, skipped, by_kind, created_at, completed_at, updated_at)
    select ${church}::bigint, 'people', 'people.csv', i, i, i, 0, 0, 0, 'command_line', ${moment}::timestamptz,
      ${moment}::timestamptz, ${moment}::timestamptz from ${count(n)}`,
  groups: (
    { church, branch, moment },
    n,
  ) => sql`insert into groups (church_id, branch_id, kind, name, created_at, updated_at)
    select ${church}::bigint, ${branch}::bigint, 'cell', 'G' || i, ${moment}::timestamptz, ${moment}::timestamptz
    from ${count(n)}`,
  group_members: (row, n) => sql`with one as (${oneGroup(row)})
    insert into group_members (church_id, group_id, person_id, branch_id, status, joined_on, left_on, source, created_at,
      updated_at)
    select ${row.church}::bigint, one.id, ${giver(row)}, ${row.branch}::bigint, 'left', (${DAYS})[1 + i % 3], '2026-02-01',
      'api', ${row.moment}::timestamptz, ${row.moment}::timestamptz from one, ${count(n)}`,
  join_requests: (row, n) => sql`with one as (${oneGroup(row)})
    insert into join_requests (church_id, group_id, person_id, branch_id, status, decided_at, source, digest, created_at,
      updated_at)
    select ${row.church}::bigint, one.id, ${giver(row)}, ${row.branch}::bigint, 'declined', ${row.moment}::timestamptz,
      'api', ${row.mark} || i, ${row.moment}::timestamptz, ${row.moment}::timestamptz from one, ${count(n)}`,
  school_years: ({ church, moment, mark }, n) => sql`insert into school_years (church_id, name, starts_on, ends_on,
      created_at, updated_at)
    select ${church}::bigint, ${mark} || i, (${DAYS})[1 + i % 3], '2026-12-31', ${moment}::timestamptz,
      ${moment}::timestamptz from ${count(n)}`,
  school_classes: (
    { church, branch, moment },
    n,
  ) => sql`insert into groups (church_id, branch_id, kind, name, created_at, updated_at)
    select ${church}::bigint, ${branch}::bigint, 'class', 'C' || i, ${moment}::timestamptz, ${moment}::timestamptz
    from ${count(n)}`,
  class_sessions: (row, n) => sql`with one as (${oneGroup(row)}), meeting as (
      insert into meetings (church_id, branch_id, name, held_on, local_time, timezone, starts_at, ends_at, created_at, updated_at)
      select ${row.church}::bigint, ${row.branch}::bigint, 'M', (${DAYS})[1 + i % 3], '09:00', 'UTC', now(), now(),
        ${row.moment}::timestamptz, ${row.moment}::timestamptz from ${count(n)} returning id)
    insert into class_sessions (church_id, branch_id, group_id, meeting_id, created_at, updated_at)
    select ${row.church}::bigint, ${row.branch}::bigint, one.id, meeting.id, ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from one, meeting`,
  child_details: ({ church, branch, moment, mark }, n) => sql`with child as (
      insert into people (church_id, member_no, first_name, country, source, branch_id, created_at, updated_at)
      select ${church}::bigint, ${mark} || i, 'C', 'NG', 'api', ${branch}::bigint, ${moment}::timestamptz,
        ${moment}::timestamptz from ${count(n)} returning id)
    insert into child_details (church_id, person_id, branch_id, created_at, updated_at)
    select ${church}::bigint, id, ${branch}::bigint, ${moment}::timestamptz, ${moment}::timestamptz from child`,
  group_posts: (row, n) => sql`with one as (${oneGroup(row)})
    insert into group_posts (church_id, group_id, person_id, branch_id, author_kind, body, created_at, updated_at)
    select ${row.church}::bigint, one.id, ${giver(row)}, ${row.branch}::bigint, 'person', ${row.mark} || i,
      ${row.moment}::timestamptz, ${row.moment}::timestamptz from one, ${count(n)}`,
  group_reports: (row, n) => sql`with one as (${oneGroup(row)}), meeting as (
      insert into meetings (church_id, branch_id, name, held_on, local_time, timezone, starts_at, ends_at, created_at, updated_at)
      select ${row.church}::bigint, ${row.branch}::bigint, 'M', (${DAYS})[1 + i % 3], '09:00', 'UTC', now(), now(),
        ${row.moment}::timestamptz, ${row.moment}::timestamptz from ${count(n)} returning id, held_on)
    insert into group_reports (church_id, group_id, meeting_id, branch_id, held_on, status, held, present, currency, source,
      created_at, updated_at)
    select ${row.church}::bigint, one.id, meeting.id, ${row.branch}::bigint, held_on, 'draft', true, 3, 'NGN', 'api',
      ${row.moment}::timestamptz, ${row.moment}::timestamptz from one, meeting`,
  tasks: (row, n) => sql`insert into tasks (church_id, branch_id, title, person_id, due_on, created_at, updated_at)
    select ${row.church}::bigint, ${row.branch}::bigint, 'T', ${giver(row)}, (${DAYS})[1 + i % 3], ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from ${count(n)}`,
  batches: (
    { church, branch, moment },
    n,
  ) => sql`insert into batches (church_id, branch_id, name, counted_on, created_at, updated_at)
    select ${church}::bigint, ${branch}::bigint, 'B', (${DAYS})[1 + i % 3], ${moment}::timestamptz, ${moment}::timestamptz
    from ${count(n)}`,
  envelopes: (
    row,
    n,
  ) => sql`insert into envelopes (church_id, branch_id, number, person_id, valid_from, created_at, updated_at)
    select ${row.church}::bigint, ${row.branch}::bigint, 1 + (hashtext(${row.mark} || i) & 8388607) % 9999998, ${giver(row)}, (${DAYS})[1 + i % 3], ${row.moment}::timestamptz,
      ${row.moment}::timestamptz from ${count(n)}`,
  pledge_campaigns: (
    { church, fund, moment, mark },
    n,
  ) => sql`insert into pledge_campaigns (church_id, name, fund_id, currency,
      starts_on, ends_on, created_at, updated_at)
    select ${church}::bigint, ${mark} || i, ${fund}::bigint, 'NGN', '2026-01-01', '2026-12-31', ${moment}::timestamptz,
      ${moment}::timestamptz from ${count(n)}`,
  pledges: (row, n) => sql`with campaign as (
      insert into pledge_campaigns (church_id, name, fund_id, currency, starts_on, ends_on, created_at, updated_at)
      values (${row.church}::bigint, 'C', ${row.fund}::bigint, 'NGN', '2026-01-01', '2026-12-31', ${row.moment}::timestamptz,
        ${row.moment}::timestamptz) returning id)
    insert into pledges (church_id, campaign_id, person_id, branch_id, amount, currency, rate, minor_rate, amount_base, pledged_on,
      source, created_at, updated_at)
    select ${row.church}::bigint, campaign.id, ${giver(row)}, ${row.branch}::bigint, i, 'NGN', 1, 1, i, (${DAYS})[1 + i % 3], 'api',
      ${row.moment}::timestamptz, ${row.moment}::timestamptz from campaign, ${count(n)}`,
  promotions: ({ church, moment, mark }, n) => sql`with years as (
      insert into school_years (church_id, name, starts_on, ends_on, created_at, updated_at)
      select ${church}::bigint, ${mark} || i, '2026-01-01', '2026-12-31', ${moment}::timestamptz, ${moment}::timestamptz
      from generate_series(0, ${n}::integer) as i returning id)
    insert into promotions (church_id, from_year_id, to_year_id, created_at, updated_at)
    select ${church}::bigint, one.id, max(other.id), ${moment}::timestamptz, ${moment}::timestamptz
    from years as one join years as other on other.id > one.id group by one.id`,
  refunds: (row, n) => sql`with one as (
      insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount, currency, provider, donor_name,
        donor_email, is_test, created_at, updated_at)
      values (${row.church}, ${row.mark}, ${row.mark}, ${row.fund}, ${row.branch}, 100, 'NGN', 'development', 'A', 'a@b.c',
        true, ${row.moment}::timestamptz, ${row.moment}::timestamptz) returning id)
    insert into refunds (church_id, gift_id, branch_id, reference, provider, amount, currency, source, status, created_at,
      updated_at)
    select ${row.church}::bigint, one.id, ${row.branch}::bigint, ${row.mark} || i, 'development', 1, 'NGN', 'console',
      'failed', ${row.moment}::timestamptz, ${row.moment}::timestamptz from one, ${count(n)}`,
  statements: (
    { church, branch, moment, mark },
    n,
  ) => sql`insert into statements (church_id, number, kind, branch_id, people,
      giver, year, from_on, to_on, currency, base_total, gifts, figures, sha256, issued_on, as_of, created_at, updated_at)
    select ${church}::bigint, ${mark} || i, 'statement', ${branch}::bigint, '{}', 'Ada', 2025, '2025-01-01', '2025-12-31', 'NGN', 0,
      0, '{}', sha256('{}'), now(), now(), ${moment}::timestamptz, ${moment}::timestamptz from ${count(n)}`,
  sermons: ({ church, moment, mark }, n) => sql`insert into sermons (church_id, title, slug, created_at, updated_at)
    select ${church}::bigint, 'S', ${mark} || i, ${moment}::timestamptz, ${moment}::timestamptz from ${count(n)}`,
}

/** What a change sets, beside `updated_at`: what the list may be sorted by, where it can be. */
const CHANGES: Record<string, (value: number) => Sql> = {
  people: value => sql`last_name = ${LAST_NAMES[value % 5] ?? null}::text`,
  families: value => sql`name = ${`F${value}`}`,
  branches: value => sql`name = ${`B${value}`}`,
  funds: value => sql`description = ${`D${value}`}`,
  contributions: value => sql`given_on = ${pickedDay(value)}`,
  messages: () => sql`status = 'delivered'`,
  prayer_requests: () => sql`prayed_count = prayed_count + 1`,
  gifts: value => sql`note = ${`N${value}`}`,
  refunds: value => sql`reason = ${`R${value}`}`,
  recurring_gifts: value => sql`next_on = ${pickedDay(value)}`,
  meetings: value => sql`starts_at = ${pickedDay(value)}`,
  schedules: value => sql`name = ${`S${value}`}`,
  attendances: value => sql`held_on = ${pickedDay(value)}`,
  headcounts: value => sql`held_on = ${pickedDay(value)}`,
  imports: value => sql`kept = ${value}::integer`,
  sermons: value => sql`title = ${`S${value}`}`,
  groups: value => sql`name = ${`G${value}`}`,
  group_members: value => sql`left_reason = ${`R${value}`}`,
  join_requests: value => sql`reason = ${`R${value}`}`,
  school_years: value => sql`starts_on = ${pickedDay(value)}`,
  school_classes: value => sql`name = ${`C${value}`}`,
  class_sessions: value => sql`lesson = ${`L${value}`}`,
  statements: value => sql`opened = ${value}::integer`,
  pledge_campaigns: value => sql`name = ${`C${value}`}`,
  pledges: value => sql`note = ${`N${value}`}`,
  promotions: value => sql`skipped = ${value}::integer`,
  child_details: value => sql`label_note = ${`L${value}`}`,
  group_posts: value => sql`reason = ${`R${value}`}`,
  group_reports: value => sql`held_on = ${pickedDay(value)}`,
  tasks: value => sql`due_on = ${pickedDay(value)}`,
  batches: value => sql`counted_on = ${pickedDay(value)}`,
  envelopes: value => sql`series = ${`S${value}`}`,
}

/** The service's own ways to change one record, for which no `updated_at` is set here: it has to do so. */
const EDITS: Record<string, (world: World, id: number, value: number) => Promise<unknown>> = {
  people: ({ church }, id, value) => church.send('PATCH', `/people/${id}`, { last_name: `Edited ${value}` }),
  families: ({ church }, id) => church.send('POST', '/people', { first_name: 'P', family_id: id }),
  prayer_requests: ({ church }, id) => church.act(pray, { id }),
  groups: ({ church }, id, value) => church.send('PATCH', `/groups/${id}`, { name: `Edited ${value}` }),
  group_members: ({ church }, id, value) =>
    church.send('PATCH', `/group_members/${id}`, { role: value % 2 ? 'assistant' : 'guest' }),
  school_years: ({ church }, id, value) => church.act(updateYear, { id, ends_on: `2027-01-${10 + (value % 10)}` }),
  school_classes: ({ church }, id, value) => church.act(updateClass, { id, grade_from: `Edited ${value}` }),
  class_sessions: ({ church }, id, value) => church.send('PATCH', `/class_sessions/${id}`, { note: `Edited ${value}` }),
  child_details: ({ church }, id, value) =>
    church.send('PATCH', `/child_details/${id}`, { label_note: `Edited ${value}` }),
  group_reports: ({ church }, id, value) => church.send('PATCH', `/group_reports/${id}`, { visitors: value }),
  pledge_campaigns: ({ church }, id, value) => church.act(updateCampaign, { id, description: `Edited ${value}` }),
  pledges: ({ church }, id, value) => church.act(updatePledge, { id, note: `Edited ${value}` }),
  tasks: ({ church }, id, value) => church.send('PATCH', `/tasks/${id}`, { title: `Edited ${value}` }),
  batches: ({ church }, id, value) => church.send('PATCH', `/batches/${id}`, { name: `Edited ${value}` }),
  envelopes: ({ church }, id, value) =>
    church.send('PATCH', `/envelopes/${id}`, { valid_to: `2027-01-${10 + (value % 10)}` }),
  sermons: ({ church }, id, value) => church.act(updateSermon, { id, title: `Edited ${value}` }),
}

/** What the API does not make of a body alone. */
const ADDED_INSIDE = [
  'envelopes',
  'pledges',
  'messages',
  'attendances',
  'headcounts',
  'group_members',
  'join_requests',
  'child_details',
  'group_posts',
  'group_reports',
  'class_sessions',
]

/** Whether the API makes a record of a body alone, without sending anything. */
const canPost = (list: string): boolean => LEAST_BODY[list] !== undefined && !ADDED_INSIDE.includes(list)

/** Lists that can be walked here. */
export const LISTS = [...RESOURCES.keys()].filter(list => list in INSERTS || canPost(list))

let marks = 0

/** Adds records that all have one `updated_at`. @param moment the time of the write, unless it is said */
export async function add(world: World, rows: number, moment?: string): Promise<void> {
  const { service, church, list, pool } = world
  const { id, hq_branch_id: branch } = church.church
  const insert = INSERTS[list]
  if (insert === undefined) return await postAll(world, rows, moment)
  marks += 1
  const mark = `m${marks}-`
  await service.database.write(id, async tx => {
    const row = { church: id, branch, fund: church.fund_id, pool, moment: moment ?? tx.now, mark }
    await tx.run(insert(row, rows))
    await settle(tx, world)
  })
}

/** Of what no statement is written here: through the API, and then all of one time. */
async function postAll(world: World, rows: number, moment?: string): Promise<void> {
  const { service, church, list } = world
  const before = await idsOf(world)
  for (let n = 0; n < rows; n += 1) await post(world)
  const added = (await idsOf(world)).filter(id => !before.includes(id))
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update ${ident(list)} set updated_at = ${moment ?? tx.now}::timestamptz
      where church_id = ${church.church.id} and id = any(${idArray(added)})`),
  )
}

const settle = async (tx: Tx, { church, list }: World): Promise<void> => {
  const resource = RESOURCES.get(list)
  if (resource?.list.tallies) await recount(tx, church.church.id, resource)
}

async function idsOf({ service, church, list }: World, condition: Sql = sql`true`): Promise<number[]> {
  const rows = await service.database.read.all<{ id: number }>(
    sql`select id from ${ident(list)} where church_id = ${church.church.id} and ${condition} order by id`,
  )
  return rows.map(({ id }) => id)
}

const pick = <T>(all: readonly T[], place: number): T | undefined =>
  all[Math.min(all.length - 1, Math.floor(place * all.length))]

/** Does a step. @returns the ids that it touched */
export async function take(world: World, step: Step): Promise<number[]> {
  if (step.kind === 'add' || step.kind === 'post') {
    const before = await idsOf(world)
    await (step.kind === 'add' ? add(world, step.count) : post(world))
    return (await idsOf(world)).filter(id => !before.includes(id))
  }
  if (step.kind === 'edit') return await edit(world, step.which, step.value)
  if (step.kind === 'change') return await change(world, step.which, step.value)
  if (step.kind === 'remove') return await remove(world, step.which)
  return await merge(world, step.keep, step.remove)
}

/** Adds a record through the API, where that can. */
async function post(world: World): Promise<void> {
  const { church, list } = world
  const body = LEAST_BODY[list]
  if (!canPost(list)) return await add(world, 1)
  const { status, text } = await church.send('POST', `/${list}`, body)
  assert.equal(status, 201, text)
}

async function edit(world: World, which: number, value: number): Promise<number[]> {
  const { list } = world
  const way = EDITS[list]
  const id = pick(await idsOf(world, list === 'people' ? sql`not removed` : undefined), which)
  if (way === undefined || id === undefined) return await change(world, [which], value)
  await way(world, id, value)
  return [id]
}

async function change(world: World, which: readonly number[], value: number): Promise<number[]> {
  const { service, church, list } = world
  const all = await idsOf(world, list === 'people' ? sql`not removed` : undefined)
  const ids = [...new Set(which.flatMap(place => pick(all, place) ?? []))]
  const changed = CHANGES[list]?.(value)
  const set = sql`${changed === undefined ? empty : sql`${changed}, `}updated_at`
  await service.database.write(church.church.id, async tx => {
    // Classes are groups with more beside them.
    await tx.run(sql`update ${ident(list === 'school_classes' ? 'groups' : list)} set ${set} = ${tx.now}::timestamptz
      where church_id = ${church.church.id} and id = any(${idArray(ids)})`)
    await settle(tx, world)
  })
  return ids
}

async function remove(world: World, which: number): Promise<number[]> {
  const { church, list } = world
  if (list === 'people') {
    const id = pick(await idsOf(world, sql`not removed`), which)
    if (id !== undefined) await church.act(removePerson, { id })
    return id === undefined ? [] : [id]
  }
  if (list !== 'contributions') return []
  const id = pick(await idsOf(world, sql`status = 'posted'`), which)
  if (id !== undefined) await church.act(voidContribution, { id })
  return id === undefined ? [] : [id]
}

/** Merges two people: of the list itself, or of those whom its records belong to. */
async function merge(world: World, keep: number, gone: number): Promise<number[]> {
  const { church, list, pool } = world
  const people = await idsOf({ ...world, list: 'people' }, sql`not removed`)
  const [kept, removed] = [pick(people, keep), pick(people, gone)]
  if (kept === undefined || removed === undefined || kept === removed) return []
  // Of two children's details those of the kept one are filled in.
  const both = list === 'child_details' ? await idsOf(world, sql`person_id in (${kept}, ${removed})`) : []
  const theirs = pool.length === 0 ? [kept, removed] : await idsOf(world, sql`person_id = ${removed}`)
  await church.act(mergePeople, { keep: kept, remove: removed })
  if (list === 'child_details') return both
  return list === 'people' || pool.length > 0 ? theirs : []
}
