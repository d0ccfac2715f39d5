/** Webhooks when nodes die, hang or lose their database: nothing is lost (spec, Events; decisions, Webhooks). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { recordMany } from '../src/events/record.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { type Figures, Inboxes } from './crash/webhook-inboxes.ts'
import { Nodes, type WebhookNode } from './crash/webhook-nodes.ts'
import { killProcesses } from './support/process.ts'
import { eventually } from './support/receiver.ts'
import { send, startService, type TestChurch, type TestService } from './support/service.ts'

/** Kills at random moments; with a hundred, the other tests are long ones, too. */
const KILLS = Number(process.env.SEXTON_TEST_KILLS ?? 3)
const THOROUGH = KILLS >= 100
/** What a lane holds in memory at most: attempts under way, and those that were answered but are not yet written. */
const HELD = 64
const LANE_WIDTH = 8
/** What passes to the database with the outcome of an attempt. */
const OUTCOME = '"delivery_id":'

let service: TestService
let nodes: Nodes

before(async () => {
  service = await startService()
  // It keeps the books here and must not take part.
  await service.app.webhooks.stop()
  nodes = new Nodes(service.database, service.connection)
  await nodes.upTo(2)
})
after(async () => {
  await nodes.close()
  killProcesses()
  await service.close()
})

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** A church and its endpoints, closed with the test. */
async function scene(t: TestContext, endpoints: number): Promise<{ church: TestChurch; inboxes: Inboxes }> {
  const church = await service.church()
  const inboxes = await Inboxes.open(service, church, endpoints, () => nodes.kills)
  t.after(() => inboxes.close())
  return { church, inboxes }
}

const tell = (t: TestContext, kills: number, { events, arrivals, repeats, worst, worstUnanswered }: Figures): void =>
  t.diagnostic(
    `${kills} kills, ${events} events, ${arrivals} arrivals, ${repeats} of them again (at most ${worst} for one kill and endpoint, ${worstUnanswered} of them unanswered), 0 lost`,
  )

/** Records a gift at a node; true when the node said so. */
async function give(node: WebhookNode, church: TestChurch, note = 'gift'): Promise<boolean> {
  const options = { key: church.key, body: { amount: 1, note } }
  const answered = await send(node.url, 'POST', '/api/v1/contributions', options).catch(() => undefined)
  return answered?.status === 201
}

