/**
 * What is due of a recurring gift: one step of the agenda, which locks it and looks at its own state. It begins periods and
 * attempts, and never asks anybody: charging is the work of `charge-worker.ts`, which takes up what stands on record here.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { periodAfter } from '../../lib/periods.ts'
import type { Due } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { RECURRING } from '../online-giving/periods.ts'
import { tellNoAccount } from './account-notice.ts'
import { insertAttempt, moneyOf, NO_ACCOUNT, pendingAttempt, usableMandate } from './attempt.ts'
import { pausedForFund } from './closed-fund.ts'
import { cancel, complete, endMandate, isEnded } from './end-recurring.ts'
import { failPeriod, followAhead, followCard, followPeriods } from './follow-periods.ts'
import { isBefore, MOVED, passMoved } from './pass-moved.ts'
import { lockRecurring, newPeriod, type Period, type Recurring, setPeriod, setRecurring } from './recurring-row.ts'
import { tellGiver } from './tell-giver.ts'
import { chargeableAt, TOLD_DAYS, turnOn } from './when.ts'

/** Periods in a row that are not paid: then it ends. */
const MOST_FAILED = 2
/** Somebody who pays when they are reminded has until then before they count as behind. */
const GRACE_DAYS = 7
const HOUR_MS = 3_600_000

export const recurringDue: Due = {
  kind: RECURRING,
  sweep: sql`select church_id, id as record_id, now() as due_at from recurring_gifts
    where held_at is null and (status in ('active', 'past_due', 'paused') or status = 'pending' and mandate_gift_id is null
      and exists (select 1 from gifts as g where g.church_id = recurring_gifts.church_id and g.recurring_id = recurring_gifts.id
        and g.status = 'succeeded'))`,
  async run(tx, { church, clock }, id) {
    const one = await lockRecurring(tx, church.id, id)
    // Another installation may charge it: until somebody confirms that this one does, nothing is begun and nobody is written to.
    if (one === undefined || one.held_at !== null) return null
    const now = clock.now()
    const periods = await passMoved(tx, church.id, one, await followPeriods(tx, church, now, one))
    if (one.status === 'pending') return await firstGift(tx, church, now, one)
    if (isEnded(one)) {
      await endMandate(tx, church, one)
      return null
    }
    if (await isRemoved(tx, church.id, one)) {
      await cancel(tx, church, one, { by: 'staff', reason: 'Removed from the people on record' })
      return null
    }
    await followCard(tx, church, now, one)
    await followAhead(tx, church, one, day => nextOf(one, day))
    if (one.status === 'paused') {
      // What was declined only after the pause began waits no more, either.
      for (const period of periods.filter(isUnpaid))
        await setPeriod(tx, church.id, one.id, period, { status: 'skipped', try_at: null })
      return await resumeWhenDue(tx, church, now, one)
    }
    return await goOn(tx, church, now, one, periods)
  },
}

/** The first payment is settled: now the provider is asked what of it may be charged again. */
async function firstGift(tx: Tx, church: Church, now: Date, one: Recurring): Promise<null> {
  if (one.mandate_gift_id !== null) return null
  const paid = await tx.first<{ id: number; due_on: string; person_id: number | null; branch_id: number }>(sql`
    select id, due_on, person_id, branch_id from gifts where church_id = ${church.id} and recurring_id = ${one.id}
      and status = 'succeeded' and due_on is not null order by id limit 1`)
  if (paid === undefined) return null
  const { id, due_on, person_id, branch_id } = paid
  await setPeriod(tx, church.id, one.id, newPeriod(due_on, 'paid'), { gift_id: id, tries: 1 })
  const look = { mandate_gift_id: id, mandate_look_at: now.toISOString() }
  await setRecurring(tx, church.id, one, { first_gift_id: id, person_id, branch_id, ...look })
  return null
}

async function isRemoved(tx: Tx, church: number, { person_id }: Recurring): Promise<boolean> {
  if (person_id === null) return false
  const found = await tx.first(sql`select 1 from people where church_id = ${church} and id = ${person_id} and removed`)
  return found !== undefined
}

