/** Writes the records of the demo church, in one transaction, as lists of rows. */
import type { Tx } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import { addDays } from '../lib/calendar.ts'
import type { DemoGift } from './gifts.ts'
import type { DemoMessage } from './messages.ts'
import type { DemoFamily, DemoPerson } from './people.ts'
import { PRAYERS, SERMONS } from './stories.ts'

/** Name, level, and the place of the branch above; the first hangs below the head branch. */
const BRANCHES = [
  ['Lagos Region', 'region', null],
  ['Western Region', 'region', null],
  ['Ikeja', 'branch', 0],
  ['Lekki', 'branch', 0],
  ['Surulere', 'branch', 0],
  ['Ibadan', 'branch', 1],
  ['Abeokuta', 'branch', 1],
] as const

const FUNDS = [
  ['Tithes', 'tithe'],
  ['Building Fund', 'building'],
  ['Missions', 'missions'],
  ['Welfare', 'welfare'],
] as const

export async function insertBranches(tx: Tx, church: number, head: number): Promise<number[]> {
  const ids: number[] = []
  for (const [name, level, above] of BRANCHES) {
    const parent = above === null ? head : ids[above]
    const row = await tx.first<{ id: number }>(sql`
      insert into branches (church_id, parent_id, depth, name, level, country, currency, timezone)
      select church_id, id, depth + 1, ${name}, ${level}, country, currency, timezone from branches
      where church_id = ${church} and id = ${parent} returning id`)
    ids.push(row?.id ?? 0)
  }
  return [head, ...ids]
}

export async function insertFunds(tx: Tx, church: number): Promise<number[]> {
  const ids: number[] = []
  for (const [name, kind] of FUNDS) {
    const row = await tx.first<{ id: number }>(sql`insert into funds (church_id, name, slug, kind, currency)
      values (${church}, ${name}, ${name.toLowerCase().replaceAll(' ', '-')}, ${kind}, 'NGN') returning id`)
    ids.push(row?.id ?? 0)
  }
  return ids
}

/** Rows of a table made from a JSON list, in its order; `columns` says how each member is read. */
const rows = (list: readonly object[], columns: string) =>
  sql`rows from (jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as (${raw(columns)})) with ordinality`

export async function insertFamilies(
  tx: Tx,
  church: number,
  branches: readonly number[],
  families: readonly DemoFamily[],
): Promise<number[]> {
  const list = families.map(({ branch, ...family }) => ({ ...family, branch_id: branches[branch] }))
  const inserted = await tx.all<{ id: number }>(sql`
    insert into families (church_id, name, address, branch_id)
    select ${church}, name, address, branch_id
    from ${rows(list, 'name text, address text, branch_id bigint')} order by ordinality returning id`)
  return inserted.map(({ id }) => id)
}

export async function insertPeople(
  tx: Tx,
  church: number,
  branches: readonly number[],
  families: readonly number[],
  people: readonly DemoPerson[],
): Promise<number[]> {
  const list = people.map(({ branch, family, ...person }) => ({
    ...person,
    branch_id: branches[branch],
    family_id: family === null ? null : families[family],
  }))
  const dates = 'dob date, membership_date date, first_visit_date date'
  const words =
    'family_role, title, first_name, last_name, gender, marital_status, email, phone, city, occupation, status, source'
  const types = `branch_id bigint, family_id bigint, ${words.replaceAll(',', ' text,')} text, ${dates}`
  const inserted = await tx.all<{ id: number }>(sql`
    insert into people (church_id, member_no, country, branch_id, family_id, ${raw(words)}, dob, membership_date,
      first_visit_date)
    select ${church}, lpad(ordinality::text, 6, '0'), (select country from churches where id = ${church}), branch_id, family_id, ${raw(words)}, dob,
      membership_date, first_visit_date
    from ${rows(list, types)} order by ordinality returning id`)
  await tx.run(sql`update churches set last_member_no = ${people.length} where id = ${church}`)
  return inserted.map(({ id }) => id)
}

