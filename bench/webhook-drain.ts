/** How fast the service sends what waits for it when it starts, beside a loop of posts without a database. */
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { openSecret } from '../src/webhooks/sealed-secret.ts'
import { median, printTable } from './table.ts'
import { BENCH_VAULT, clear, leaveWaiting, type Subscriber, transactions, waiting } from './webhook-data.ts'
import type { Post, RawAsks } from './webhook-raw.ts'
import { arrived, type Scene, startSender } from './webhook-scene.ts'
import { startOther } from './webhook-talk.ts'

interface Drained {
  /** Deliveries a second, from the first arrival to the last. */
  rate: number
  /** Transactions of the service, for each delivery. */
  transactions: number
}

/** Leaves deliveries waiting, starts the service, and waits until it has sent all. */
async function drain(scene: Scene, subscribers: readonly Subscriber[], deliveries: number): Promise<Drained> {
  const { database, receiver } = scene
  await clear(database)
  await leaveWaiting(database, subscribers, deliveries)
  await receiver.ask('reset', 0)
  const before = await transactions(database)
  const service = await startSender(scene.url)
  await arrived(receiver, deliveries)
  const took = await receiver.ask('took')
  await service.stop()
  const left = await waiting(database)
  const count = await receiver.ask('count')
  if (left > 0 || count !== deliveries) throw new Error(`${count} of ${deliveries} arrived, ${left} are not done.`)
  return { rate: deliveries / (took / 1000), transactions: ((await transactions(database)) - before) / deliveries }
}

/** What waits, as the yardstick posts it: one endpoint after the other, so that none has more than its share. */
async function posts(database: Database): Promise<Post[]> {
  const found = await database.read.all<Post & { church: number }>(sql`
    select w.church_id as church, w.url, w.secret, d.id, d.event_id, e.name as event, e.body
    from webhook_deliveries d join events e on e.church_id = d.church_id and e.id = d.event_id
      join webhook_endpoints w on w.church_id = d.church_id and w.id = d.endpoint_id
    order by row_number() over (partition by d.endpoint_id order by d.id), d.endpoint_id`)
  return found.map(({ church, ...post }) => ({ ...post, secret: openSecret(BENCH_VAULT, church, post.secret) }))
}

/** Posts the same in a new process, without a database. @returns posts a second */
async function post({ receiver }: Scene, all: readonly Post[], atOnce: number, client: 'plain' | 'outlet') {
  const raw = await startOther<RawAsks>('webhook-raw.ts')
  for (let at = 0; at < all.length; at += 1_000) await raw.ask('give', all.slice(at, at + 1_000))
  await receiver.ask('reset', 0)
  await raw.ask('run', atOnce, client)
  const took = await receiver.ask('took')
  await raw.stop()
  return all.length / (took / 1000)
}

/** Measures and prints the table. @param subscribers lists of endpoints, by what they are */
export async function drains(
  scene: Scene,
  subscribers: Record<string, readonly Subscriber[]>,
  { deliveries, rounds }: { deliveries: number; rounds: number },
): Promise<void> {
  const [some = []] = Object.values(subscribers)
  await clear(scene.database)
  await leaveWaiting(scene.database, some, deliveries)
  const all = await posts(scene.database)
  const rates: Record<string, number[]> = {}
  const costs: Record<string, number> = {}
  const note = (name: string, rate: number): void => {
    rates[name] = [...(rates[name] ?? []), rate]
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [name, list] of Object.entries(subscribers)) {
      const drained = await drain(scene, list, deliveries)
      note(name, drained.rate)
      costs[name] = drained.transactions
    }
    note('posts in a loop, 64 at once', await post(scene, all, 64, 'plain'))
    note('posts in a loop, 16 at once', await post(scene, all, 16, 'plain'))
    note('posts by our own client, 64 at once', await post(scene, all, 64, 'outlet'))
  }
  const raw = median(rates['posts in a loop, 64 at once'] ?? [])
  const rows = Object.entries(rates).map(([name, list]) => {
    const ours = median(list)
    return [name, ours.toFixed(0), (ours / raw).toFixed(2), costs[name]?.toFixed(3) ?? '']
  })
  const title = `Sending ${deliveries} deliveries that wait, a second (aim: ratio 0.8; the loop has the same bodies and signatures, no database)`
  printTable(title, ['what', 'deliveries', 'ratio', 'transactions each'], rows)
}
