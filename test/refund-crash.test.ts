/** Crashes around a refund: whenever the server is killed, the money goes back once, and the books say so once (decision 0027). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'
import { carryOutRefunds } from '../src/modules/online-giving/carry-out-refunds.ts'
import { refundGift } from '../src/modules/online-giving/refund-gift.ts'
import type { ServiceParts } from '../src/resource/module.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { type GivingChurch, type GivingService, givingParts, startGiving } from './support/giving.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'

/** It carries nothing out itself. */
let service: GivingService
let proxy: TcpProxy

before(async () => {
  const modules = MODULES.map(module =>
    module.title === 'Online giving'
      ? { ...module, serve: (parts: ServiceParts) => ({ ...module.serve?.(parts), workers: [] }) }
      : module,
  )
  service = await startGiving({}, { modules })
  proxy = await startProxy(databaseAddress(service.connection))
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

/** A node that reaches the database through the proxy, and carries out what is asked for. */
const startNode = (): Promise<NodeProcess> =>
  startProcess(
    { ...service.connection, host: '127.0.0.1', port: proxy.port },
    { TEST_REACH: JSON.stringify(service.reach) },
  )

type Provider = 'stripe' | 'paystack'

/** A gift of 50,000.00 that was paid, of which 20,000.00 are asked back. */
async function asked(provider: Provider): Promise<GivingChurch> {
  const church = await service.givingChurch(provider)
  await church.give({ amount: '50,000.00' })
  if (provider === 'stripe') {
    const session = service.stripe.sessions.at(-1) ?? assert.fail()
    service.stripe.pay(session)
    assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 200)
  } else {
    const transaction = service.paystack.transactions.at(-1) ?? assert.fail()
    service.paystack.pay(transaction)
    assert.equal(await church.callBack(service.paystack.event('charge.success', transaction)), 200)
  }
  const [{ id }] = await church.gifts()
  void church.act(refundGift, { id, amount: 2_000_000, reason: 'Given twice' }).catch(() => undefined)
  await eventually('it is asked for', async () => (await refunds(church)).length > 0 || undefined)
  return church
}

const refunds = async (church: GivingChurch) => (await church.send('GET', '/refunds')).json.data

/** The provider has one refund, and so have the books. */
async function once(church: GivingChurch, provider: Provider): Promise<void> {
  const [{ payment_id }] = await church.gifts()
  const theirs: { payment_intent?: string; transaction?: number }[] = service[provider].refunds
  const made = theirs.filter(one => String(one.payment_intent ?? one.transaction) === payment_id)
  assert.equal(made.length, 1)
  const [refund, ...more] = await refunds(church)
  assert.deepEqual([refund.status, refund.amount, more], ['succeeded', 2_000_000, []])
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [1, 3_000_000])
  const told = (await church.told()).filter(name => name.startsWith('contribution.'))
  assert.deepEqual(told, ['contribution.recorded', 'contribution.voided', 'contribution.recorded'])
}

/** Each claim runs out, and what was sent has had its time. */
async function later(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    service.pass(6)
    await carryOutRefunds(givingParts(service))
  }
}

const [CLAIM, SEND, SETTLE] = [
  'update refunds as r set tries',
  'update refunds set sent_at',
  'update refunds set status',
]

/** Stripe knows our reference, Paystack does not: there a request that is sent twice is two refunds. */
for (const [provider, when, watch] of [
  ['paystack', 'before it is claimed', act => beforeCommit(proxy, CLAIM, act)],
  ['paystack', 'when it is claimed', act => afterCommit(proxy, CLAIM, act)],
  ['paystack', 'before it is sent', act => afterCommit(proxy, SEND, act)],
  ['paystack', 'in the middle of its settlement', act => midTransaction(proxy, SETTLE, act)],
  ['paystack', 'when it is settled and nobody knows', act => afterCommit(proxy, SETTLE, act)],
  ['stripe', 'before its settlement is committed', act => beforeCommit(proxy, SETTLE, act)],
] as readonly [Provider, string, (act: () => void) => void][]) {
  test(`${provider}, killed ${when}: the money goes back once`, async () => {
    service.resetClock()
    const church = await asked(provider)
    let dying: Promise<NodeProcess> | undefined
    const died = new Promise<void>(resolve => watch(() => void dying?.then(node => node.kill()).then(resolve)))
    dying = startNode()
    await died
    proxy.watch = {}
    await later()
    await once(church, provider)
  })
}

test('killed when an answer is lost on its way: the money goes back once', async () => {
  service.resetClock()
  const church = await asked('paystack')
  service.paystack.loseAnswers = 1
  const node = await startNode()
  await eventually('it was sent', () => service.paystack.loseAnswers === 0)
  await node.kill()
  await later()
  await once(church, 'paystack')
})

test('of two nodes at the same time one carries it out', async () => {
  service.resetClock()
  const church = await asked('paystack')
  await Promise.all([carryOutRefunds(givingParts(service)), carryOutRefunds(givingParts(service))])
  await once(church, 'paystack')
})
