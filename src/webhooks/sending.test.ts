import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quiet } from '../../test/support/quiet.ts'
import { always, outletTo, receive } from '../../test/support/receivers.ts'
import { SECRET_KEY } from '../../test/support/secret-key.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/database.ts'
import { Vault } from '../vault.ts'
import { Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import { Results } from './results.ts'
import { Sending } from './sending.ts'
import { newSecret } from './sign.ts'

const ENDPOINT = {
  church_id: 1,
  endpoint_id: 2,
  status: 'active',
  status_since: '',
  secrets: [newSecret()],
  failures: 0,
  epoch: 1,
}
const EVENT = { event_id: 'evt_1', event: 'contribution.recorded', kind: 'event', attempts: 0, due: null, body: '{}' }

test('what was begun and then may not be sent is not sent, and is looked for in the table again', async t => {
  const receiver = await receive(t, always(200))
  const config = readConfig(SECRET_KEY)
  // Connects when it is asked for something, which it is not here.
  const database = new Database({ ...config, connection: {} })
  const lanes = new Lanes(database, 'a node', 20, url => outletTo(t, url))
  const results = new Results(database, quiet, 20, () => assert.fail('nothing came of it'))
  const asked: boolean[] = []
  const sending = new Sending({ config, clock: { now: () => new Date() }, vault: new Vault(config) }, results, lanes, {
    allowed: () => asked.push(true) === 1,
    hungry: () => undefined,
    changed: () => undefined,
    dueAt: () => undefined,
  })
  const lane = new Lane({ ...ENDPOINT, url: receiver.url, status: 'active' }, outletTo(t, receiver.url), 20)
  lane.add({ ...EVENT, id: 3, kind: 'event' })
  lane.more = false
  sending.pump(lane)
  assert.deepEqual([sending.count, lane.sending, [...lane.known]], [1, 1, [3]])
  await sending.idle(60_000)
  assert.deepEqual([receiver.received, results.waiting], [[], 0])
  assert.deepEqual([lane.sending, [...lane.known], lane.more], [0, [], true])
})
