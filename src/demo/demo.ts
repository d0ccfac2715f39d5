/**
 * The demo church that a first `npm start` makes: branches, funds, people, gifts, all from a fixed seed, in one
 * transaction. No events are recorded for it: nobody did these things.
 */
import type { Database, Tx } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import { addDays, today } from '../lib/calendar.ts'
import { seededRandom } from '../lib/random.ts'
import { createKey } from '../modules/church/api-keys.ts'
import { findChurch, insertChurch } from '../modules/church/churches.ts'
import { recount } from '../resource/tally.ts'
import type { Vault } from '../vault.ts'
import { type DemoGift, DOLLAR_RATE, demoGifts } from './gifts.ts'
import { type DemoMessage, demoMessages } from './messages.ts'
import { type DemoFamily, type DemoPerson, demoPeople } from './people.ts'
import { prepareServices } from './services.ts'

const SEED = 1662
const SLUG = 'demo'
const CHURCH = { name: 'Grace Community Church', slug: SLUG, country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }

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

/**
 * Makes the demo church and its first key where there is no church at all.
 * @param url where the service answers
 * @param vault seals the accounts with providers
 * @returns what to tell the person who started the service
 */
export async function prepareDemo(database: Database, vault: Vault, url: string): Promise<string> {
  const made = await database.writeAlone(0, async tx => {
    const churches = await tx.first<{ some: boolean }>(sql`select exists (select 1 from churches) as some`)
    if (churches?.some) return false
    await makeDemo(tx, today(new Date(), CHURCH.timezone))
    return true
  })
  const church = await findChurch(database, SLUG)
  if (church === undefined) return ''
  if (!made) {
    return `The demo church is "${SLUG}". Another key: npx sexton key create --church ${SLUG} --name "Mine" --scopes all`
  }
  await prepareServices(database, vault, church)
  const { key } = await createKey(database, church, { name: 'First key', scopes: ['all'] })
  return `
A demo church was made: "${CHURCH.name}" (${SLUG}). Its API key, shown this once:

  ${key}

Try it:

  curl -H "Authorization: Bearer ${key}" "${url}/api/v1/people?per_page=3"
`
}

async function makeDemo(tx: Tx, day: string): Promise<void> {
  const random = seededRandom(SEED)
  const { id: church, branch_id, fund_id } = await insertChurch(tx, CHURCH)
  const branches = await insertBranches(tx, church, branch_id)
  const funds = [fund_id, ...(await insertFunds(tx, church))]
  const rateFrom = addDays(day, -800)
  await tx.run(sql`insert into exchange_rates (church_id, currency, valid_from, rate)
    values (${church}, 'USD', ${rateFrom}::date, ${DOLLAR_RATE}::numeric)`)
  const { families, people } = demoPeople(random, branches.length, day)
  const familyIds = await insertFamilies(tx, church, branches, families)
  const personIds = await insertPeople(tx, church, branches, familyIds, people)
  const givers = people.flatMap(({ dob, branch }, person) => (dob < addDays(day, -9_000) ? [{ person, branch }] : []))
  const gifts = demoGifts(random, givers, branches.length, funds.length, day)
  await insertGifts(tx, church, branches, funds, personIds, gifts)
  await insertMessages(tx, church, branches, personIds, demoMessages(seededRandom(SEED + 1), people, CHURCH.name, day))
  await recount(tx, church, 'people', { removed: 'removed', amount: '0' })
  await recount(tx, church, 'contributions', { removed: 'false', amount: 'amount_base' })
  await recount(tx, church, 'messages', { removed: 'false', amount: '0' })
}

async function insertBranches(tx: Tx, church: number, head: number): Promise<number[]> {
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

async function insertFunds(tx: Tx, church: number): Promise<number[]> {
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

async function insertFamilies(
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

async function insertPeople(
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
    select ${church}, lpad(ordinality::text, 6, '0'), ${CHURCH.country}, branch_id, family_id, ${raw(words)}, dob,
      membership_date, first_visit_date
    from ${rows(list, types)} order by ordinality returning id`)
  await tx.run(sql`update churches set last_member_no = ${people.length} where id = ${church}`)
  return inserted.map(({ id }) => id)
}

async function insertGifts(
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

async function insertMessages(
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
