/** The tables of the webhooks: the built service sends to a receiver, each in a process of its own. */
import { loadavg } from 'node:os'
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

const FULL: Amounts = {
  drain: { deliveries: 20_000, rounds: 3 },
  delay: { rounds: 3, seconds: 15, warmUpSeconds: 6 },
  held: 100_000,
}
const QUICK: Amounts = {
  drain: { deliveries: 5_000, rounds: 1 },
  delay: { rounds: 1, seconds: 4, warmUpSeconds: 3 },
  held: 5_000,
}

/** Measures and prints the tables. @param url of an empty database */
export async function webhooks(url: string, quick: boolean): Promise<void> {
  const amounts = quick ? QUICK : FULL
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
