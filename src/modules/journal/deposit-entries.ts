/**
 * Deposits of counted batches in the journal: notes, coins and cheques in hand come to the bank on the day that whoever took them
 * there said. The gifts are booked by themselves, on the account of their way to give; a deposit clears it and touches no fund. What
 * comes to the bank by itself (transfers, cards) is no part of it.
 */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import { groupBy } from '../../lib/group.ts'
import type { Church } from '../../resource/caller.ts'
import type { AccountCodes } from './account-codes.ts'
import { bookedAccounts, bookedIn } from './booked-accounts.ts'
import type { JournalLine, JournalSpan } from './journal-line.ts'

/** What people carry to the bank. */
const CARRIED: readonly string[] = ['cash', 'cheque']

/** What of the figures of a deposit is booked. */
interface Deposited {
  branch_name: string
  base_currency: string
  by_method: { method: string; currency: string; count: number; amount: number; amount_base?: number }[]
}

/** So much of one way to give, from hand to bank; the other way where it is below zero. */
interface Carried {
  kind: 'deposit' | 'bounced'
  date: string
  number: string
  given_on: string
  branch: string
  method: string
  currency: string
  gifts: number
  amount: bigint
  base: bigint
  /** The closed journal that has booked its gifts; null where none has. */
  booked_in: number | null
}

/** Gifts of a deposit of one way to give, as they were when it was deposited: those void since were among them. */
interface Part {
  batch_id: number
  method: string
  currency: string
  booked_in: number | null
  gifts: number
  amount: string
  base: string
}

const partsOf = (db: Db, church: number, span: JournalSpan, batches: readonly number[]): Promise<Part[]> =>
  db.all<Part>(sql`select p.batch_id, p.method, p.currency, p.booked_in, count(*)::int as gifts,
      sum(p.amount)::text as amount, sum(p.amount_base)::text as base
    from (select c.batch_id, c.method, c.currency, c.amount, c.amount_base,
        ${bookedIn(church, span, { given_on: sql`c.given_on`, created_at: sql`c.created_at` })} as booked_in
      from contributions as c join batches as b on b.church_id = ${church} and b.id = c.batch_id
      where c.church_id = ${church} and c.batch_id = any(${idArray(batches)}) and c.method = any(${[...CARRIED]}::text[])
        and c.created_at <= b.deposited_at and (c.status = 'posted' or c.voided_at > b.deposited_at)) as p
    group by p.batch_id, p.method, p.currency, p.booked_in order by p.booked_in nulls first`)

/** Those of the days of a journal; what was confirmed late for days that are closed, on the day on which that was done. */
async function deposits(db: Db, { id, timezone }: Church, span: JournalSpan): Promise<Carried[]> {
  const { from, to, closed } = span
  const late = closed
    ? sql`or (deposited_on >= ${closed.from}::date and deposited_on < ${from}::date
        and deposited_at > ${closed.at}::timestamptz)`
    : sql``
  const rows = await db.all<{
    id: number
    date: string
    number: string
    deposited_on: string
    figures: string
    sha256: Buffer
  }>(sql`
    select id, (case when deposited_on >= ${from}::date then deposited_on
        else greatest(${from}::date, least(${to}::date, (deposited_at at time zone ${timezone})::date)) end)::text as date,
      number, deposited_on::text as deposited_on, figures, sha256
    from batches where church_id = ${id} and kind = 'counting' and status = 'deposited'
      and (deposited_on between ${from}::date and ${to}::date ${late}) order by 1, number`)
  const ids = rows.map(row => row.id)
  const parts = groupBy(await partsOf(db, id, span, ids), part => keyOf(part.batch_id, part))
  return rows.flatMap(({ id: batch, date, number, deposited_on: given_on, ...frozen }) => {
    const { branch_name: branch, by_method, ...figures } = thaw<Deposited>(frozen, `deposit ${number}`)
    return by_method.flatMap((one): Carried[] => {
      if (!CARRIED.includes(one.method)) return []
      const of = {
        kind: 'deposit',
        date,
        number,
        given_on,
        branch,
        method: one.method,
        currency: one.currency,
      } as const
      const whole = wholeOf(one, figures.base_currency, parts.get(keyOf(batch, one)) ?? [])
      return whole.map(part => ({ ...of, ...part }))
    })
  })
}

const keyOf = (batch: number, { method, currency }: { method: string; currency: string }): string =>
  `${batch} ${method} ${currency}`

