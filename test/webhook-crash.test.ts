/** Webhooks when nodes die, hang or lose their database: nothing is lost (spec, Events; decisions, Webhooks). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { findEndpoint } from '../src/webhooks/endpoint.ts'
import { resumeEndpoint } from '../src/webhooks/switch-endpoint.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { type Figures, Inboxes, inWords, LANE_WIDTH } from './crash/webhook-inboxes.ts'
import { fill, give, giveMany, load, pause, recordGifts } from './crash/webhook-load.ts'
import { Nodes, type WebhookNode } from './crash/webhook-nodes.ts'
import { killProcesses } from './support/process.ts'
import { proved } from './support/proved.ts'
import type { Link } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { send, startService, type TestChurch, type TestService } from './support/service.ts'

/** Kills at random moments; with a hundred, the other tests are long ones, too. */
const KILLS = Number(process.env.SEXTON_TEST_KILLS ?? 3)
const THOROUGH = KILLS >= 100
/** What a lane holds in memory at most: attempts under way, and those that were answered but are not yet written. */
const HELD = 128
/** And when a node looks which of its lanes it still holds. */
const LOOKING = 'join webhook_lanes l on l.church_id = w.church and l.endpoint_id = w.id and l.node ='
/** A node that comes back leaves lanes to others for so long. */
const GRACE_MS = 3_000
/** What passes to the database with the outcome of an attempt. */
const OUTCOME = '"delivery_id":'

let service: TestService
let nodes: Nodes

before(async () => {
  // Endpoints of this machine are taken also while no node has its lease. It keeps the books here and must not take part.
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })
  await service.app.webhooks.stop()
  nodes = new Nodes(service.database, service.connection)
  await nodes.upTo(2)
})
after(async () => {
  await nodes.close()
  killProcesses()
  await service.close()
})

/** A church and its endpoints, closed with the test. */
async function scene(t: TestContext, endpoints: number): Promise<{ church: TestChurch; inboxes: Inboxes }> {
  const church = await service.church()
  const inboxes = await Inboxes.open(service, church, endpoints, () => nodes.kills)
  t.after(() => inboxes.close())
  return { church, inboxes }
}

const tell = (t: TestContext, kills: number, figures: Figures): void => {
  t.diagnostic(inWords(figures))
  if (kills > 0) proved(t, kills, 'kills of nodes')
}

/** Kills a node at a moment that `arm` waits for. */
const killedAt = (node: WebhookNode, arm: (act: () => void) => void, upTo?: number): Promise<void> =>
  new Promise((resolve, reject) => arm(() => nodes.kill(node, upTo).then(resolve, reject)))

test('nodes killed while they take a lane, before and after the commit, leave it to the next', async t => {
  const { church, inboxes } = await scene(t, 1)
  const [one, two] = await nodes.upTo(2)
  assert.ok(one && two)
  const dead = [
    killedAt(one, act => midTransaction(one.moments, one.taking(), act), 0),
    killedAt(two, act => afterCommit(two.moments, two.taking(), act), 0),
  ]
  await recordGifts(service, church, 3)
  await Promise.all(dead)
  void nodes.upTo(3)
  tell(t, 2, await inboxes.settleExactly())
})

test('a node killed between commit and sending: the other sends as soon as the lease of the dead one is over', async t => {
  const { church, inboxes } = await scene(t, 3)
  await giveMany(await nodes.upTo(2), church, 20)
  await inboxes.drained()
  const node = await nodes.owner(inboxes.first.endpoint)
  const dead = killedAt(node, act => afterCommit(node.moments, 'the last', act))
  assert.equal(await give(node, church, 'the last'), false)
  await dead
  const figures = await inboxes.settleExactly()
  assert.equal(figures.events, 21)
  tell(t, 1, figures)
})

