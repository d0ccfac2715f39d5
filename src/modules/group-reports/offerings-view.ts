/** The offerings of reports, for whoever keeps the books: figures, days and branches, and nothing else of the groups. */
import type { Db } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import { view } from '../../resource/action.ts'
import { anyOfIds } from '../../resource/any-of.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { inParts, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { SEEN_REPORTS } from './report-row.ts'
import { giftReference } from './take-offering.ts'

/** An offering that a report names. */
export interface ReportOffering {
  /** Of the report. */
  id: number
  held_on: string
  branch_id: number
  branch: string
  /** In minor units of currency. */
  offering: number
  currency: string
  /** open: not in the books; taken: a gift that counts; void: its gift was voided, so it may be taken again. */
  state: 'open' | 'taken' | 'void'
  contribution_id: number | null
}

/** Offerings, the newest first, and what those that are open come to. */
export interface ReportOfferings {
  offerings: ReportOffering[]
  has_more: boolean
  open: { currency: string; amount: number; count: number }[]
}

const MOST = 200
const STATES = ['open', 'taken', 'all'] as const
const may = within(FINANCE)
const filters = {
  state: field.oneOf(STATES).settable().doc('Default open'),
  from: field.date().settable(),
  to: field.date().settable(),
  branch_id: field.ref('branches').settable(),
}

interface Asked {
  state?: (typeof STATES)[number]
  from?: string
  to?: string
  branch_id?: number
}

/** @throws ApiError `validation_failed` for a branch out of sight */
function conditionsOf(caller: Caller, { state = 'open', from, to, branch_id }: Asked): Sql[] {
  const problems = new Problems()
  if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  problems.throwIfAny()
  const taken = sql`contribution_id in (select id from contributions
    where church_id = ${caller.church.id} and status = 'posted')`
  return [
    sql`church_id = ${caller.church.id} and offering is not null`,
    ...sightOf(SEEN_REPORTS, caller),
    ...(state === 'taken' ? [taken] : []),
    ...(state === 'open' ? [sql`status = 'submitted' and (contribution_id is null or not ${taken})`] : []),
    ...(state === 'all' ? [sql`(status = 'submitted' or contribution_id is not null)`] : []),
    ...(from === undefined ? [] : [sql`held_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`held_on <= ${to}::date`]),
    ...(branch_id === undefined ? [] : [anyOfIds('branch_id', caller.branches.below(branch_id))]),
  ]
}

const read = (db: Db, church: number, where: readonly Sql[], most: number): Promise<ReportOffering[]> =>
  db.all<ReportOffering>(sql`select r.id, r.held_on::text as held_on, r.branch_id, b.name as branch, r.offering, r.currency,
      case when c.status = 'posted' then 'taken' when c.status is not null then 'void' else 'open' end as state,
      r.contribution_id
    from (select id, held_on, branch_id, offering, currency, contribution_id from group_reports
        where ${every(where)} order by held_on desc, id desc limit ${most}) as r
      join branches as b on b.church_id = ${church} and b.id = r.branch_id
      left join contributions as c on c.church_id = ${church} and c.id = r.contribution_id
    order by r.held_on desc, r.id desc`)

export const offeringsView = view({
  name: 'report_offerings',
  may,
  fields: filters,
  async run({ read: db }, caller, asked): Promise<ReportOfferings> {
    const where = conditionsOf(caller, asked)
    const open = conditionsOf(caller, { ...asked, state: 'open' })
    const [offerings, sums] = await Promise.all([
      read(db, caller.church.id, where, MOST + 1),
      db.all<
        ReportOfferings['open'][number]
      >(sql`select currency, sum(offering)::bigint as amount, count(*)::integer as count
        from group_reports where ${every(open)} group by currency order by currency`),
    ])
    return { offerings: offerings.slice(0, MOST), has_more: offerings.length > MOST, open: sums }
  },
})

const IN_FILE = 1_000

export const offeringsFile = tableFile({
  name: 'report_offerings_file',
  may,
  fields: filters,
  called: 'offerings-of-groups',
  columns: {
    report: ({ id }: FiledOffering) => id,
    day: ({ held_on }) => held_on,
    branch: ({ branch }) => branch,
    offering: ({ offering, currency, country }) => plainAmount(offering, currency, country),
    currency: ({ currency }) => currency,
    state: ({ state }) => state,
    reference: ({ id, contribution_id }) => (contribution_id === null ? null : giftReference(id)),
    gift: ({ contribution_id }) => contribution_id,
  },
  rows: ({ read: db }, caller, asked) => {
    const where = conditionsOf(caller, asked)
    return inParts<FiledOffering>(IN_FILE, async last => {
      const behind = last === undefined ? [] : [sql`(held_on, id) < (${last.held_on}::date, ${last.id}::bigint)`]
      const rows = await read(db, caller.church.id, [...where, ...behind], IN_FILE)
      return rows.map(one => ({ ...one, country: caller.church.country }))
    })
  },
})

interface FiledOffering extends ReportOffering {
  country: string
}