/** What was frozen of one way to give, in parts by the journals that booked its gifts. They come to it, whatever the gifts say. */
function wholeOf(
  { count, amount, amount_base, currency }: Deposited['by_method'][number],
  base_currency: string,
  parts: readonly Part[],
): Pick<Carried, 'gifts' | 'amount' | 'base' | 'booked_in'>[] {
  // What was frozen before it was told what each way to give is worth has what only its gifts tell.
  const worth = parts.reduce((sum, { base }) => sum + BigInt(base), 0n)
  let left = {
    gifts: count,
    amount: BigInt(amount),
    base: amount_base === undefined && currency !== base_currency ? worth : BigInt(amount_base ?? amount),
  }
  const [first, ...others] = parts
  const later = others.map(part => {
    const one = { gifts: part.gifts, amount: BigInt(part.amount), base: BigInt(part.base) }
    left = { gifts: left.gifts - one.gifts, amount: left.amount - one.amount, base: left.base - one.base }
    return { ...one, booked_in: part.booked_in }
  })
  return [{ ...left, booked_in: first?.booked_in ?? null }, ...later]
}

/** Cheques that the bank sent back after they were deposited: it has the money no more, on the day on which that was told. */
async function bounced(db: Db, { id }: Church, span: JournalSpan): Promise<Carried[]> {
  const { from, to } = span
  const rows = await db.all<{
    date: string
    number: string
    deposited_on: string
    branch: string
    method: string
    currency: string
    amount: string
    base: string
    gifts: number
    booked_in: number | null
  }>(sql`
    select s.happened_on::text as date, s.number, s.deposited_on::text as deposited_on, s.branch, s.method, s.currency, s.booked_in,
      sum(s.amount)::text as amount, sum(s.amount_base)::text as base, count(*)::int as gifts
    from (select a.happened_on, b.number, b.deposited_on, n.name as branch, c.method, a.currency, a.amount, a.amount_base,
      ${bookedIn(id, span, { given_on: sql`c.given_on`, created_at: sql`c.created_at` })} as booked_in
    from batch_adjustments as a join batches as b on b.church_id = ${id} and b.id = a.batch_id
    join contributions as c on c.church_id = ${id} and c.id = a.contribution_id
    join branches as n on n.church_id = ${id} and n.id = b.branch_id
    where a.church_id = ${id} and a.kind = 'bounced' and b.kind = 'counting' and c.method = any(${[...CARRIED]}::text[])
      and a.happened_on between ${from}::date and ${to}::date) as s
    group by s.happened_on, s.number, s.deposited_on, s.branch, s.method, s.currency, s.booked_in
    order by 1, 2, s.method, s.currency, s.booked_in`)
  return rows.map(({ deposited_on: given_on, amount, base, ...row }) => ({
    ...row,
    ...{ kind: 'bounced', given_on, amount: BigInt(amount), base: BigInt(base) },
  }))
}

/** Their lines, day by day; none where the church has said no account of the bank, and books its statements otherwise. */
export async function depositEntries(
  db: Db,
  church: Church,
  span: JournalSpan,
  codes: AccountCodes,
): Promise<JournalLine[]> {
  const bank = codes.purposes.get('bank')
  if (bank === undefined) return []
  const all = [...(await deposits(db, church, span)), ...(await bounced(db, church, span))]
  const numbers = all.map(({ booked_in }) => booked_in)
  const accountsOf = await bookedAccounts(db, church.id, codes, numbers)
  return all.flatMap(one => {
    const then = accountsOf(one.booked_in)
    const account = then.method(one.method)
    // Of what was booked on the bank at once nothing is left to be taken there.
    return account === null || account !== then.bank ? entryOf(one, bank, account) : []
  })
}

function entryOf(carried: Carried, bank: string, account: string | null): JournalLine[] {
  const { kind, date, number, given_on, branch, method, currency, gifts, amount, base } = carried
  if (base === 0n) return []
  const toBank = base > 0n
  const about = {
    ...{ date, kind, given_on, branch, fund: null, gifts },
    reference: `${kind === 'deposit' ? 'T' : 'C'}-${number}`,
    amount: String(toBank ? base : -base),
    given: { amount: String(toBank ? amount : -amount), currency },
  }
  const atBank: JournalLine = {
    ...about,
    ...{ method: null, purpose: 'bank', account: bank, side: toBank ? 'debit' : 'credit' },
  }
  const inHand: JournalLine = { ...about, ...{ method, purpose: null, account, side: toBank ? 'credit' : 'debit' } }
  return toBank ? [atBank, inHand] : [inHand, atBank]
}
