/** What the webhook tables share: the database, the receiver, and the service that sends. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { type Running, startService } from './processes.ts'
import type { ReceiverAsks } from './webhook-receiver.ts'
import type { Other } from './webhook-talk.ts'

export interface Scene {
  /** Of the database. */
  url: string
  database: Database
  receiver: Other<ReceiverAsks>
}

/** The environment of a service that may send to this machine. What it refuses is counted, not logged. */
export const senderSettings = (url: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  SEXTON_LOG_LEVEL: 'fatal',
  SEXTON_WEBHOOK_ALLOW_INSECURE: 'true',
})

/** Starts the service as a production does. */
export const startSender = (url: string): Promise<Running> => startService(senderSettings(url))

const LOOK_MS = 100
const PATIENCE_MS = 30_000

/** Waits for so many arrivals. @throws Error when none has come for half a minute */
export async function arrived(receiver: Scene['receiver'], wanted: number): Promise<void> {
  let last = 0
  let since = performance.now()
  for (;;) {
    const count = await receiver.ask('count')
    if (count >= wanted) return
    if (count > last) since = performance.now()
    else if (performance.now() - since > PATIENCE_MS) throw new Error(`Only ${count} of ${wanted} arrived.`)
    last = count
    await pause(LOOK_MS)
  }
}
