/** What an import of gifts looks up: givers, funds, exchange rates. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { parseRate, type Rate } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'

/** How rows name their givers. */
export interface GiverNames {
  ids: number[]
  numbers: string[]
  emails: string[]
}

export interface Giver {
  id: number
  branch_id: number
}

/** The giver a row means; undefined, with a problem added, for one that cannot be found. */
export type FindGiver = (
  id: number | undefined,
  number: string | undefined,
  email: string | undefined,
  problems: Problems,
) => Giver | undefined

/** Looks up the givers of a batch of rows; people that were merged away are followed to the kept record. */
export async function giverFinder(database: Database, { id: church }: Church, names: GiverNames): Promise<FindGiver> {
  const { ids, numbers, emails } = names
  const rows = await database.read.all<Giver & { sent: number; member_no: string; email: string | null }>(sql`
    select sent.id as sent, sent.member_no, lower(sent.email) as email, kept.id, kept.branch_id
    from people sent join people kept
      on kept.church_id = sent.church_id and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${church} and not kept.removed and (sent.id = any(${ids}::bigint[])
      or sent.member_no = any(${numbers}::text[]) or lower(sent.email) = any(${emails}::text[]))`)
  return (id, number, email, problems) => {
    const matches = rows.filter(
      row =>
        row.sent === id ||
        (number !== undefined && row.member_no === number) ||
        (email !== undefined && row.email === email),
    )
    const found = new Map(matches.map(({ id: kept, branch_id }) => [kept, { id: kept, branch_id }]))
    const column = id !== undefined ? 'person_id' : number !== undefined ? 'member_no' : 'email'
    if (found.size === 0) problems.add(column, 'names no person of this church')
    if (found.size > 1) problems.add(column, 'names several people: use person_id or member_no')
    return [...found.values()][0]
  }
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