async function resumeWhenDue(tx: Tx, church: Church, now: Date, one: Recurring): Promise<Date | null> {
  if (one.paused_until === null) return null
  const at = turnOn(one.paused_until, church, one.id)
  if (now.getTime() < at.getTime()) return at
  await resume(tx, church, now, one)
  return now
}

/** Goes on with the next period that has not come yet, or comes today; those of the pause are passed over. */
export async function resume(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const day = today(now, church.timezone)
  const next = nextOf(one, addDays(day, -1))
  const had =
    await tx.first(sql`select 1 from recurring_periods where church_id = ${church.id} and recurring_id = ${one.id}
    and due_on = ${next}::date`)
  const next_on = had === undefined || next === null ? next : nextOf(one, next)
  await setRecurring(tx, church.id, one, { status: 'active', paused_until: null, next_on })
}

/** The day of the first period after a day; null beyond the last day of all. */
export function nextOf({ anchor_on, frequency, ends_on }: Recurring, after: string): string | null {
  const next = periodAfter(anchor_on, frequency, after)
  return ends_on !== null && next > ends_on ? null : next
}

async function goOn(tx: Tx, church: Church, now: Date, one: Recurring, open: Period[]): Promise<Date | null> {
  const turn = await passOver(tx, church, now, one)
  if (turn !== null && now.getTime() >= turn.getTime() && one.next_on !== null) {
    if (await pausedForFund(tx, church, now, one)) return null
    for (const period of open) if (isUnpaid(period)) await failPeriod(tx, church, one, period)
    if (one.failed_periods >= MOST_FAILED) return await endFailed(tx, church, now, one)
    const begun = newPeriod(one.next_on, 'due')
    await setRecurring(tx, church.id, one, { next_on: nextOf(one, one.next_on) })
    await setPeriod(tx, church.id, one.id, begun, {})
    open.splice(0, open.length, ...open.filter(({ status }) => status === 'charging'), begun)
  }
  const looks = [turnOf(church, now, one)]
  for (const period of open) looks.push(await workOn(tx, church, now, one, period))
  const last = open.at(-1)
  const over = overAt(church, one, last)
  if (over !== null && last !== undefined && now.getTime() >= over.getTime()) await failPeriod(tx, church, one, last)
  else looks.push(over)
  if (one.failed_periods >= MOST_FAILED) return await endFailed(tx, church, now, one)
  if (one.next_on === null && (last === undefined || last.status === 'failed' || last.status === 'skipped')) {
    await complete(tx, church, one)
    return null
  }
  await setStanding(tx, church, now, one, last)
  const times = looks.flatMap(at => (at === null ? [] : at.getTime()))
  return times.length === 0 ? null : new Date(Math.max(Math.min(...times), now.getTime() + 1))
}

const isUnpaid = ({ status }: Period): boolean => status === 'retrying' || status === 'needs_giver' || status === 'due'

/** When the last period of all is unpaid for good: on the day on which another would have come. */
function overAt(church: Church, one: Recurring, last: Period | undefined): Date | null {
  if (one.next_on !== null || last === undefined || !isUnpaid(last)) return null
  return turnOn(periodAfter(one.anchor_on, one.frequency, last.due_on), church, one.id)
}

/** When the next period may begin. */
function turnOf(church: Church, now: Date, one: Recurring): Date | null {
  return one.next_on === null ? null : chargeableAt(turnOn(one.next_on, church, one.id), now, church, one.id)
}

/** Periods that are older than the next are skipped, never charged late. @returns the turn of the one that is left */
async function passOver(tx: Tx, church: Church, now: Date, one: Recurring): Promise<Date | null> {
  const day = today(now, church.timezone)
  for (;;) {
    if (one.next_on === null) return null
    const following = periodAfter(one.anchor_on, one.frequency, one.next_on)
    const isElsewhere = isBefore(one, one.next_on)
    if (following > day && !isElsewhere) return turnOf(church, now, one)
    const error = isElsewhere ? MOVED : 'passed'
    await setPeriod(tx, church.id, one.id, newPeriod(one.next_on, 'skipped'), { error })
    await setRecurring(tx, church.id, one, { next_on: nextOf(one, one.next_on) })
  }
}

