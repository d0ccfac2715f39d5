/** What an import of gifts looks up: funds and exchange rates. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { parseRate, type Rate } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'

/** The fund a row means: by id, by name (without case), else the default fund. Adds a problem if there is none. */
export type FindFund = (id: number | undefined, name: string | undefined, problems: Problems) => number | undefined

/** An amount behind the name that it is for, which ends there: `Missions: $60.00`, and not the colon of `Acts 2:42`. */
const PART = /: *[^\d\n]{0,5}\d[\d.,]*(?=\s*(?:[,;]|\n|$))/g

/** Whether a text is a gift's parts for several funds, as lists of transactions have them in one cell. */
export const namesSeveral = (text: string): boolean => (text.match(PART)?.length ?? 0) > 1

const SEVERAL = because('names several funds, each with its part of the gift: make a row of each, with its own amount')

/** Loads the active funds once. */
export async function fundFinder(db: Db, { id: church }: Church): Promise<FindFund> {
  const funds = await db.all<{ id: number; name: string; is_default: boolean }>(
    sql`select id, name, is_default from funds where church_id = ${church} and is_active order by id`,
  )
  return (id, name, problems) => {
    const wanted = name?.toLowerCase()
    const found = funds.find(fund =>
      id !== undefined ? fund.id === id : wanted !== undefined ? fund.name.toLowerCase() === wanted : fund.is_default,
    )
    if (found !== undefined) return found.id
    if (id !== undefined) problems.add('fund_id', because('names no active fund'))
    else if (name !== undefined && namesSeveral(name)) problems.add('fund', SEVERAL)
    else
      problems.add(
        'fund',
        name === undefined
          ? because('is required: the church has no default fund')
          : because('"{name}" is not on record, or not active: add it first, or say which fund is meant', { name }),
      )
    return undefined
  }
}

/** How files name a fund. */
export const fundInFiles: NamedInFiles = {
  columns: ['fund'],
  written: 'name',
  async finder(db, church) {
    const find = await fundFinder(db, church)
    return ({ id, texts }, problems) => {
      const found = id === undefined && !texts.has('fund') ? undefined : find(id, texts.get('fund'), problems)
      return found === undefined ? undefined : { id: found, branch_id: null }
    }
  },
}

/** The rate of a currency that is valid on a day; undefined where there is none. */
export type FindRate = (currency: string, day: string) => Rate | undefined

/** Loads the church's rates once. */
export async function rateFinder(db: Db, { id: church }: Church): Promise<FindRate> {
  const rates = await db.all<{ currency: string; valid_from: string; rate: string }>(
    sql`select currency, valid_from, rate from exchange_rates where church_id = ${church} order by valid_from desc`,
  )
  return (currency, day) => {
    const found = rates.find(rate => rate.currency === currency && rate.valid_from <= day)
    return found === undefined ? undefined : (parseRate(found.rate) ?? undefined)
  }
}
