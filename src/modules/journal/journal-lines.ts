/**
 * The journal of what was given, by double entry: money of each way to give is debited, the funds are credited. An entry
 * has the gifts of a day, a branch and a currency, so its debits equal its credits, in that currency and in the church's. Payouts of
 * providers and deposits of counted batches are entries of their own (payout-entries.ts, deposit-entries.ts).
 */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { NotAsIssued } from '../../documents/frozen.ts'
import { ApiError } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import type { AccountCodes } from './account-codes.ts'
import { type Booked, bookedAccounts, bookedIn } from './booked-accounts.ts'
import { depositEntries } from './deposit-entries.ts'
import type { JournalLine, JournalSpan, Kind } from './journal-line.ts'
import { payoutEntries } from './payout-entries.ts'

interface Sum {
  kind: Kind
  /** The closed journal that had booked what is taken back. */
  booked_in: number | null
  date: string
  given_on: string
  branch_id: number
  branch: string
  currency: string
  method: string | null
  fund_id: number | null
  fund: string | null
  amount: string
  amount_base: string
  gifts: number
}

const COLUMNS = sql`given_on, branch_id, currency, method, fund_id, amount, amount_base`

/** The gifts of a journal, each as often as it is booked, from one snapshot. */
function booked({ id, timezone }: Church, span: JournalSpan): Sql {
  const { from, to, closed } = span
  const own = sql`select 'gifts' as kind, null::integer as booked_in, given_on as booked_on, ${COLUMNS} from contributions
    where church_id = ${id} and status = 'posted' and given_on between ${from}::date and ${to}::date`
  if (closed === undefined) return own
  const { at } = closed
  // Whatever was recorded or voided since was changed since, which has an index.
  const later = sql`church_id = ${id} and updated_at > ${at}::timestamptz
    and given_on >= ${closed.from}::date and given_on < ${from}::date`
  const day = (moment: Sql): Sql =>
    sql`greatest(${from}::date, least(${to}::date, (${moment} at time zone ${timezone})::date))`
  return sql`${own} union all
    select 'added', null, ${day(sql`created_at`)}, ${COLUMNS} from contributions
      where ${later} and status = 'posted' and created_at > ${at}::timestamptz
    union all
    select 'voided', ${bookedIn(id, span, { given_on: sql`c.given_on`, created_at: sql`c.created_at` })},
      ${day(sql`voided_at`)}, ${COLUMNS} from contributions as c
      where ${later} and status = 'void' and voided_at > ${at}::timestamptz and created_at <= ${at}::timestamptz`
}

const sumsOf = (db: Db, church: Church, span: JournalSpan): Promise<Sum[]> =>
  db.all<Sum>(sql`
    select s.kind, s.booked_in, s.booked_on::text as date, s.given_on::text as given_on, s.branch_id, b.name as branch, s.currency,
      s.method, s.fund_id, f.name as fund, s.amount::text as amount, s.amount_base::text as amount_base, s.gifts
    from (
      select kind, booked_in, booked_on, given_on, branch_id, currency, method, fund_id, sum(amount) as amount,
        sum(amount_base) as amount_base, count(*)::int as gifts
      from (${booked(church, span)}) as gift
      group by grouping sets ((kind, booked_in, booked_on, given_on, branch_id, currency, method),
        (kind, booked_in, booked_on, given_on, branch_id, currency, fund_id))) as s
    join branches as b on b.church_id = ${church.id} and b.id = s.branch_id
    left join funds as f on f.church_id = ${church.id} and f.id = s.fund_id
    order by s.booked_on, s.kind collate "C", s.given_on, s.branch_id, s.currency collate "C", s.booked_in, s.method collate "C", s.fund_id`)

const LETTERS: Readonly<Record<Kind, string>> = { gifts: 'G', added: 'A', voided: 'V' }
const plain = (day: string): string => day.replaceAll('-', '')

/** `G-20260104-B1-NGN`; of later changes with the day they are of: `V-20260203-20260104-B1-NGN`. */
function referenceOf({ kind, date, given_on, branch_id, currency }: Sum): string {
  const days = kind === 'gifts' ? [plain(date)] : [plain(date), plain(given_on)]
  return [LETTERS[kind], ...days, `B${branch_id}`, currency].join('-')
}

function lineOf(sum: Sum, accounts: Booked): JournalLine {
  const { kind, date, given_on, branch, method, fund_id, fund } = sum
  const isMoney = method !== null
  return {
    date,
    reference: referenceOf(sum),
    kind,
    given_on,
    branch,
    method,
    fund,
    fund_id,
    account: isMoney ? accounts.method(method) : accounts.fund(fund_id, fund),
    side: isMoney === (kind !== 'voided') ? 'debit' : 'credit',
    amount: sum.amount_base,
    gifts: sum.gifts,
    given: { amount: sum.amount, currency: sum.currency },
  }
}

/**
 * The lines of a journal, day by day, entry by entry; the same gifts and accounts give the same lines.
 * @param codes the accounts of now
 * @throws ApiError `wrong_state` where a deposit, or a journal that is closed, is not as it was issued
 */
export async function journalLines(
  db: Db,
  church: Church,
  span: JournalSpan,
  codes: AccountCodes,
): Promise<JournalLine[]> {
  try {
    return await linesOf(db, church, span, codes)
  } catch (error) {
    if (error instanceof NotAsIssued) throw new ApiError('wrong_state', { message: error.message, cause: error })
    throw error
  }
}

async function linesOf(db: Db, church: Church, span: JournalSpan, codes: AccountCodes): Promise<JournalLine[]> {
  const sums = await sumsOf(db, church, span)
  const numbers = sums.map(({ booked_in }) => booked_in)
  const accountsOf = await bookedAccounts(db, church.id, codes, numbers)
  const lines = [
    ...sums.map(sum => lineOf(sum, accountsOf(sum.booked_in))),
    ...(await depositEntries(db, church, span, codes)),
    ...(await payoutEntries(db, church, span, codes)),
  ]
  // The same day: gifts first, each in the order that it came in.
  return lines.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
}

/** What all lines of a side come to. */
export const totalOf = (lines: readonly JournalLine[], side: JournalLine['side']): bigint =>
  lines.reduce((sum, line) => (line.side === side ? sum + BigInt(line.amount) : sum), 0n)

/** What is booked on no account yet: ways to give and funds, each once. */
export function withoutAccount(lines: readonly JournalLine[]): { methods: string[]; funds: string[] } {
  const open = lines.filter(({ account }) => account === null)
  const once = (names: readonly (string | null)[]): string[] => [...new Set(names.filter(name => name !== null))]
  return { methods: once(open.map(({ method }) => method)), funds: once(open.map(({ fund }) => fund)) }
}
