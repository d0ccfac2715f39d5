/** What became of the periods that began: by the gifts that pay them, and by the days that pass. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { isUncertain, moneyOf, NO_ACCOUNT } from './attempt.ts'
import { cancel } from './end-recurring.ts'
import { newPeriod, openPeriods, type Period, type Recurring, setPeriod, setRecurring } from './recurring-row.ts'
import { tellGiver } from './tell-giver.ts'
import { RETRY_DAYS, turnOn } from './when.ts'

interface Ended {
  id: number
  due_on: string
  status: string
  error: string | null
  decline: string | null
}

/** Sets periods by what became of their gifts. @returns those that are open */
export async function followPeriods(tx: Tx, church: Church, now: Date, one: Recurring): Promise<Period[]> {
  const periods = await openPeriods(tx, church.id, one.id)
  if (periods.length === 0) return []
  const gifts = await tx.all<Ended>(sql`select id, due_on, status, error, decline from gifts
    where church_id = ${church.id} and recurring_id = ${one.id} and status <> 'pending' and (status = 'succeeded' and due_on
      = any(${`{${periods.map(({ due_on }) => due_on).join(',')}}`}::date[])
      or id = any(${idArray(periods.flatMap(({ gift_id }) => gift_id ?? []))})) order by id`)
  for (const period of periods) {
    const paid = gifts.find(({ due_on, status }) => due_on === period.due_on && status === 'succeeded')
    const tried = gifts.find(({ id }) => id === period.gift_id)
    if (paid !== undefined) await pay(tx, church, one, period, paid)
    else if (period.status === 'charging' && tried !== undefined) await decline(tx, church, now, one, period, tried)
  }
  return periods.filter(({ status }) => status !== 'paid')
}

async function pay(tx: Tx, church: Church, one: Recurring, period: Period, gift: Ended): Promise<void> {
  await setPeriod(tx, church.id, one.id, period, { status: 'paid', gift_id: gift.id, error: null, try_at: null })
  await setRecurring(tx, church.id, one, { failed_periods: 0, ...(await whoseFirst(tx, church.id, one, gift.id)) })
}

/** Of one that was not paid before, such as by reminders, the first paid gift tells whose it is. */
async function whoseFirst(tx: Tx, church: number, one: Recurring, gift: number): Promise<Partial<Recurring>> {
  if (one.first_gift_id !== null) return {}
  const paid = await tx.first<{
    person_id: number | null
    branch_id: number
  }>(sql`select person_id, branch_id from gifts
    where church_id = ${church} and id = ${gift}`)
  return paid === undefined ? {} : { first_gift_id: gift, ...paid, person_id: paid.person_id ?? one.person_id }
}

/** The provider's plain word that this attempt came to nothing. Where money may have come of it nothing is tried after it. */
async function decline(tx: Tx, church: Church, now: Date, one: Recurring, period: Period, gift: Ended): Promise<void> {
  const error = gift.error ?? gift.status
  const next = RETRY_DAYS[period.tries - 1]
  if (gift.decline === 'revoked') {
    await setPeriod(tx, church.id, one.id, period, { status: 'failed', error, try_at: null })
    await cancel(tx, church, one, { by: 'provider', reason: null })
    await tellGiver(tx, church, now, one)
    return
  }
  if (isUncertain(error) || (gift.decline !== 'hard' && gift.decline !== 'giver' && next === undefined)) {
    await setPeriod(tx, church.id, one.id, period, { error })
    await failPeriod(tx, church, one, period)
  } else if (gift.decline === 'hard' || gift.decline === 'giver') {
    await setPeriod(tx, church.id, one.id, period, { status: 'needs_giver', error })
    if (gift.decline === 'hard') {
      await tx.run(sql`update mandates set status = 'needs_giver', updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id = ${one.mandate_id} and status = 'active'`)
    }
  } else {
    // Counted from the period's day; of one that was late, not twice on one day.
    const day = today(now, church.timezone)
    const planned = addDays(period.due_on, next ?? 1)
    const try_at = turnOn(planned > day ? planned : addDays(day, 1), church, one.id).toISOString()
    await setPeriod(tx, church.id, one.id, period, { status: 'retrying', error, try_at })
  }
}

/**
 * A period that stays unpaid. It counts towards the end of the recurring gift only where nobody paid: not where money may have come,
 * nor where the church had no account to charge by.
 */
export async function failPeriod(tx: Tx, church: Church, one: Recurring, period: Period): Promise<void> {
  if (period.status === 'failed') return
  if (period.error === NO_ACCOUNT) {
    await setPeriod(tx, church.id, one.id, period, { status: 'skipped', try_at: null })
    return
  }
  await setPeriod(tx, church.id, one.id, period, { status: 'failed', try_at: null })
  const mayBePaid = (await moneyOf(tx, church.id, one.id, period.due_on)) !== undefined
  if (!mayBePaid) await setRecurring(tx, church.id, one, { failed_periods: one.failed_periods + 1 })
}

/** A period that was paid before its day, such as with a new card, needs nothing on that day. */
export async function followAhead(
  tx: Tx,
  church: Church,
  one: Recurring,
  following: (day: string) => string | null,
): Promise<void> {
  if (one.next_on === null) return
  const paid = await tx.first<{ id: number }>(sql`select id from gifts where church_id = ${church.id}
    and recurring_id = ${one.id} and due_on = ${one.next_on}::date and status = 'succeeded'`)
  if (paid === undefined) return
  await setPeriod(tx, church.id, one.id, newPeriod(one.next_on, 'paid'), { gift_id: paid.id, tries: 1 })
  const first = await whoseFirst(tx, church.id, one, paid.id)
  await setRecurring(tx, church.id, one, { failed_periods: 0, next_on: following(one.next_on), ...first })
}

/** A giver paid by a checkout that asked whether it may be repeated: the provider is asked what it kept. */
export async function followCard(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const paid = await tx.first<{ id: number }>(sql`select id from gifts where church_id = ${church.id}
    and recurring_id = ${one.id} and saves and status = 'succeeded' and id > ${one.mandate_gift_id ?? 0}
    order by id desc limit 1`)
  if (paid === undefined) return
  const look = { mandate_look_at: now.toISOString(), mandate_looks: 0 }
  await setRecurring(tx, church.id, one, { mandate_gift_id: paid.id, ...look })
}
