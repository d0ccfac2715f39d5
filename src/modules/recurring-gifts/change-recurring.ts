/** What givers and staff change of a recurring gift that is locked. */
import type { Tx } from '../../db/database.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { msg } from '../../texts/language.ts'
import { RECURRING } from '../online-giving/periods.ts'
import { moneyOf, NO_ACCOUNT, pendingAttempt, usableMandate } from './attempt.ts'
import { isBefore } from './pass-moved.ts'
import { openPeriods, type Recurring, setPeriod, setRecurring } from './recurring-row.ts'

const NOTHING_DUE = msg('nothing of it is unpaid at the moment')
const PAUSED = msg('it is paused, and nothing is charged until it goes on')
const HELD = msg('it is on hold until somebody confirms that this installation charges')
const UNDER_WAY = msg('a payment of it is under way; what comes of that has to be known first')
const NO_WORD = msg(
  'nobody knows whether it was paid: look at the payment provider first. Then say so on its online gift, where it was not',
)
const OTHER_AMOUNT = msg(
  'what was paid is not what was asked for: on its online gift take that into the books, and refund it where it is to go back',
)
const NOWHERE = msg('there is no account with a payment provider that could charge it')
const NEEDS_GIVER = msg('its card cannot be charged any more: send the giver their link')

const WAITS_FOR = { paid: NOTHING_DUE, uncertain: NO_WORD, mismatched: OTHER_AMOUNT } as const

/**
 * Tries the unpaid period again at once, with the same mandate: enough money needs no new card.
 * @returns why it cannot be, completing "recurring gift 7: …"; undefined where it is tried
 */
export async function tryAgain(tx: Tx, church: Church, now: Date, one: Recurring): Promise<string | undefined> {
  const period = (await openPeriods(tx, church.id, one.id)).at(-1)
  if (one.held_at !== null) return HELD
  if (one.status === 'paused') return PAUSED
  if (period === undefined || isBefore(one, period.due_on)) return NOTHING_DUE
  if (period.status === 'charging' || (await pendingAttempt(tx, church.id, one.id, period.due_on))) return UNDER_WAY
  const money = await moneyOf(tx, church.id, one.id, period.due_on)
  if (money !== undefined) return WAITS_FOR[money]
  const mandate = one.mode === 'charge' ? await usableMandate(tx, church.id, one) : undefined
  if (mandate === undefined) return NEEDS_GIVER
  if (mandate === NO_ACCOUNT) return NOWHERE
  const wasFailed = period.status === 'failed'
  await setPeriod(tx, church.id, one.id, period, { status: 'retrying', try_at: now.toISOString() })
  // It is counted again should this try fail, too.
  if (wasFailed) await setRecurring(tx, church.id, one, { failed_periods: Math.max(0, one.failed_periods - 1) })
  await putOnAgenda(tx, church.id, RECURRING, one.id, now)
  return undefined
}

/** Nothing is begun until it goes on. What is under way is not recalled; what is unpaid waits no more. */
export async function pauseRecurring(tx: Tx, church: Church, one: Recurring, until: string | null): Promise<void> {
  for (const period of await openPeriods(tx, church.id, one.id)) {
    if (period.status !== 'charging' && period.status !== 'failed') {
      await setPeriod(tx, church.id, one.id, period, { status: 'skipped', try_at: null })
    }
  }
  await setRecurring(tx, church.id, one, { status: 'paused', paused_until: until, past_due_on: null })
  await putOnAgenda(tx, church.id, RECURRING, one.id, new Date(Date.parse(tx.now)))
}

const NO_NEXT = msg('No further gift is to come. Nothing is changed.')
const AFTER_END = msg('This day is after the last day of your recurring gift. Nothing is changed.')
const NEXT_BEGUN = msg(
  'Your next gift is being paid already. Nothing is changed; you can change the day of the one after it.',
)

/** Another day of the next gift: its periods count from that. @returns a sentence for the giver on why it cannot be */
export async function moveNext(
  tx: Tx,
  church: Church,
  now: Date,
  one: Recurring,
  day: string,
): Promise<string | undefined> {
  const { id, next_on, ends_on } = one
  if (next_on === null) return NO_NEXT
  if (ends_on !== null && day > ends_on) return AFTER_END
  // It would be paid on its old day and asked for again on the new one.
  const begun = (await pendingAttempt(tx, church.id, id, next_on)) ?? (await moneyOf(tx, church.id, id, next_on))
  if (begun !== undefined) return NEXT_BEGUN
  await setRecurring(tx, church.id, one, { anchor_on: day, next_on: day })
  await putOnAgenda(tx, church.id, RECURRING, one.id, now)
  return undefined
}
