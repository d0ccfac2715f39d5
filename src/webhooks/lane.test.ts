import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Delivery, Lane, type LaneEndpoint } from './lane.ts'
import { Outlet } from './outlet.ts'

const ENDPOINT: LaneEndpoint = {
  church_id: 1,
  endpoint_id: 2,
  url: 'http://127.0.0.1:1/',
  status: 'active',
  status_since: '2026-01-01T00:00:00Z',
  secrets: ['whsec'],
  failures: 0,
  epoch: 1,
}
const NOW = Date.UTC(2026, 0, 1)

const delivery = (id: number, kind: Delivery['kind'] = 'event'): Delivery => ({
  id,
  event_id: `evt_${id}`,
  event: 'contribution.recorded',
  kind,
  attempts: 0,
  due: null,
  body: '{}',
})

function laneTo(t: { after(work: () => Promise<void>): void }): Lane {
  const settings = { connections: 1, proxy: '', allowLoopback: true, timeout: 1_000, resolve: async () => [] }
  const outlet = new Outlet(ENDPOINT.url, settings)
  t.after(() => outlet.close())
  return new Lane(ENDPOINT, outlet, 20)
}

test('nothing is begun between a change of the endpoint and a look at it, not even a test', t => {
  const lane = laneTo(t)
  lane.add(delivery(1))
  lane.add(delivery(2, 'test'))
  lane.changed()
  assert.equal(lane.take(NOW), undefined)
  lane.followed(ENDPOINT, lane.changes)
  assert.equal(lane.take(NOW)?.id, 2)
  assert.equal(lane.take(NOW)?.id, 1)
})

test('a look that began before the change does not count', t => {
  const lane = laneTo(t)
  lane.add(delivery(1))
  const before = lane.changes
  lane.changed()
  lane.followed(ENDPOINT, before)
  assert.equal(lane.take(NOW), undefined)
  lane.followed({ ...ENDPOINT, status: 'paused', status_since: '2026-01-01T00:00:01Z' }, lane.changes)
  assert.equal(lane.take(NOW), undefined, 'what a paused endpoint holds waits in the table')
})
