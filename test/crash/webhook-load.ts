/** Events to be sent: gifts that are given at nodes, or many at once. */
import assert from 'node:assert/strict'
import { recordMany } from '../../src/events/record.ts'
import { eventually } from '../support/receiver.ts'
import { send, type TestChurch, type TestService } from '../support/service.ts'
import { type Inboxes, LANE_WIDTH } from './webhook-inboxes.ts'
import type { Nodes, WebhookNode } from './webhook-nodes.ts'

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Records a gift at a node; true when the node said so. */
export async function give(node: WebhookNode, church: TestChurch, note = 'gift'): Promise<boolean> {
  const options = { key: church.key, body: { amount: 1, note } }
  const answered = await send(node.url, 'POST', '/api/v1/contributions', options).catch(() => undefined)
  return answered?.status === 201
}

/** Records gifts at several nodes at the same time. */
export async function giveMany(to: readonly WebhookNode[], church: TestChurch, count: number): Promise<void> {
  const client = async (_: unknown, first: number): Promise<void> => {
    for (let n = first; n < count; n += 8) {
      const node = to[n % to.length]
      assert.ok(node && (await give(node, church)))
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
}

/** Events without their gifts, where there have to be many; no node hears of them but by looking. */
export async function recordGifts({ database }: TestService, church: TestChurch, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    const datas = Array.from({ length: Math.min(left, 1_000) }, (_, n) => JSON.stringify({ id: left - n, amount: 1 }))
    await database.write(church.church.id, tx => recordMany(tx, church.church, 'contribution.recorded', datas))
  }
}

/** Clients that give all the time, at whichever nodes are alive, until they are stopped. */
export function load(nodes: Nodes, church: TestChurch, clients = 4): { stop(): Promise<void> } {
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

/** Gives until lanes are full of attempts that are not answered, with more that waits. @returns who sends, and what */
export async function fill(nodes: Nodes, church: TestChurch, inboxes: Inboxes) {
  const all = await nodes.upTo(2)
  await giveMany(all, church, 20)
  await inboxes.drained()
  for (const inbox of inboxes.all) inbox.reply = () => undefined
  const node = await nodes.owner(inboxes.first.endpoint)
  // The first fill the lanes before others are given, so that they come first for whoever takes the lanes over.
  await giveMany(all, church, LANE_WIDTH)
  await eventually('lanes are full', () => inboxes.all.every(({ held }) => held.length === LANE_WIDTH))
  await giveMany(all, church, 20 - LANE_WIDTH)
  return { node, held: inboxes.all.map(({ held }) => held.splice(0)) }
}