async function endFailed(tx: Tx, church: Church, now: Date, one: Recurring): Promise<null> {
  await cancel(tx, church, one, { by: 'failures' })
  await tellGiver(tx, church, now, one)
  return null
}

/** Begins what is to be begun of a period, and writes to the giver where it is not paid. @returns when to look again */
async function workOn(tx: Tx, church: Church, now: Date, one: Recurring, period: Period): Promise<Date | null> {
  // Somebody looks for the payment: until it is known, nothing is charged and the giver is not asked to pay.
  if (await moneyOf(tx, church.id, one.id, period.due_on)) return null
  const isDue =
    period.status === 'due' || (period.status === 'retrying' && now.getTime() >= Date.parse(period.try_at ?? ''))
  if (isDue) {
    const pending = await pendingAttempt(tx, church.id, one.id, period.due_on)
    // Somebody is about to pay it: whether they do has to be known first.
    if (pending !== undefined) return new Date(now.getTime() + HOUR_MS)
    if (!(await attempt(tx, church, now, one, period))) return new Date(now.getTime() + HOUR_MS)
  }
  if (period.status === 'charging') return null
  const again = period.status === 'retrying' && period.try_at !== null ? new Date(period.try_at) : null
  return earlier(again, await tellWhenDue(tx, church, now, one, period))
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other.getTime() < one.getTime()) ? other : one

/** @returns false where it waits for an account of the church, of which the giver is told nothing */
async function attempt(tx: Tx, church: Church, now: Date, one: Recurring, period: Period): Promise<boolean> {
  const mandate = one.mode === 'charge' ? await usableMandate(tx, church.id, one) : undefined
  if (mandate === NO_ACCOUNT) {
    await setPeriod(tx, church.id, one.id, period, { error: NO_ACCOUNT })
    await tellNoAccount(tx, church, one.mandate_id)
    return false
  }
  if (mandate === undefined) {
    const before = period.error === NO_ACCOUNT ? null : period.error
    const error = one.mode === 'charge' ? (before ?? 'no_mandate') : null
    await setPeriod(tx, church.id, one.id, period, { status: 'needs_giver', try_at: null, error })
    return true
  }
  const { id, provider, is_test } = mandate
  const gift = await insertAttempt(tx, church, one, period.due_on, { mandate: id, provider, is_test, at: now })
  const tries = period.tries + 1
  const error = period.error === NO_ACCOUNT ? null : period.error
  await setPeriod(tx, church.id, one.id, period, { status: 'charging', tries, try_at: null, gift_id: gift.id, error })
  return true
}

/** On the days 0, 3 and 7, each once; of days that went by together once. */
async function tellWhenDue(tx: Tx, church: Church, now: Date, one: Recurring, period: Period): Promise<Date | null> {
  const moments = TOLD_DAYS.map(days => turnOn(addDays(period.due_on, days), church, one.id))
  const passed = moments.filter(at => at.getTime() <= now.getTime()).length
  if (passed > period.told) {
    await setPeriod(tx, church.id, one.id, period, { told: passed })
    await tellGiver(tx, church, now, one)
  }
  return moments[period.told] ?? null
}

/** Whether it is behind, for the list and for who looks after it. */
async function setStanding(tx: Tx, church: Church, now: Date, one: Recurring, last: Period | undefined): Promise<void> {
  const isOpen = last !== undefined && !['charging', 'paid', 'skipped'].includes(last.status)
  const isLate =
    one.mode === 'charge' || addDays(last?.due_on ?? '1970-01-01', GRACE_DAYS) <= today(now, church.timezone)
  const past_due_on = isOpen && isLate ? (last?.due_on ?? null) : last?.status === 'charging' ? one.past_due_on : null
  const status = past_due_on === null ? 'active' : 'past_due'
  if (status !== one.status || past_due_on !== one.past_due_on)
    await setRecurring(tx, church.id, one, { status, past_due_on })
}
