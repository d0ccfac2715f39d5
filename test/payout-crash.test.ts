/** Crashes around a payout: whenever the server is killed, it is one batch with all of its gifts (decision 0032). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { MODULES } from '../src/modules/index.ts'
import { askForPayouts } from '../src/modules/online-giving/ask-payouts.ts'
import type { ServiceParts } from '../src/resource/module.ts'
import { type DyingNodes, type Moment, startDying } from './crash/dying-node.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { type GivingChurch, type GivingService, givingParts, startGiving } from './support/giving.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'

/** It asks for nothing itself. */
let service: GivingService
let dying: DyingNodes

before(async () => {
  const modules = MODULES.map(module =>
    module.name === 'online-giving'
      ? { ...module, serve: (parts: ServiceParts) => ({ ...module.serve?.(parts), jobs: [] }) }
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

/** Two gifts that Stripe has paid out, and the account is due. */
async function paidOut(): Promise<GivingChurch> {
  await service.database.write(0, tx => tx.run(sql`update payment_providers set payouts_look_at = null`))
  const church = await service.givingChurch('stripe')
  const lines = []
  for (const amount of ['50,000.00', '1,500.00']) {
    await church.give({ amount })
    const session = service.stripe.sessions.at(-1) ?? assert.fail()
    service.stripe.pay(session)
    assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 200)
    const source = { id: `ch_${session.id}`, payment_intent: session.payment_intent }
    lines.push({
      type: 'charge',
      reporting_category: 'charge',
      amount: Number(session.amount_total),
      fee: 1_000,
      source,
    })
  }
  service.stripe.payouts.length = 0
  service.stripe.payOut(lines)
  await service.database.write(0, tx =>
    tx.run(sql`update payment_providers set payouts_look_at = now() - interval '1 minute'
      where church_id = ${church.church.id}`),
  )
  return church
}

/** One batch with both gifts, and its lines once. */
async function once(church: GivingChurch): Promise<void> {
  const { data } = (await church.send('GET', '/batches?kind=payout')).json
  assert.deepEqual(
    data.map(({ count, status, totals }: { count: number; status: string; totals: object }) => [count, status, totals]),
    [[2, 'closed', [{ currency: 'NGN', amount: 5_150_000 }]]],
  )
  const gifts = await church.contributions()
  assert.deepEqual(
    gifts.map(({ batch_id }) => batch_id),
    [data[0].id, data[0].id],
  )
  const lines = await service.database.read.first<{ n: number }>(
    sql`select count(*) as n from payout_lines where church_id = ${church.church.id}`,
  )
  assert.equal(lines?.n, 2)
}

/** The claim of a node that died runs out. */
async function later(): Promise<void> {
  service.pass(16)
  await askForPayouts(givingParts(service))
}

const [CLAIM, MADE, GIFTS, LINES, CLOSED, LOOKED] = [
  'update payment_providers set payouts_look_at',
  'insert into batches',
  'update contributions set batch_id',
  'insert into payout_lines',
  'update batches set status',
  'update payment_providers set payouts_error',
]

for (const [when, moment] of [
  ['before the account is claimed', (proxy, act) => beforeCommit(proxy, CLAIM, act)],
  ['when the account is claimed', (proxy, act) => afterCommit(proxy, CLAIM, act)],
  ['when the batch is begun', (proxy, act) => midTransaction(proxy, MADE, act)],
  ['when the gifts are put in', (proxy, act) => midTransaction(proxy, GIFTS, act)],
  ['when the lines are written', (proxy, act) => midTransaction(proxy, LINES, act)],
  ['before the batch is committed', (proxy, act) => beforeCommit(proxy, CLOSED, act)],
  ['before the look is noted', (proxy, act) => beforeCommit(proxy, LOOKED, act)],
] as readonly [string, Moment][]) {
  test(`killed ${when}: one batch, with all of its gifts`, async () => {
    service.resetClock()
    const church = await paidOut()
    await dying.die(moment, database => askForPayouts(givingParts({ ...service, database })))
    await later()
    await once(church)
  })
}

test('a node that asks when it starts, killed when the batch is committed and nobody knows: one batch, with all of its gifts', async () => {
  service.resetClock()
  const church = await paidOut()
  const { proxy } = dying
  let node: Promise<NodeProcess> | undefined
  // The moment may come before the node has said that it listens.
  const died = new Promise<void>(resolve =>
    afterCommit(proxy, CLOSED, () => void node?.then(one => one.kill()).then(resolve)),
  )
  const through = { ...service.connection, host: '127.0.0.1', port: proxy.port }
  node = startProcess(through, { TEST_REACH: JSON.stringify(service.reach) })
  await died
  await later()
  await once(church)
})

test('of nodes that ask at the same time one makes it', async () => {
  service.resetClock()
  const church = await paidOut()
  const [one, other] = [givingParts(service), givingParts(service)]
  await Promise.all([askForPayouts(one), askForPayouts(other)])
  await once(church)
})
