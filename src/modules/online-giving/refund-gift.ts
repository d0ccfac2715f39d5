/** Asks for a refund of an online gift. What is wanted is committed, with a reference of ours, before the provider hears of it. */
import type { Db, Topic } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { codedAmount } from '../../lib/money.ts'
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { gifts } from './gifts.ts'
import { paymentProvider } from './payment-providers.ts'
import { refunds } from './refunds.ts'
import { newRefundReference } from './settle-refund.ts'

/** A church that has a refund to be carried out; told after the commit. */
export const REFUNDS: Topic<{ church_id: number }> = { name: 'refunds' }

const { column } = gifts.alone

/** How long whoever asked for it waits for the provider, and how often it is looked. */
const [PATIENCE_MS, LOOK_MS] = [12_000, 100]

const shown = (text: string) => new Json<RecordOf<typeof refunds.fields>>(text)

export const refundGift = action({
  name: 'gifts.refund',
  logged: 'Refunded an online gift',
  label: 'Refund…',
  asks: 'How much is to go back to the giver?',
  confirm:
    'The money goes back to the card or account that it came from, and the gift counts for what is left. This cannot be taken back.',
  submit: 'Refund',
  done: 'The refund was passed on.',
  may: within(FINANCE),
  stepUp: true,
  fields: {
    id: field.ref().required(),
    amount: field
      .minorUnits()
      .settable()
      .label('Amount', 'All that is left of the gift, unless you say less')
      .doc('In minor units of the currency of the gift; all that is left of it, unless said'),
    reason: field.text(500).settable().label('Reason', 'Stays with the refund; the giver does not see it'),
  },
  on: gifts,
  blank: true,
  offered: { status: ['succeeded'] },
  offeredWhile: ['amount', 'refunded_amount'],
  async check(_db, { caller }, { reason }, problems) {
    // Whoever stands at the terminal may leave it out.
    if (reason === undefined && caller.by.kind === 'person') problems.add('reason', 'is required')
  },
  async run(tx, { caller, clock, note }, { id, amount: wanted, reason }, _prepared, gift) {
    const { church, by } = caller
    if (column(gift, 'status') !== 'succeeded') {
      throw new ApiError('wrong_state', { message: because('Only a gift that was paid can be refunded.') })
    }
    const provider = column(gift, 'provider') ?? ''
    if (paymentProvider(provider).refund === undefined) {
      throw new ApiError('wrong_state', {
        message: because('Refund it at {provider}: this service cannot ask for it there.', { provider }),
      })
    }
    const left = await leftOf(tx, church.id, id, Number(column(gift, 'amount')))
    const amount = wanted ?? left
    checkLeft(amount, left, column(gift, 'currency') ?? '')
    note({ detail: { amount, currency: column(gift, 'currency') } })
    const made = await tx.first<{
      id: number
    }>(sql`insert into refunds (church_id, gift_id, branch_id, reference, provider,
        amount, currency, source, status, reason, requested_by, try_at, created_at, updated_at)
      values (${church.id}, ${id}, ${column(gift, 'branch_id')}, ${newRefundReference()}, ${provider}, ${amount},
        ${column(gift, 'currency')}, 'console', 'requested', ${reason ?? null},
        ${by.kind === 'person' ? by.name : null}, ${clock.now().toISOString()}::timestamptz, ${tx.now}::timestamptz,
        ${tx.now}::timestamptz)
      returning id`)
    if (made === undefined) throw new Error('A refund was not inserted.')
    tx.announce(REFUNDS, { church_id: church.id })
    return made.id
  },
  finish: ({ read }, { church }, _input, refund) => awaitAnswer(read, church.id, refund),
})

/**
 * What of a gift has not gone back. The gift is locked: no other refund of it is begun meanwhile.
 * @throws ApiError `wrong_state` while the provider has not answered about another: a button that is pressed twice is one refund
 */
async function leftOf(db: Db, church: number, gift: number, amount: number): Promise<number> {
  const found = await db.first<{ asked: number; waiting: number }>(sql`select coalesce(sum(amount), 0)::bigint as asked,
      count(*) filter (where status = 'requested')::int as waiting
    from refunds where church_id = ${church} and gift_id = ${gift} and status <> 'failed'`)
  if (found !== undefined && found.waiting > 0) {
    throw new ApiError('wrong_state', {
      message: because('A refund of this gift is under way. Wait until the provider has answered.'),
    })
  }
  return amount - (found?.asked ?? 0)
}

/** @throws ApiError `wrong_state` where nothing is left; `validation_failed` for more than is left */
function checkLeft(amount: number, left: number, currency: string): void {
  if (left <= 0) {
    throw new ApiError('wrong_state', { message: because('All of this gift has gone back.') })
  }
  const problems = new Problems()
  if (amount > left)
    problems.add(
      'amount',
      because('must be at most {left}: that is left of the gift', {
        left: codedAmount(left, currency),
      }),
    )
  problems.throwIfAny()
}

/** Waits a while for what the provider says. @returns the refund as it is then */
async function awaitAnswer(read: Db, church: number, id: number) {
  const { columnsIn, print } = refunds.alone
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const [row] = await read.text(
      sql`select ${columnsIn(church)} from refunds as t where t.church_id = ${church} and t.id = ${id}`,
    )
    if (row === undefined) throw new ApiError('not_found')
    if (refunds.alone.column(row, 'status') !== 'requested' || Date.now() > end) return shown(print(row))
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
}
