/** What an import of gifts looks up: givers, funds, exchange rates. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import { parseRate, type Rate } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'
import { bareNumber, holdersOf } from '../people/import-numbers.ts'

/** The ways in which a row may name its giver. */
export interface GiverNames {
  person_id: number | undefined
  member_no: string | undefined
  /** In small letters. */
  email: string | undefined
}

export interface Giver {
  id: number
  branch_id: number
}

/** The giver a row means; undefined for a row that names none, and, with problems added, for one that cannot be found. */
export type FindGiver = (names: GiverNames, problems: Problems) => Giver | undefined

/** Somebody, by what may stand in a row. */
interface Named extends Giver {
  way: string
}

const strategyFor = (name: keyof GiverNames, value: string | number): string =>
  `${name} ${name === 'member_no' ? bareNumber(String(value)) : value}`

/** Looks up the givers of a batch of rows; people that were merged away are followed to the kept record. */
export async function giverFinder(
  database: Database,
  church: Church,
  names: readonly GiverNames[],
): Promise<FindGiver> {
  const named = groupBy(await namedBy(database, church, names), ({ way }) => way)
  return (row, problems) => {
    const given = Object.entries(row) as [keyof GiverNames, string | number | undefined][]
    const found = given.flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, people: named.get(strategyFor(name, value)) ?? [] }],
    )
    const missing = found.filter(({ people }) => people.length === 0)
    for (const { name } of missing) problems.add(name, 'names no person of this church')
    const [first, ...others] = found
    if (first === undefined || missing.length > 0) return undefined
    // A family may share an e-mail: the number tells who of them it is.
    const common = first.people.filter(({ id }) => others.every(({ people }) => people.some(one => one.id === id)))
    const ids = new Set(common.map(({ id }) => id))
    if (ids.size === 0)
      problems.add(others[0]?.name ?? first.name, `names somebody else than ${first.name}: mend one of them`)
    if (ids.size > 1) problems.add(first.name, SEVERAL[first.name])
    const [giver] = common
    return ids.size === 1 && giver !== undefined ? { id: giver.id, branch_id: giver.branch_id } : undefined
  }
}

const SEVERAL: Record<keyof GiverNames, string> = {
  person_id: 'names several people',
  member_no: 'names several people, whose numbers differ by zeros at their beginning only: use person_id',
  email: 'names several people: use person_id or member_no',
}

async function namedBy(database: Database, church: Church, names: readonly GiverNames[]): Promise<Named[]> {
  const ids = names.flatMap(({ person_id }) => person_id ?? [])
  const emails = names.flatMap(({ email }) => email ?? [])
  const holders = await holdersOf(
    database.read,
    church,
    names.flatMap(({ member_no }) => member_no ?? []),
  )
  const held = [...holders].flatMap(([number, people]) => people.map(({ id }) => ({ number, id })))
  const numbers = groupBy(held, ({ id }) => id)
  const all = [...ids, ...held.map(({ id }) => id)]
  const rows = await database.read.all<Giver & { sent: number; email: string | null }>(sql`
    select sent.id as sent, lower(sent.email) as email, kept.id, kept.branch_id
    from people sent join people kept on kept.church_id = ${church.id} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${church.id} and not kept.removed
      and (sent.id = any(${all}::bigint[]) or lower(sent.email) = any(${emails}::text[]))`)
  return rows.flatMap(({ sent, email, id, branch_id }) => {
    const ways = [
      strategyFor('person_id', sent),
      ...(numbers.get(sent) ?? []).map(one => strategyFor('member_no', one.number)),
    ]
    if (email !== null) ways.push(strategyFor('email', email))
    return ways.map(way => ({ way, id, branch_id }))
  })
}

/** The fund a row means: by id, by name (without case), else the default fund. Adds a problem if there is none. */
export type FindFund = (id: number | undefined, name: string | undefined, problems: Problems) => number | undefined

/** Loads the active funds once. */
export async function fundFinder(database: Database, { id: church }: Church): Promise<FindFund> {
  const funds = await database.read.all<{ id: number; name: string; is_default: boolean }>(
    sql`select id, name, is_default from funds where church_id = ${church} and is_active order by id`,
  )
  return (id, name, problems) => {
    const wanted = name?.toLowerCase()
    const found = funds.find(fund =>
      id !== undefined ? fund.id === id : wanted !== undefined ? fund.name.toLowerCase() === wanted : fund.is_default,
    )
    if (found !== undefined) return found.id
    if (id !== undefined) problems.add('fund_id', 'names no active fund')
    else
      problems.add(
        'fund',
        name === undefined ? 'is required: the church has no default fund' : `there is no active fund named "${name}"`,
      )
    return undefined
  }
}

/** The rate of a currency that is valid on a day; undefined where there is none. */
export type FindRate = (currency: string, day: string) => Rate | undefined

/** Loads the church's rates once. */
export async function rateFinder(database: Database, { id: church }: Church): Promise<FindRate> {
  const rates = await database.read.all<{ currency: string; valid_from: string; rate: string }>(
    sql`select currency, valid_from, rate from exchange_rates where church_id = ${church} order by valid_from desc`,
  )
  return (currency, day) => {
    const found = rates.find(rate => rate.currency === currency && rate.valid_from <= day)
    return found === undefined ? undefined : (parseRate(found.rate) ?? undefined)
  }
}