test('what was under way when its node was killed arrives once more, with the same id, and nothing else does', async t => {
  const { church, inboxes } = await scene(t, 2)
  const { node, held } = await fill(nodes, church, inboxes)
  await nodes.kill(node)
  for (const inbox of inboxes.all) inbox.release()
  const figures = await inboxes.settle()
  for (const [at, inbox] of inboxes.all.entries()) inbox.onlyAgain(held[at] ?? [])
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
  assert.deepEqual(await inboxes.books(), { delivered: 2, failed: 0, failures: 0, logged: 2 })
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
  assert.deepEqual(await inboxes.books(), { delivered: 4, failed: 0, failures: 0, logged: 4 })
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
  slow.answerEach(20)
  const clients = load(nodes, church)
  const killed = nodes.kills
  for (let kill = 0; kill < KILLS; kill += 1) {
    await nodes.upTo(2)
    const enough = inboxes.count + 50 + Math.random() * 100
    await eventually('more arrive', () => inboxes.count > enough)
    const node = await nodes.owner(good.endpoint)
    const moment = MOMENTS[kill % MOMENTS.length]
    await killedAt(node, act => moment?.(node, act))
  }
  await clients.stop()
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
  const clients = load(nodes, church)
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

/** Waits until another node than this holds all lanes. */
async function handedOn(inboxes: Inboxes, from: WebhookNode): Promise<void> {
  for (const { endpoint } of inboxes.all) {
    await eventually('another node has taken the lane', async () => (await nodes.owner(endpoint)) !== from)
  }
}

/** A node that is dead for the others, and then is not. @param lose makes it so */
async function returnFromTheDead(t: TestContext, lose: (node: WebhookNode) => unknown): Promise<void> {
  const { church, inboxes } = await scene(t, 2)
  const [well, ill] = inboxes.all
  assert.ok(well && ill)
  const { node, held } = await fill(nodes, church, inboxes)
  node.freeze()
  await lose(node)
  await handedOn(inboxes, node)
  // One receiver gives the other node what it wants and tells the first that all failed; one does the contrary.
  ill.release()
  await eventually('all arrive from the other node', () => ill.arrivals.size === 40 && ill.receiver.open === LANE_WIDTH)
  await eventually('the other node tries', () => well.held.length === 1)
  for (const [at, status] of [200, 500].entries()) for (const { answer } of held[at] ?? []) answer(status)
  node.thaw()
  await eventually('the first node has said what it knows', async () => (await inboxes.books(well)).logged === 28)
  well.release(500)
  well.reply = () => 200
  const figures = await inboxes.settle(2 * LANE_WIDTH)
  for (const [at, inbox] of inboxes.all.entries()) {
    inbox.onlyAgain(held[at] ?? [])
    for (const [attempt] of inbox.arrivals.values()) assert.match(attempt?.attempt ?? '', /_1$/)
  }
  assert.deepEqual(await inboxes.books(well), { delivered: 39, failed: 1, failures: 0, logged: 48 })
  assert.deepEqual(await inboxes.books(ill), { delivered: 40, failed: 0, failures: 0, logged: 48 })
  tell(t, 0, figures)
}

test('a frozen node that lost its lanes counts no failure and no success twice when it goes on', t =>
  returnFromTheDead(t, node => {
    node.proxy.cutAll()
    return nodes.endLease(node)
  }))

test('the same when it had not read all that it was told by then', t =>
  returnFromTheDead(t, async node => {
    // Behind what is unread, Node is told that a broken connection has ended, and not that it broke.
    await nodes.tell(node)
    node.proxy.cutAll()
    await nodes.endLease(node)
  }))

test(
  'the same when it kept its connections and its lease ran out',
  { skip: THOROUGH ? false : 'waits for a lease to end: run it with SEXTON_TEST_KILLS=100' },
  t => returnFromTheDead(t, () => undefined),
)

test('a node that lost its connection and has it again sends nothing before it knows which lanes it holds', async t => {
  const { church, inboxes } = await scene(t, 1)
  const { node, held } = await fill(nodes, church, inboxes)
  node.proxy.refuse = true
  node.proxy.cutAll()
  await nodes.endLease(node)
  await handedOn(inboxes, node)
  inboxes.first.release()
  await eventually('all arrive from the other node', () => inboxes.first.arrivals.size === 40)
  const links: Link[] = []
  node.moments.watch = {
    request(chunk, link) {
      if (!chunk.includes(LOOKING)) return false
      links.push(link)
      return true
    },
  }
  node.proxy.refuse = false
  await eventually('it asks for its lanes', () => links.length > 0)
  for (const { answer } of held.flat()) answer(200)
  await eventually('it has said what it knows', async () => (await inboxes.books()).logged === 48)
  node.moments.watch = {}
  for (const link of links) link.cut()
  const figures = await inboxes.settle(2 * LANE_WIDTH)
  inboxes.first.onlyAgain(held.flat())
  tell(t, 0, figures)
})

test('an endpoint that was down with many events waiting gets them all when it is switched on, eight at once at most', async t => {
  const { church, inboxes } = await scene(t, 1)
  const { first } = inboxes
  await nodes.upTo(2)
  first.reply = () => 503
  const count = THOROUGH ? 100_000 : 2_000
  await recordGifts(service, church, count)
  await eventually(
    'it is paused',
    async () => (await findEndpoint(service.database.read, first.endpoint))?.status === 'paused',
  )
  assert.equal(inboxes.count, 20)
  assert.equal(await inboxes.waiting(), count)
  first.answerEach(2)
  const begun = performance.now()
  await church.act(resumeEndpoint, { id: first.endpoint })
  const figures = await inboxes.settleExactly()
  assert.deepEqual([figures.events, figures.arrivals], [count, count + 20])
  assert.deepEqual(await inboxes.books(first), { delivered: count, failed: 20, failures: 0, logged: count + 20 })
  tell(t, 0, figures)
  t.diagnostic(
    `${Math.round(count / ((performance.now() - begun) / 1000))} a second, at most ${first.receiver.mostOpen} at once`,
  )
})

test('while the database is gone nothing new is sent; when it is back, all goes on and nothing comes twice', async t => {
  const { church, inboxes } = await scene(t, 2)
  const { node, held } = await fill(nodes, church, inboxes)
  for (const { proxy } of nodes.alive) {
    proxy.refuse = true
    proxy.cutAll()
  }
  assert.equal(await give(node, church), false)
  const { count } = inboxes
  for (const inbox of inboxes.all) inbox.release()
  for (const { answer } of held.flat()) answer(200)
  await pause(THOROUGH ? 30_000 : 500)
  await nodes.endLease(node)
  assert.equal(inboxes.count, count, 'nothing is sent')
  // The others are the first to come back; they must leave its lanes to the node that knows what became of them.
  const begun = performance.now()
  for (const other of nodes.alive) {
    if (other === node) continue
    other.proxy.refuse = false
    await nodes.present(other)
    await eventually('another node works again', () => give(other, church))
  }
  await pause(200) // For what must not happen.
  node.proxy.refuse = false
  await eventually('the node works again', async () => (await inboxes.books()).logged > 20)
  const late = performance.now() - begun > GRACE_MS
  tell(t, 0, late ? await inboxes.settle() : await inboxes.settleExactly())
})

test('outcomes that a busy database has no room for are kept, and written when it has', async t => {
  const { church, inboxes } = await scene(t, 1)
  await nodes.terminateAll()
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
  assert.deepEqual(await inboxes.books(), { delivered: figures.events, failed: 0, failures: 0, logged: figures.events })
  tell(t, 0, figures)
})
