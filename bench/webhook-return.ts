/** An endpoint that was down comes back to all that waited for it. */

import { sql } from '../src/db/sql.ts'
import { switchOn } from '../src/webhooks/switch-endpoint.ts'
import { printTable, short } from './table.ts'
import { clear, leaveWaiting, type Subscriber, waiting } from './webhook-data.ts'
import { arrived, type Scene, startSender } from './webhook-scene.ts'

/** The receiver takes this long for each, milliseconds: so the most it can be asked at once is seen. */
const ANSWER_MS = 2

/** Measures and prints the table. @param events that wait */
export async function comeBack(scene: Scene, subscriber: Subscriber, events: number): Promise<void> {
  const { database, receiver } = scene
  const { church, endpoint } = subscriber
  await clear(database)
  await database.read.all(sql`update webhook_endpoints set status = 'paused', status_reason = 'failures'
    where church_id = ${church.id} and id = ${endpoint} returning 1`)
  await leaveWaiting(database, [subscriber], events)
  await receiver.ask('reset', ANSWER_MS)
  const service = await startSender(scene.url)
  await database.write(church.id, tx => switchOn(tx, church, endpoint))
  await arrived(receiver, events)
  const took = await receiver.ask('took')
  await service.stop()
  const fared = await receiver.ask('fared', endpoint)
  const lost = events - fared.events + (await waiting(database))
  const rows = [
    ['lost', String(lost), '0'],
    ['came twice', String(fared.arrivals - fared.events), '0'],
    ['requests at once, at most', String(fared.mostOpen), '8'],
    ['connections at once, at most', String(fared.mostConnections), '8'],
    ['arrivals in a second, at most', String(fared.peak), ''],
    ['arrivals a second, in the mean', (events / (took / 1000)).toFixed(0), ''],
  ]
  const title = `An endpoint that answers in ${ANSWER_MS} ms comes back to ${short(events)} events that waited`
  printTable(title, ['what', 'found', 'aim'], rows)
}
