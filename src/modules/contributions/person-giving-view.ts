/** What a person gave, year by year and fund by fund, for the console. Void gifts are left out. */
import { empty, sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { people } from '../people/people.ts'

interface FundSum {
  fund_id: number
  fund_name: string
  count: number
  /** Minor units of the church currency. */
  sum: number
}

export interface GivingYear {
  year: number
  count: number
  /** Minor units of the church currency. */
  sum: number
  /** The largest first. */
  funds: FundSum[]
}

/** The latest year first. */
export interface PersonGiving {
  currency: string
  years: GivingYear[]
}

export const personGivingView = view({
  name: 'person_giving',
  may: within(FINANCE),
  fields: { id: field.ref('people').required() },
  async run({ read }, caller, { id }): Promise<PersonGiving> {
    await checkVisible(read, people, caller, id)
    const limit = caller.visible === null ? empty : sql`and c.branch_id = any(${caller.visible}::bigint[])`
    const rows = await read.all<FundSum & { year: number }>(sql`
      select extract(year from c.given_on)::int as year, c.fund_id, f.name as fund_name, count(*)::int as count,
        sum(c.amount_base)::bigint as sum
      from contributions c join funds f on f.church_id = c.church_id and f.id = c.fund_id
      where c.church_id = ${caller.church.id} and c.person_id = ${id} and c.status = 'posted' ${limit}
      group by 1, 2, 3 order by 1 desc, 5 desc, 2`)
    return { currency: caller.church.currency, years: byYear(rows) }
  },
})

function byYear(rows: readonly (FundSum & { year: number })[]): GivingYear[] {
  const years = new Map<number, GivingYear>()
  for (const { year, ...fund } of rows) {
    const known = years.get(year) ?? { year, count: 0, sum: 0, funds: [] }
    known.count += fund.count
    known.sum += fund.sum
    known.funds.push(fund)
    years.set(year, known)
  }
  return [...years.values()]
}
