/** Charges whose outcome is learned late, otherwise than from the answer, or not at all; and what a closed fund does to them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { type GivingChurch, type GivingService, visit } from '../../../test/support/giving.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import {
  beginDue,
  beginRecurring,
  giverPath,
  moveTo,
  periodsOf,
  recurringOf,
  startRecurring,
  workOff,
} from '../../../test/support/recurring.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sweepAgenda } from '../../agenda/sweep.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import { doingOn } from '../../resource/step.ts'
import { updateFund } from '../contributions/update-fund.ts'
import { resumeAction } from './actions.ts'
import { recurringGiftsModule } from './module.ts'
import { turnOn } from './when.ts'

let service: GivingService
let church: GivingChurch

before(async () => {
  service = await startRecurring()
})
after(() => service.close())

async function fresh(provider: 'stripe' | 'paystack'): Promise<number> {
  service.resetClock()
  moveTo(service, '2027-01-31T09:00:00Z')
  church = await service.givingChurch(provider)
  await useOutbox(service, church)
  return await beginRecurring(service, church, provider)
}
const turn = (day: string, id: number): void =>
  moveTo(service, new Date(turnOn(day, church.church, id).getTime() + 1_000).toISOString())
async function on(day: string, id: number): Promise<void> {
  turn(day, id)
  await workOff(service)
}
const latest = async (id: number) => (await periodsOf(service, church, id)).at(-1)
const one = async () => (await recurringOf(church)).at(-1)
const DAY_SECONDS = 86_400

test('a charge whose answer was lost is found three weeks later, behind many others of the giver: one payment', async () => {
  const id = await fresh('stripe')
  const { stripe } = service
  turn('2027-02-28', id)
  stripe.loses = 'hang up'
  await workOff(service)
  stripe.loses = undefined
  assert.equal((await latest(id))?.status, 'charging')
  const paid = stripe.intents.at(-1) ?? assert.fail()
  // Three weeks pass for Stripe, too, and the giver pays others with the same account.
  const { created } = paid as { created?: number }
  paid.created = Number(created) - 21 * DAY_SECONDS
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update gifts set created_at = created_at - interval '21 days' where church_id = ${church.church.id}
      and recurring_id = ${id} and status = 'pending'`),
  )
  for (let n = 0; n < 230; n += 1)
    stripe.intents.push({ ...paid, id: `pi_other${n}`, created, metadata: { reference: `other ${n}` } })
  const before = stripe.intents.length
  service.pass(21 * 24 * 60)
  await workOff(service)
  assert.deepEqual([(await latest(id))?.status, stripe.intents.length], ['paid', before])
  assert.equal((await church.contributions()).length, 2)
})

test('a giver with more payments than can be looked through is not charged again: somebody has to look', async () => {
  const id = await fresh('stripe')
  const { stripe } = service
  turn('2027-02-28', id)
  stripe.reply = response => response.destroy()
  await workOff(service)
  stripe.reply = undefined
  const [customer] = await service.database.read.all<{ customer_ref: string }>(sql`select customer_ref from mandates
    where church_id = ${church.church.id}`)
  const created = Math.floor(Date.now() / 1000)
  const other = { customer: customer?.customer_ref ?? '', created, metadata: { reference: 'other' } }
  const rest = stripe.intents.splice(0)
  for (let n = 0; n < 2_001; n += 1) stripe.intents.push({ ...other, id: `pi_many${n}` })
  service.pass(2)
  await workOff(service)
  assert.deepEqual([(await latest(id))?.status, stripe.intents.length], ['charging', 2_001])
  stripe.intents.splice(0, stripe.intents.length, ...rest)
})

test('a hard decline that Paystack tells by a callback is not tried again; a soft one is', async () => {
  for (const [words, status] of [
    ['Restricted Card', 'needs_giver'],
    ['Insufficient Funds', 'retrying'],
  ] as const) {
    const id = await fresh('paystack')
    const { paystack } = service
    const code = `AUTH_${paystack.transactions.at(-1)?.id}`
    paystack.outcomes.set(code, { status: 'processing' })
    await on('2027-02-28', id)
    assert.equal((await latest(id))?.status, 'charging', words)
    const transaction = paystack.transactions.at(-1) ?? assert.fail()
    Object.assign(transaction, { status: 'failed', gateway_response: words })
    for (const _ of [1, 2]) assert.equal(await church.callBack(paystack.event('charge.failed', transaction)), 200)
    const before = paystack.transactions.length
    await workOff(service)
    const { error } = (await latest(id)) ?? {}
    assert.deepEqual([(await latest(id))?.status, error], [status, words])
    paystack.outcomes.clear()
    await on('2027-03-01', id)
    assert.equal(paystack.transactions.length - before, status === 'retrying' ? 1 : 0, words)
    assert.equal((await latest(id))?.status, status === 'retrying' ? 'paid' : 'needs_giver')
  }
})

test('a fund that is closed meanwhile is given nothing: its gifts are paused, the giver and the church are told', async () => {
  const id = await fresh('stripe')
  const { fund_id } = church
  const written = async () =>
    (await service.database.read.all(sql`select 1 from messages where church_id = ${church.church.id}`)).length
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update funds set is_active = false, is_default = false where church_id = ${church.church.id} and id = ${fund_id}`,
    ),
  )
  const attempts = async () => (await church.gifts()).length
  const [charges, mails] = [await attempts(), await written()]
  await on('2027-02-28', id)
  await on('2027-03-31', id)
  assert.deepEqual([await attempts(), await written(), (await one()).status], [charges, mails + 1, 'paused'])
  const notices = await listNotices(service.database, church.church.id)
  assert.deepEqual(
    notices.map(({ title }) => title),
    ['Recurring gifts to General are paused'],
  )
  assert.match((await visit(await giverPath(service, church, id))).text, /Paused/)
  await church.act(updateFund, { id: fund_id, is_active: true })
  await church.act(resumeAction, { id })
  await workOff(service)
  await on('2027-04-30', id)
  assert.equal((await latest(id))?.status, 'paid')
})

test('hints that were lost are made anew by the sweep, and charges that were begun are made without one: one payment', async () => {
  const id = await fresh('stripe')
  const forget = () =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`delete from agenda where church_id = ${church.church.id}`),
    )
  const sweep = () => {
    const { database, clock } = service
    const log = pino({ level: 'silent' })
    return sweepAgenda({ ...doingOn(database, clock), clock, log, kinds: kindsOf([recurringGiftsModule]) })
  }
  const before = service.stripe.intents.length
  await forget()
  await on('2027-02-28', id)
  assert.equal(service.stripe.intents.length, before, 'nobody knows that it is due')
  await sweep()
  await beginDue(service)
  assert.equal((await latest(id))?.status, 'charging')
  await forget()
  await workOff(service)
  assert.equal(service.stripe.intents.length, before + 1)
  await forget()
  await sweep()
  await workOff(service)
  await workOff(service)
  assert.deepEqual([service.stripe.intents.length, (await latest(id))?.status], [before + 1, 'paid'])
})
