import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { send, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { keyHash } from '../../lib/api-key.ts'
import { createKey, listKeys, revokeKey } from './api-keys.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const make = (settings: object = {}) => church.act(createKey, { name: 'Sync', scopes: ['people:read'], ...settings })

const statusOf = async (url: string, key: string): Promise<number> =>
  (await send(url, 'GET', '/api/v1', { key })).status

test('a key is sx_live_ and 32 letters and digits, shown once; a SHA-256 and the first 12 characters are kept', async () => {
  const made = await make()
  assert.match(made.key, /^sx_live_[0-9A-Za-z]{32}$/)
  const row = await service.database.read.first<{ hash: string; all: string }>(
    sql`select encode(hash, 'hex') as hash, k::text as all from api_keys k where id = ${made.id}`,
  )
  assert.equal(row?.hash, keyHash(made.key).toString('hex'))
  assert.ok(!row?.all.includes(made.key.slice(12)))
  assert.equal(made.prefix, made.key.slice(0, 12))
  assert.deepEqual(Object.keys((await listKeys(service.database.read, church.church.id))[1] ?? {}), [
    'id',
    'name',
    'prefix',
    'scopes',
    'branch_id',
    'origins',
    'created_at',
    'revoked_at',
    'last_used_at',
    'last_used_ip',
  ])
})

test('the key check tells what the key is: its church, name, prefix, scopes and branch', async () => {
  const branch_id = await church.branch('North')
  const { key, origins: _, ...made } = await make({ scopes: ['funds:read', 'people:write', 'people:read'], branch_id })
  const { data } = (await church.as(key)('GET', '')).json
  assert.deepEqual(data.key, made)
  assert.deepEqual(data.key.scopes, ['people:read', 'people:write', 'funds:read'])
  const { id, name, slug, country, currency, timezone } = church.church
  assert.deepEqual(data.church, { id, name, slug, country, currency, timezone })
  assert.deepEqual(
    data.resources.map((one: { name: string; allowed: string[] }) => [one.name, one.allowed]),
    [
      ['people', ['read', 'write']],
      ['funds', ['read']],
    ],
  )
})

test('scopes are those of the spec, or all of them; a name is needed; the branch must be the church’s', async () => {
  assert.deepEqual((await make({ scopes: ['all'] })).scopes, HOUSE.scopes)
  const foreign = (await service.church()).church.hq_branch_id
  for (const wrong of [
    { scopes: [] },
    { scopes: ['people:delete'] },
    { scopes: ['all', 'x'] },
    { name: ' ' },
    { branch_id: foreign },
  ]) {
    await assert.rejects(make(wrong), { code: 'validation_failed' }, JSON.stringify(wrong))
  }
  await assert.rejects(make({ scopes: ['person:read'] }), (error: { errors: { scopes: string } }) =>
    /people:read/.test(error.errors.scopes),
  )
})

test('api.key_created and api.key_revoked are recorded; the key itself is never included', async () => {
  const { key, ...made } = await make()
  await church.act(revokeKey, { id: made.id })
  await church.act(revokeKey, { id: made.id })
  const told = (await church.events()).slice(1)
  assert.deepEqual(
    told.map(({ name }) => name),
    ['api.key_created', 'api.key_revoked'],
  )
  assert.deepEqual(told[0]?.body.data, made)
  const { revoked_at, ...revoked } = Object(told[1]?.body.data)
  assert.deepEqual(revoked, { id: made.id, name: made.name, prefix: made.prefix })
  assert.match(String(revoked_at), /Z$/)
  assert.ok(!JSON.stringify(told).includes(key.slice(12)))
})

test('a revoked key gives 401 on every node from the moment that the revocation returned', async () => {
  const other = await service.node()
  for (let round = 0; round < 5; round += 1) {
    const { key, id } = await make()
    const nodes = [service.url, other.url]
    for (const url of nodes) assert.deepEqual([await statusOf(url, key), await statusOf(url, key)], [200, 200])
    let revoked = false
    // Requests never stop while the key is revoked, so that a node that remembers it would show.
    const callers = nodes.map(async url => {
      for (;;) {
        const after = revoked
        const status = await statusOf(url, key)
        if (after) return status
      }
    })
    await church.act(revokeKey, { id })
    revoked = true
    assert.deepEqual(await Promise.all(callers), [401, 401])
    for (const url of nodes) assert.equal(await statusOf(url, key), 401)
  }
  await other.close()
})

test('a key of another church cannot be revoked', async () => {
  const other = await service.church()
  const { id } = (await other.send('GET', '')).json.data.key
  await assert.rejects(church.act(revokeKey, { id }), { code: 'not_found' })
  assert.equal((await other.send('GET', '')).status, 200)
})

test('a church may have as many keys as its plan says, exact for keys made at the same time', async () => {
  await church.set({ key_limit: 3 })
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => make()))
  const [done, refused] = ['fulfilled', 'rejected'].map(status => made.filter(one => one.status === status))
  assert.deepEqual([done?.length, refused?.length], [2, 6])
  for (const one of refused ?? []) assert.equal((one as PromiseRejectedResult).reason.code, 'plan_limit_reached')
  const [, second] = await listKeys(service.database.read, church.church.id)
  await church.act(revokeKey, { id: second?.id ?? 0 })
  await make()
})
