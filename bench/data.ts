/** A church of a chosen size: branches, funds, families, people and gifts, made by PostgreSQL from series. */
import { type Database, NO_CHURCH, type Tx } from '../src/db/database.ts'
import { raw, type Sql, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { contributions } from '../src/modules/contributions/contributions.ts'
import { people } from '../src/modules/people/people.ts'
import { recount } from '../src/resource/tally.ts'

/** What a load needs to know of a church. */
export interface BenchChurch {
  church: number
  /** A key without a branch limit. */
  key: string
  /** A key of the smallest branch: about 50 gifts, whatever the size. */
  branchKey: string
  fund: number
  person: number
  /** A month two years ago, `YYYY-MM`. */
  month: string
  gifts: number
  people: number
}

const BRANCHES = 20
const SMALL_BRANCH_GIFTS = 50

/** A number as it stands: parameters would have no type here. */
const n = (value: number): Sql => raw(String(value))

const pick = (values: readonly string[], seed: string): Sql =>
  raw(`(array['${values.join("','")}'])[1 + abs(hashint8(${seed})) % ${values.length}]`)

const FIRST =
  'Ada Ben Chi Dayo Emeka Femi Grace Hope Ife John Kemi Lola Musa Ngozi Obi Peace Ruth Sade Tobi Uche'.split(' ')
const LAST =
  'Abiola Balogun Chukwu Danjuma Eze Falana Gana Hassan Igwe Johnson Kalu Lawal Mensah Nwosu Okafor Peters Sanni'.split(
    ' ',
  )
const STATUSES = 'member member member member visitor first_timer worker leader regular inactive'.split(' ')
const METHODS = 'cash cash cash bank_transfer online online pos ussd'.split(' ')
const SOURCES = 'api api import manual'.split(' ')

/** Makes the church; its ids begin at 1 in a new database. */
export async function fill(database: Database, gifts: number, people: number): Promise<BenchChurch> {
  const slug = `bench-${gifts}`
  const input = { name: 'Bench', slug, country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  const { id: church, branch_id, fund_id } = await database.write(NO_CHURCH, tx => createChurch(tx, input))
  const last = await database.connection(async client => {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'")
    const run = async (query: Sql): Promise<number> =>
      Number((await client.query({ text: query.text, values: query.values, rowMode: 'array' })).rows.at(-1)?.[0])
    await run(sql`insert into funds (church_id, name, slug, currency)
      select ${n(church)}, 'Fund ' || i, 'fund-' || i, 'NGN' from generate_series(1, 9) as i`)
    const branch = await run(sql`insert into branches (church_id, parent_id, depth, name, country, currency, timezone)
      select ${n(church)}, ${n(branch_id)}, 1, 'Branch ' || i, 'NG', 'NGN', 'Africa/Lagos'
      from generate_series(1, ${n(BRANCHES)}) as i returning id`)
    await run(sql`insert into families (church_id, name, branch_id)
      select ${n(church)}, 'Family ' || i, ${n(branch_id)} from generate_series(1, ${n(people)} / 4) as i`)
    const person = await run(peopleOf(church, branch_id, people))
    await run(
      giftsOf({ church, branch: branch_id, small: branch, fund: fund_id, person: person - people, people }, gifts),
    )
    return { branch, person }
  })
  await database.write(church, tx => count(tx, church))
  await database.connection(async client => {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
  })
  const found = await findChurch(database, slug)
  if (found === undefined) throw new Error('The church was not made.')
  const keyFor = async (name: string, branch_id?: number): Promise<string> => {
    const input = { name, scopes: ['all'], branch_id }
    return (await database.write(church, tx => makeKey(tx, found, input, HOUSE.scopes))).key.key
  }
  const [key, branchKey] = [await keyFor('Bench'), await keyFor('Small', last.branch)]
  const month = new Date(Date.now() - 2 * 365 * 86_400_000).toISOString().slice(0, 7)
  return { church, key, branchKey, fund: fund_id + 3, person: last.person - 10, month, gifts, people }
}

async function count(tx: Tx, church: number): Promise<void> {
  await tx.run(sql`set local statement_timeout = 0`)
  await recount(tx, church, people)
  await recount(tx, church, contributions)
}

const peopleOf = (church: number, branch: number, people: number): Sql => sql`
  with made as (
    insert into people (church_id, member_no, first_name, last_name, gender, email, phone, address, city, country, status,
      branch_id, family_id, membership_date, source, custom, created_at, updated_at, deleted_at)
    select ${n(church)}, lpad(i::text, 7, '0'), ${pick(FIRST, 'i')}, ${pick(LAST, 'i * 7')} || ' ' || i % 997,
      case when i % 2 = 0 then 'female' else 'male' end, 'person' || i || '@example.org', '+234803' || 1000000 + i,
      i || ' Church Street', 'Lagos', 'NG', ${pick(STATUSES, 'i * 3')},
      ${n(branch)}::bigint + case when i % (${n(people)} / 10) = 1 then ${n(BRANCHES)} else i % ${n(BRANCHES)} end,
      case when i % 3 = 0 then (select min(id) from families where church_id = ${n(church)}) + i % (${n(people)} / 4) end,
      date '2020-01-01' + (i % 2000)::integer, 'walk_in', '{"tribe": "Judah"}', made, made,
      case when i % 100 = 0 then now() end
    from generate_series(1::bigint, ${n(people)}) as i
      cross join lateral (select now() - (${n(people)} - i) * interval '1 minute' as made) as clock
    returning id)
  select max(id) from made`

interface Parts {
  church: number
  branch: number
  small: number
  fund: number
  person: number
  people: number
}

const giftsOf = ({ church, branch, small, fund, person, people }: Parts, gifts: number): Sql => sql`
  with made as (
    insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on,
      reference, source, status, created_at, updated_at)
    select ${n(church)}, case when i % 10 > 0 then ${n(person)}::bigint + 1 + abs(hashint8(i)) % ${n(people)} end,
      ${n(fund)}::bigint + abs(hashint8(i * 5)) % 10,
      case when i % (${n(gifts)} / ${n(SMALL_BRANCH_GIFTS)}) = 1 then ${n(small)}::bigint
        else ${n(branch)}::bigint + abs(hashint8(i * 11)) % ${n(BRANCHES)} end,
      amount, 'NGN', amount, ${pick(METHODS, 'i * 13')}, (made at time zone 'UTC')::date, 'ref-' || i,
      ${pick(SOURCES, 'i * 17')}, case when i % 100 = 0 then 'void' else 'posted' end, made, made
    from generate_series(1::bigint, ${n(gifts)}) as i
      cross join lateral (select now() - (${n(gifts)} - i) * interval '5 years' / ${n(gifts)} as made,
        1000 + abs(hashint8(i * 19)) % 100000 as amount) as drawn
    returning id)
  select max(id) from made`