export async function insertGifts(
  tx: Tx,
  church: number,
  branches: readonly number[],
  funds: readonly number[],
  people: readonly number[],
  gifts: readonly DemoGift[],
): Promise<void> {
  const list = gifts.map(({ branch, fund, person, ...gift }) => ({
    ...gift,
    branch_id: branches[branch],
    fund_id: funds[fund],
    person_id: person === null ? null : people[person],
  }))
  const columns =
    'person_id, fund_id, branch_id, amount, amount_base, currency, method, given_on, reference, is_anonymous, status'
  const types = `person_id bigint, fund_id bigint, branch_id bigint, amount bigint, amount_base bigint, currency text,
    method text, given_on date, reference text, is_anonymous boolean, status text`
  await tx.run(sql`insert into contributions (church_id, source, ${raw(columns)})
    select ${church}, 'manual', ${raw(columns)} from ${rows(list, types)} order by ordinality`)
}

export async function insertMessages(
  tx: Tx,
  church: number,
  branches: readonly number[],
  people: readonly number[],
  messages: readonly DemoMessage[],
): Promise<void> {
  const list = messages.map(({ branch, person, ...message }) => ({
    ...message,
    branch_id: branches[branch],
    person_id: people[person],
  }))
  const words = 'channel, "to", subject, body, status, error, source'
  const types = `branch_id bigint, person_id bigint, ${words.replaceAll(',', ' text,')} text, units integer, created_at timestamptz`
  await tx.run(sql`insert into messages (church_id, branch_id, person_id, ${raw(words)}, units, created_at, updated_at,
      sent_at, delivered_at)
    select ${church}, branch_id, person_id, ${raw(words)}, units, created_at, created_at, created_at,
      case when status = 'delivered' then created_at end
    from ${rows(list, types)} order by ordinality`)
}

/** Prayer requests of some who visit, and of a guest. */
export async function insertPrayers(tx: Tx, church: number, branch: number, people: readonly number[]): Promise<void> {
  const list = PRAYERS.map((prayer, index) => ({
    ...prayer,
    person_id: prayer.name === null ? people[index * 3] : null,
  }))
  const types = `person_id bigint, name text, category text, body text, is_urgent boolean, is_public boolean, status text,
    prayed_count integer, answer text`
  await tx.run(sql`insert into prayer_requests (church_id, branch_id, person_id, name, category, body, is_urgent,
      is_public, status, prayed_count, answer, answered_at, source)
    select ${church}, coalesce((select p.branch_id from people p where p.church_id = ${church} and p.id = person_id),
      ${branch}), person_id, name, category, body, is_urgent, is_public, status, prayed_count, answer,
      case when answer is not null then ${tx.now}::timestamptz end, 'online'
    from ${rows(list, types)} order by ordinality`)
}

/** The sermons of the last Sundays and a draft for the next. */
export async function insertSermons(tx: Tx, church: number, today: string): Promise<void> {
  const sunday = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
  const list = SERMONS.map(({ weeks, ...sermon }) => ({ ...sermon, preached_on: addDays(sunday, 7 - 7 * weeks) }))
  const words = 'title, slug, series, speaker, scripture, description, status'
  const types = `${words.replaceAll(',', ' text,')} text, preached_on date, questions text`
  await tx.run(sql`insert into sermons (church_id, ${raw(words)}, preached_on, published_at)
    select ${church}, ${raw(words)}, preached_on, case when status = 'published' then preached_on + interval '15 hours' end
    from ${rows(list, types)} order by ordinality`)
  await tx.run(sql`insert into sermon_sections (church_id, sermon_id, kind, title, body, published_at)
    select ${church}, s.id, 'questions', 'For home groups', one.questions, s.published_at
    from ${rows(list, types)} as one join sermons s on s.church_id = ${church} and s.slug = one.slug
    where one.questions is not null order by s.id`)
}
