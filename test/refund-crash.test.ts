/**
 * Crashes around a refund: whenever a node dies, the money goes back once, and the books say so once (decision 0027). The same of two
 * nodes, whose clocks differ.
 */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'
import { carryOutRefunds } from '../src/modules/online-giving/carry-out-refunds.ts'
import { refundGift } from '../src/modules/online-giving/refund-gift.ts'
import type { ServiceParts } from '../src/resource/module.ts'
import { type DyingNodes, type Moment, startDying } from './crash/dying-node.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { type GivingChurch, type GivingService, givingParts, startGiving } from './support/giving.ts'
import { moneyBack, PAID_BY, type PaidBy, sentLongAgo } from './support/money-back.ts'
import { killProcesses, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { eventually } from './support/receiver.ts'

/** It carries nothing out itself. */
let service: GivingService
let dying: DyingNodes
let church: GivingChurch

before(async () => {
  const modules = MODULES.map(module =>
    module.name === 'online-giving'
      ? { ...module, serve: (parts: ServiceParts) => ({ ...module.serve?.(parts), workers: [] }) }
      : module,
  )
  service = await startGiving({}, { modules })
  dying = await startDying(service)
})
after(async () => {
  killProcesses()
  await dying.close()
  await service.close()
})

const PLAYS = moneyBack(() => ({ service, church }))

/** A gift of 50,000.00 that was paid, of which 20,000.00 are asked back. */
async function asked(provider: PaidBy): Promise<{ id: number; payment_id: string }> {
  await church.give({ amount: '50,000.00' })
  await PLAYS[provider].pay()
  const gift = (await church.gifts()).at(-1)
  void church.act(refundGift, { id: gift.id, amount: 2_000_000, reason: 'Given twice' }).catch(() => undefined)
  await eventually('it is asked for', async () => (await refundsOf(gift.id)).length > 0 || undefined)
  return gift
}

const refundsOf = async (gift: number) => (await church.send('GET', `/refunds?gift_id=${gift}`)).json.data
const carryOut = () => carryOutRefunds(givingParts(service))

/** The provider has one refund of the gift, and so have the books, in which so many gifts are by now. */
async function once(
  provider: PaidBy,
  { id, payment_id }: { id: number; payment_id: string },
  gifts = 1,
): Promise<void> {
  const theirs: { payment_intent?: string; transaction?: number }[] = service[provider].refunds
  const made = theirs.filter(one => String(one.payment_intent ?? one.transaction) === payment_id)
  assert.equal(made.length, 1)
  const [refund, ...more] = await refundsOf(id)
  assert.deepEqual([refund.status, refund.amount, more], ['succeeded', 2_000_000, []])
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [gifts, 3_000_000 * gifts])
  const told = (await church.told()).filter(name => name.startsWith('contribution.'))
  assert.deepEqual(told.slice(-3), ['contribution.recorded', 'contribution.voided', 'contribution.recorded'])
  assert.equal(told.length, 3 * gifts)
}

/** Each claim runs out, and what was sent has had its time. */
async function later(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    service.pass(6)
    await sentLongAgo(service)
    await carryOut()
  }
}

const [CLAIM, SEND, SETTLE] = [
  'update refunds as r set tries',
  'update refunds set sent_at',
  'update refunds set status',
]
const MOMENTS: readonly (readonly [when: string, Moment])[] = [
  ['before it is claimed', (proxy, act) => beforeCommit(proxy, CLAIM, act)],
  ['when it is claimed', (proxy, act) => afterCommit(proxy, CLAIM, act)],
  ['before it is written down as sent', (proxy, act) => beforeCommit(proxy, SEND, act)],
  ['before it is sent', (proxy, act) => afterCommit(proxy, SEND, act)],
  ['in the middle of its settlement', (proxy, act) => midTransaction(proxy, SETTLE, act)],
  ['before its settlement is committed', (proxy, act) => beforeCommit(proxy, SETTLE, act)],
  ['when it is settled and nobody knows', (proxy, act) => afterCommit(proxy, SETTLE, act)],
]

/** Stripe knows our reference, Paystack does not: there a request that is sent twice is two refunds. */
for (const provider of PAID_BY) {
  test(`${provider}: whenever a node dies, the money goes back once`, async t => {
    service.resetClock()
    church = await service.givingChurch(provider)
    for (const [n, [when, moment]] of MOMENTS.entries()) {
      const gift = await asked(provider)
      await dying.die(moment, database => carryOutRefunds(givingParts({ ...service, database })))
      t.diagnostic(when)
      await later()
      await once(provider, gift, n + 1)
    }
    proved(t, MOMENTS.length, 'kills at a step')
  })

  test(`${provider}, killed when an answer is lost on its way: the money goes back once`, async () => {
    service.resetClock()
    church = await service.givingChurch(provider)
    const gift = await asked(provider)
    service[provider].loseAnswers = 1
    const node = await startProcess(service.connection, { TEST_REACH: JSON.stringify(service.reach) })
    await eventually('it was sent', () => service[provider].loseAnswers === 0)
    await node.kill()
    await later()
    await once(provider, gift)
  })
}

test('of two nodes at the same time one carries it out', async () => {
  service.resetClock()
  church = await service.givingChurch('paystack')
  const gift = await asked('paystack')
  await Promise.all([carryOut(), carryOut()])
  await once('paystack', gift)
})

test('a node whose clock is an hour ahead sends nothing again while another one waits for the answer', async () => {
  service.resetClock()
  church = await service.givingChurch('paystack')
  const gift = await asked('paystack')
  const held: ServerResponse[] = []
  service.paystack.reply = response => {
    if (response.req.method === 'POST') held.push(response)
    else response.writeHead(200).end(JSON.stringify({ status: true, data: [] }))
  }
  const sending = carryOut()
  await eventually('it was sent', () => held.length > 0)
  const ahead = { now: () => new Date(Date.now() + 3_600_000) }
  for (let round = 0; round < 2; round += 1) await carryOutRefunds({ ...givingParts(service), clock: ahead })
  assert.equal(held.length, 1)
  service.paystack.reply = undefined
  for (const response of held) response.destroy()
  await sending
  service.pass(120)
  await later()
  await once('paystack', gift)
})