/** Records gifts at several nodes at the same time. */
async function giveMany(to: readonly WebhookNode[], church: TestChurch, count: number): Promise<void> {
  const client = async (_: unknown, first: number): Promise<void> => {
    for (let n = first; n < count; n += 8) {
      const node = to[n % to.length]
      assert.ok(node && (await give(node, church)))
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
}

/** Events without their gifts, where there have to be many; no node hears of them but by looking. */
async function recordGifts(church: TestChurch, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    const datas = Array.from({ length: Math.min(left, 1_000) }, (_, n) => JSON.stringify({ id: left - n, amount: 1 }))
    await service.database.write(church.church.id, tx => recordMany(tx, church.church, 'contribution.recorded', datas))
  }
}

/** Clients that give all the time, at whichever nodes are alive, until they are stopped. */
function load(church: TestChurch, clients = 4): { stop(): Promise<void> } {
  let running = true
  const client = async (): Promise<void> => {
    while (running) {
      const alive = [...nodes.alive]
      const node = alive[Math.floor(Math.random() * alive.length)]
      if (node !== undefined) await give(node, church)
      await pause(2)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  return {
    async stop() {
      running = false
      await all
    },
  }
}

/** Kills a node at a moment that `arm` waits for. */
const killedAt = (node: WebhookNode, arm: (act: () => void) => void): Promise<void> =>
  new Promise((resolve, reject) => arm(() => nodes.kill(node).then(resolve, reject)))

test('nodes killed while they take a lane, before and after the commit, leave it to the next', async t => {
  const { church, inboxes } = await scene(t, 1)
  const [one, two] = await nodes.upTo(2)
  assert.ok(one && two)
  const dead = [
    killedAt(one, act => midTransaction(one.moments, one.taking(), act)),
    killedAt(two, act => afterCommit(two.moments, two.taking(), act)),
  ]
  await recordGifts(church, 3)
  await Promise.all(dead)
  await nodes.upTo(2)
  tell(t, 2, await inboxes.settleExactly())
})

test('a node killed between commit and sending: the other sends, without waiting for a lease to end', async t => {
  const { church, inboxes } = await scene(t, 3)
  await giveMany(await nodes.upTo(2), church, 20)
  await inboxes.drained()
  const node = await nodes.owner(inboxes.first.endpoint)
  const dead = killedAt(node, act => afterCommit(node.moments, 'the last', act))
  assert.equal(await give(node, church, 'the last'), false)
  await dead
  // As far as the lease goes, the dead node lives on.
  await nodes.endLease(node, '1 hour')
  const figures = await inboxes.settleExactly()
  await nodes.endLease(node, '0')
  assert.equal(figures.events, 21)
  tell(t, 1, figures)
})

test('what was under way when its node was killed arrives once more, with the same id, and nothing else does', async t => {
  const { church, inboxes } = await scene(t, 2)
  const all = await nodes.upTo(2)
  await giveMany(all, church, 20)
  await inboxes.drained()
  for (const inbox of inboxes.all) inbox.reply = () => undefined
  const node = await nodes.owner(inboxes.first.endpoint)
  await giveMany(all, church, 20)
  await eventually('lanes are full', () => inboxes.all.every(({ held }) => held.length === LANE_WIDTH))
  const before = inboxes.all.map(({ held }) => held.map(({ arrival }) => arrival.attempt).sort())
  await nodes.kill(node)
  for (const inbox of inboxes.all) inbox.release()
  const figures = await inboxes.settle()
  for (const [at, inbox] of inboxes.all.entries()) {
    assert.deepEqual(
      inbox
        .repeats()
        .map(({ attempt }) => attempt)
        .sort(),
      before[at],
    )
  }
  tell(t, 1, figures)
})

test('a node killed when the answer has come but is not written: the attempt comes again and is logged once', async t => {
  const { church, inboxes } = await scene(t, 1)
  const all = await nodes.upTo(2)
  await giveMany(all, church, 1)
  await inboxes.drained()
  const node = await nodes.owner(inboxes.first.endpoint)
  const dead = killedAt(node, act => beforeCommit(node.moments, OUTCOME, act))
  await giveMany([node], church, 1)
  await dead
  const figures = await inboxes.settle()
  assert.deepEqual([figures.events, figures.repeats], [2, 1])
  assert.deepEqual(await inboxes.counters(inboxes.first.endpoint), { logged: 2, counted: 2 })
  tell(t, 1, figures)
})

test('a node killed when the outcome is written, without knowing it: the attempt does not come again', async t => {
  const { church, inboxes } = await scene(t, 1)
  const all = await nodes.upTo(2)
  await giveMany(all, church, 1)
  await inboxes.drained()
  const node = await nodes.owner(inboxes.first.endpoint)
  const dead = killedAt(node, act => afterCommit(node.moments, OUTCOME, act))
  await giveMany([node], church, 1)
  await dead
  tell(t, 1, await inboxes.settleExactly())
})

test('an outcome of which the node does not know whether it was written is written once', async t => {
  const { church, inboxes } = await scene(t, 1)
  const all = await nodes.upTo(2)
  await giveMany(all, church, 1)
  await inboxes.drained()
  const node = await nodes.owner(inboxes.first.endpoint)
  for (const moment of [midTransaction, beforeCommit, afterCommit]) {
    const cut = new Promise<void>(resolve =>
      moment(node.moments, OUTCOME, link => {
        link.cut()
        resolve()
      }),
    )
    await giveMany([node], church, 1)
    await cut
    await inboxes.drained()
  }
  tell(t, 0, await inboxes.settleExactly())
  assert.deepEqual(await inboxes.counters(inboxes.first.endpoint), { logged: 4, counted: 4 })
})

/** Moments at which a node that sends can be killed under load. */
const MOMENTS: ((node: WebhookNode, act: () => void) => void)[] = [
  (_, act) => void setTimeout(act, Math.random() * 50),
  ({ moments }, act) => afterCommit(moments, 'contribution.recorded', act),
  ({ moments }, act) => midTransaction(moments, OUTCOME, act),
  ({ moments }, act) => beforeCommit(moments, OUTCOME, act),
  ({ moments }, act) => afterCommit(moments, OUTCOME, act),
]

test('nodes killed at any time under load lose no event and send few of them twice', async t => {
  const { church, inboxes } = await scene(t, 3)
  const [good, fickle, slow] = inboxes.all
  assert.ok(good && fickle && slow)
  fickle.reply = () => (Math.random() < 0.1 ? 500 : 200)
  slow.reply = () => undefined
  const slowly = setInterval(() => {
    for (const { answer } of slow.held.splice(0)) answer(200)
  }, 20)
  const clients = load(church)
  const killed = nodes.kills
  for (let kill = 0; kill < KILLS; kill += 1) {
    await nodes.upTo(2)
    const enough = inboxes.count + 50 + Math.random() * 100
    await eventually('more arrive', () => inboxes.count > enough)
    const node = await nodes.owner(good.endpoint)
    const moment = MOMENTS[kill % MOMENTS.length]
    await killedAt(node, act => moment?.(node, act))
    nodes.prepare(2)
  }
  await clients.stop()
  clearInterval(slowly)
  slow.release()
  const figures = await inboxes.settle()
  tell(t, nodes.kills - killed, figures)
  assert.ok(figures.worst <= HELD && figures.worstUnanswered <= LANE_WIDTH)
})

test('events committed on two nodes at the same time arrive once each', async t => {
  const { church, inboxes } = await scene(t, 5)
  await giveMany(await nodes.upTo(2), church, 300)
  const figures = await inboxes.settleExactly()
  assert.equal(figures.arrivals, 1_500)
  tell(t, 0, figures)
})

test('a node that ends in good order hands over under load: nothing is lost and nothing comes twice', async t => {
  const { church, inboxes } = await scene(t, 3)
  await nodes.upTo(2)
  const clients = load(church)
  for (let turn = 0; turn < (THOROUGH ? 10 : 1); turn += 1) {
    await nodes.upTo(2)
    const enough = inboxes.count + 100
    await eventually('more arrive', () => inboxes.count > enough)
    const node = await nodes.owner(inboxes.first.endpoint)
    await nodes.terminate(node)
    const then = inboxes.count + 100
    await eventually('the other goes on', () => inboxes.count > then)
  }
  await clients.stop()
  tell(t, 0, await inboxes.settleExactly())
})

test('outcomes that a busy database has no room for are kept, and written when it has', async t => {
  const { church, inboxes } = await scene(t, 1)
  for (const node of await nodes.upTo(2)) await nodes.terminate(node)
  const env = { SEXTON_WEBHOOK_ALLOW_INSECURE: 'true', SEXTON_POOL_SIZE: '2', SEXTON_MAX_WAITING: '4' }
  const small = await service.node({}, env)
  t.after(() => small.close())
  const statuses: number[] = []
  const client = async (): Promise<void> => {
    while (statuses.filter(status => status === 201).length < 10) {
      const { status } = await send(small.url, 'POST', '/api/v1/contributions', {
        key: church.key,
        body: { amount: 1 },
      })
      statuses.push(status)
    }
  }
  await Promise.all(Array.from({ length: 32 }, client))
  assert.ok(statuses.includes(503), 'the database was too busy for some')
  const figures = await inboxes.settleExactly()
  assert.deepEqual(await inboxes.counters(inboxes.first.endpoint), { logged: figures.events, counted: figures.events })
  tell(t, 0, figures)
})
