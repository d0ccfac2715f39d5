/**
 * Puts a gift that came by a payment into the books anew, with what of it is left: a gift is never changed, so it is voided, and
 * another stands in its place, of the same day, giver, fund and branch. Money that went back and came again goes the same way.
 */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { worthOfPart } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'
import { contributionPrinter, type METHODS } from './fields.ts'
import { postContribution } from './post-contribution.ts'
import { giftRef, setVoid, type Voiding } from './void-gift.ts'
import { type Books, tellCorrections } from './what-follows.ts'

const { column, columnsIn } = contributionPrinter

/** What of a gift is left, and since when. */
interface Restating extends Voiding {
  /** The contribution that the payment is in the books as: the last one that stands for it. */
  contribution_id: number
  /** In minor units of its currency; 0 where nothing is left. */
  rest: number
  cause: 'refund' | 'refund_undone'
  /** The day on which that happens, at the church. */
  happened_on: string
}

/** What the payment is in the books as from now on. */
export interface Restated {
  /** The gift that is void now; null where none had to be voided. */
  voided: number | null
  /** The gift in its place; null where nothing is left. */
  rest: number | null
}

/**
 * Does it, in the caller's transaction: `contribution.voided`, then `contribution.recorded` of what is left. Its worth in the
 * currency of the church is that part of what the whole payment was worth when it was recorded, half to even.
 * @returns undefined where a person has voided the gift: it stays void, whatever comes and goes
 */
export async function restateGift(tx: Tx, books: Books, restating: Restating): Promise<Restated | undefined> {
  const { church } = books
  const { contribution_id, rest, cause, reason, happened_on } = restating
  const [before] = await tx.text(sql`select ${columnsIn(church.id)} from contributions as t
    where t.church_id = ${church.id} and t.id = ${contribution_id} for no key update`)
  if (before === undefined) return undefined
  const isPosted = column(before, 'status') === 'posted'
  if (!isPosted && !(await wasVoidedByMachine(tx, church, contribution_id))) return undefined
  if (isPosted) await setVoid(tx, church, [contribution_id], restating)
  const posted = rest > 0 ? await postRest(tx, church, before, rest) : null
  const counted = isPosted ? Number(column(before, 'amount')) : 0
  const countedBase = isPosted ? Number(column(before, 'amount_base')) : 0
  const correction = {
    ...giftRef(before),
    cause,
    replaced_by: posted?.id ?? null,
    change: (posted === null ? 0 : rest) - counted,
    change_base: (posted?.amount_base ?? 0) - countedBase,
    happened_on,
    reason,
  }
  await tellCorrections(tx, books, [correction])
  return { voided: isPosted ? contribution_id : null, rest: posted?.id ?? null }
}

async function wasVoidedByMachine(tx: Tx, church: Church, id: number): Promise<boolean> {
  const found = await tx.first(sql`select 1 from contributions
    where church_id = ${church.id} and id = ${id} and void_cause is not null`)
  return found !== undefined
}

/** What the whole payment was recorded as. */
interface Whole {
  amount: string
  amount_base: string
}

async function postRest(
  tx: Tx,
  church: Church,
  before: TextRow,
  rest: number,
): Promise<{ id: number; amount_base: number }> {
  const text = (name: Parameters<typeof column>[1]): string | null => column(before, name)
  const whole = await tx.first<Whole>(sql`select amount::text as amount, amount_base::text as amount_base
    from contributions where church_id = ${church.id} and source = 'online' and payment_id = ${text('payment_id')}
      and not restates`)
  const { amount, amount_base } = whole ?? { amount: text('amount') ?? '', amount_base: text('amount_base') ?? '' }
  const worth = Number(worthOfPart(BigInt(rest), BigInt(amount), BigInt(amount_base)))
  const person = text('person_id')
  const posted = await postContribution(tx, church, {
    person_id: person === null ? null : Number(person),
    fund_id: Number(text('fund_id')),
    branch_id: Number(text('branch_id')),
    amount: rest,
    currency: text('currency') ?? church.currency,
    amount_base: worth,
    method: (text('method') ?? 'online') as (typeof METHODS)[number],
    given_on: text('given_on') ?? '',
    reference: text('reference'),
    note: text('note'),
    source: text('source') ?? 'online',
    payment_id: text('payment_id'),
    donor_name: text('donor_name'),
    donor_email: text('donor_email'),
    donor_phone: text('donor_phone'),
    is_anonymous: text('is_anonymous') === 't',
    replaces_id: Number(text('id')),
    batch_id: text('batch_id') === null ? null : Number(text('batch_id')),
    recurring_id: text('recurring_id') === null ? null : Number(text('recurring_id')),
  })
  return { id: posted.id, amount_base: worth }
}
