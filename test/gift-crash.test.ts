/** Crashes around an online gift: whenever the server is killed, a payment is exactly one contribution (decisions, Giving). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { reconcileGifts } from '../src/modules/online-giving/reconcile.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { filled, type GivingChurch, type GivingService, givingParts, startGiving, visit } from './support/giving.ts'
import type { Transaction } from './support/paystack.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'

let service: GivingService
/** In front of the database; every node that may die reaches it through here. */
let proxy: TcpProxy
let church: GivingChurch

before(async () => {
  service = await startGiving()
  proxy = await startProxy(databaseAddress(service.connection))
})
beforeEach(async () => {
  church = await service.givingChurch('paystack')
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

const startNode = (): Promise<NodeProcess> =>
  startProcess(
    { ...service.connection, host: '127.0.0.1', port: proxy.port },
    { TEST_REACH: JSON.stringify(service.reach) },
  )

const transaction = (): Transaction => service.paystack.transactions.at(-1) ?? assert.fail('no transaction')

function paid() {
  service.paystack.pay(transaction())
  return service.paystack.event('charge.success', transaction())
}

/** One contribution, and each event once. */
async function settledOnce(): Promise<void> {
  assert.equal((await church.contributions()).length, 1)
  assert.deepEqual((await church.told()).sort(), ['contribution.recorded', 'giving.gift_received', 'payment.succeeded'])
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [1, 150050])
  assert.equal((await church.gifts()).filter(({ status }) => status === 'succeeded').length, 1)
}

test('killed between checkout and settlement: the provider repeats its callback, and the gift is posted once', async () => {
  const node = await startNode()
  const led = await visit(`${node.url}/give/${church.church.slug}`, filled(church.fund_id))
  assert.equal(led.status, 303)
  await node.kill()
  const call = paid()
  await assert.rejects(church.callBack(call, node.url))
  const next = await startNode()
  assert.equal(await church.callBack(call, next.url), 200)
  assert.equal(await church.callBack(call, next.url), 200)
  await settledOnce()
  await next.kill()
})

test('killed in the middle of settlement, at three exact moments: exactly one contribution after the restart', async () => {
  const moments = { midTransaction, beforeCommit, afterCommit }
  let spare = startNode()
  for (const [name, moment] of Object.entries(moments)) {
    church = await service.givingChurch('paystack')
    const node = await spare
    spare = startNode()
    await church.give({}, node.url)
    const call = paid()
    const killed = new Promise<void>(resolve => moment(proxy, String(transaction().id), () => resolve(node.kill())))
    await assert.rejects(church.callBack(call, node.url), name)
    await killed
    const [gift] = await church.gifts()
    assert.equal(gift.status, name === 'afterCommit' ? 'succeeded' : 'pending', name)
    assert.equal((await church.contributions()).length, name === 'afterCommit' ? 1 : 0, name)
    assert.equal(await church.callBack(call, (await spare).url), 200)
    await settledOnce()
  }
  await (await spare).kill()
})

test('killed while the provider is asked for a checkout: nothing is posted, and a payment all the same is found', async () => {
  const node = await startNode()
  const killed = new Promise<void>(resolve => {
    service.paystack.reply = () => resolve(node.kill())
  })
  await assert.rejects(visit(`${node.url}/give/${church.church.slug}`, filled(church.fund_id)))
  await killed
  service.paystack.reply = undefined
  const [gift, ...more] = await church.gifts()
  assert.deepEqual([gift.status, more], ['pending', []])
  assert.deepEqual(await church.contributions(), [])
  const { reference, amount, currency } = gift
  service.paystack.transactions.push({ id: 4_900_000_001, reference, amount, currency })
  service.paystack.pay(transaction())
  service.pass(6)
  await reconcileGifts(givingParts(service))
  await settledOnce()
})
