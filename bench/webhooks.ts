/** The tables of the webhooks: the built service sends to a receiver, each in a process of its own. */
import { loadavg } from 'node:os'
import type { Extent } from './options.ts'
import { openWebhookDatabase, subscribe } from './webhook-data.ts'
import { type DelayOptions, delays } from './webhook-delay.ts'
import { drains } from './webhook-drain.ts'
import type { ReceiverAsks } from './webhook-receiver.ts'
import { comeBack } from './webhook-return.ts'
import { startOther } from './webhook-talk.ts'

const ENDPOINTS = 50

interface Amounts {
  drain: { deliveries: number; rounds: number }
  delay: DelayOptions
  held: number
}

const AMOUNTS: Record<Extent, Amounts> = {
  full: {
    drain: { deliveries: 20_000, rounds: 3 },
    delay: { rounds: 3, seconds: 15, warmUpSeconds: 6, patience: 1, cases: 7 },
    held: 100_000,
  },
  quick: {
    drain: { deliveries: 5_000, rounds: 1 },
    delay: { rounds: 1, seconds: 4, warmUpSeconds: 3, patience: 1, cases: 7 },
    held: 5_000,
  },
  smoke: {
    drain: { deliveries: 200, rounds: 1 },
    delay: { rounds: 1, seconds: 0.3, warmUpSeconds: 0.2, patience: 0.2, cases: 2 },
    held: 200,
  },
}

/** Measures and prints the tables. @param url of an empty database */
export async function webhooks(url: string, extent: Extent): Promise<void> {
  const amounts = AMOUNTS[extent]
  const database = openWebhookDatabase(url)
  const receiver = await startOther<ReceiverAsks>('webhook-receiver.ts')
  try {
    const scene = { url, database, receiver }
    const many = await subscribe(database, receiver.port, { churches: ENDPOINTS, each: 1 })
    const one = await subscribe(database, receiver.port, { churches: 1, each: ENDPOINTS })
    console.log(
      `Webhooks; the machine's load before: ${loadavg()
        .map(load => load.toFixed(1))
        .join(' ')}`,
    )
    await drains(scene, { '50 churches, an endpoint each': many, 'one church, 50 endpoints': one }, amounts.drain)
    await delays(scene, many, amounts.delay)
    const [first] = many
    if (first !== undefined) await comeBack(scene, first, amounts.held)
  } finally {
    await receiver.stop()
    await database.close()
  }
}
