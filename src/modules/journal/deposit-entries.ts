/**
 * Deposits of counted batches in the journal: notes, coins and cheques in hand come to the bank on the day that whoever took them
 * there said. The gifts are booked by themselves, on the account of their way to give; a deposit clears it and touches no fund. What
 * comes to the bank by itself (transfers, cards) is no part of it.
 */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import type { Church } from '../../resource/caller.ts'
import type { AccountCodes } from './account-codes.ts'
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
}

/** Whether a deposit was frozen before it was told what each method is worth, and has what only its gifts tell. */
const isWithoutWorth = ({ base_currency, by_method }: Deposited): boolean =>
  by_method.some(({ currency, amount_base }) => amount_base === undefined && currency !== base_currency)

/** What the gifts of deposits were worth when they were deposited, by batch, method and currency: those void since were among them. */
async function worthOf(
  db: Db,
  church: number,
  of: readonly { batch: number; deposited_at: string }[],
): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>()
  for (const { batch, deposited_at } of of) {
    const rows = await db.all<{ method: string; currency: string; base: string }>(sql`
      select method, currency, sum(amount_base)::text as base from contributions
      where church_id = ${church} and batch_id = ${batch} and created_at <= ${deposited_at}::timestamptz
        and (status = 'posted' or voided_at > ${deposited_at}::timestamptz) group by method, currency`)
    for (const { method, currency, base } of rows) sums.set(`${batch} ${method} ${currency}`, base)
  }
  return sums
}

/** Those of the days of a journal; what was confirmed late for days that are closed, on the day on which that was done. */
async function deposits(db: Db, { id, timezone }: Church, { from, to, closed }: JournalSpan): Promise<Carried[]> {
  const late = closed
    ? sql`or (deposited_on >= ${closed.from}::date and deposited_on < ${from}::date
        and deposited_at > ${closed.at}::timestamptz)`
    : sql``
  const rows = await db.all<{
    id: number
    date: string
    number: string
    deposited_on: string
    deposited_at: string
    figures: string
    sha256: Buffer
  }>(sql`
    select id, (case when deposited_on >= ${from}::date then deposited_on
        else greatest(${from}::date, least(${to}::date, (deposited_at at time zone ${timezone})::date)) end)::text as date,
      number, deposited_on::text as deposited_on, deposited_at::text as deposited_at, figures, sha256
    from batches where church_id = ${id} and kind = 'counting' and status = 'deposited'
      and (deposited_on between ${from}::date and ${to}::date ${late}) order by 1, number`)
  const found = rows.map(({ id: batch, date, number, deposited_on, deposited_at, ...frozen }) => {
    return { batch, date, number, deposited_on, deposited_at, ...thaw<Deposited>(frozen, `deposit ${number}`) }
  })
  const worth = await worthOf(db, id, found.filter(isWithoutWorth))
  return found.flatMap(({ batch, date, number, deposited_on, branch_name, base_currency, by_method }) => {
    return by_method.flatMap(({ method, currency, count, amount, amount_base }): Carried[] => {
      if (!CARRIED.includes(method)) return []
      const gifts = worth.get(`${batch} ${method} ${currency}`) ?? '0'
      const base = amount_base ?? (currency === base_currency ? amount : gifts)
      const of = {
        kind: 'deposit',
        date,
        number,
        given_on: deposited_on,
        branch: branch_name,
        method,
        currency,
      } as const
      return [{ ...of, gifts: count, amount: BigInt(amount), base: BigInt(base) }]
    })
  })
}

/** Cheques that the bank sent back after they were deposited: it has the money no more, on the day on which that was told. */
async function bounced(db: Db, { id }: Church, { from, to }: JournalSpan): Promise<Carried[]> {
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
  }>(sql`
    select a.happened_on::text as date, b.number, b.deposited_on::text as deposited_on, n.name as branch, c.method, a.currency,
      sum(a.amount)::text as amount, sum(a.amount_base)::text as base, count(*)::int as gifts
    from batch_adjustments as a join batches as b on b.church_id = ${id} and b.id = a.batch_id
    join contributions as c on c.church_id = ${id} and c.id = a.contribution_id
    join branches as n on n.church_id = ${id} and n.id = b.branch_id
    where a.church_id = ${id} and a.kind = 'bounced' and b.kind = 'counting' and c.method = any(${[...CARRIED]}::text[])
      and a.happened_on between ${from}::date and ${to}::date
    group by a.happened_on, b.number, b.deposited_on, n.name, c.method, a.currency order by 1, 2, c.method, a.currency`)
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
  // Of a way to give that is booked on the bank at once nothing is left to be taken there.
  return all.filter(({ method }) => codes.methods.get(method) !== bank).flatMap(one => entryOf(one, bank, codes))
}

function entryOf(carried: Carried, bank: string, { methods }: AccountCodes): JournalLine[] {
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
  const account = methods.get(method) ?? null
  const inHand: JournalLine = { ...about, ...{ method, purpose: null, account, side: toBank ? 'credit' : 'debit' } }
  return toBank ? [atBank, inHand] : [inHand, atBank]
}
