/** Order of checks in a request (decisions): of two things that are wrong, the earlier one is answered. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'
import type { Module } from '../src/resource/module.ts'
import { type Answered, type SendOptions, startService, type TestChurch, type TestService } from './support/service.ts'

/** The first key of each church here is used up after this many requests; the address after many more. */
const PER_KEY = 20
const PER_ADDRESS = 60

let time = 0
let service: TestService
let church: TestChurch
/** Contributions belong to a module that a church may switch off. */
const modules: Module[] = MODULES.map(one =>
  one.resources.some(({ name }) => name === 'contributions') ? { ...one, switch: 'giving' } : one,
)

before(async () => {
  const env = { SEXTON_RATE_LIMIT_KEY: String(PER_KEY), SEXTON_RATE_LIMIT_IP: String(PER_ADDRESS) }
  service = await startService(env, { monotonic: () => time, modules })
})
after(() => service.close())

/** A church with fresh windows: a minute has gone by. */
async function fresh(): Promise<void> {
  time += 60_000
  church = await service.church()
}

const code = ({ json }: Answered): string | undefined => json.error

const ask = (method: string, path: string, options: SendOptions = {}): Promise<Answered> =>
  service.request(method, `/api/v1${path}`, { key: church.key, ...options })

async function useUpAddress(): Promise<void> {
  for (let sent = 0; sent < PER_ADDRESS; sent += 1)
    assert.equal(code(await ask('GET', '', { key: null })), 'unauthorized')
}

async function useUpKey(): Promise<void> {
  for (let sent = 0; sent < PER_KEY; sent += 1) assert.notEqual(code(await ask('GET', '')), 'rate_limited')
}

test('size and header limits come before the IP limit', async () => {
  await fresh()
  await useUpAddress()
  const answered = await rawGet({ 'x-large': 'x'.repeat(17_000) })
  assert.equal(answered, 431)
  assert.equal(await rawGet({}), 429)
})

/** fetch would not send such headers. */
function rawGet(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${service.url}/api/v1`, { headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    request.once('error', reject)
  })
}

test('the IP limit comes before the key: 429, not 401; failed authentications count on it', async () => {
  await fresh()
  await useUpAddress()
  const answered = await ask('GET', '', { key: null })
  assert.deepEqual([answered.status, code(answered)], [429, 'rate_limited'])
  assert.equal(code(await ask('GET', '', { key: 'nonsense' })), 'rate_limited')
})

test('key present comes before key valid, and key valid before church active', async () => {
  await fresh()
  assert.equal(code(await ask('GET', '', { key: null })), 'unauthorized')
  await church.set({ status: 'inactive' })
  assert.equal(code(await ask('GET', '', { key: 'nonsense' })), 'invalid_api_key')
  assert.equal(code(await ask('GET', '')), 'church_inactive')
})

test('church active comes before API on', async () => {
  await fresh()
  await church.set({ status: 'inactive', api_enabled: false })
  assert.equal(code(await ask('GET', '')), 'church_inactive')
})

test('API on comes before the key limit: requests that it refuses do not use the key up', async () => {
  await fresh()
  await useUpKey()
  assert.equal(code(await ask('GET', '')), 'rate_limited')
  await church.set({ api_enabled: false })
  assert.equal(code(await ask('GET', '')), 'api_disabled')
  await fresh()
  await church.set({ api_enabled: false })
  await useUpKey()
  await church.set({ api_enabled: true })
  assert.equal((await ask('GET', '')).status, 200)
})

test('the key limit comes before the resource; unknown resources count on the key', async () => {
  await fresh()
  for (let sent = 0; sent < PER_KEY; sent += 1) assert.equal(code(await ask('GET', '/nothing')), 'unknown_resource')
  assert.equal(code(await ask('GET', '/nothing')), 'rate_limited')
})

test('resource known comes before the method, also where its module is off', async () => {
  await fresh()
  assert.equal(code(await ask('DELETE', '/nothing')), 'unknown_resource')
  assert.equal(code(await ask('DELETE', '/contributions')), 'unknown_resource')
  await church.set({ modules: ['giving'] })
  assert.equal(code(await ask('DELETE', '/contributions')), 'method_not_allowed')
  assert.equal((await ask('POST', '/contributions', { body: { amount: 1 } })).status, 201)
})

test('the resources of a module that is off are not in the key check', async () => {
  await fresh()
  const names = async () => (await ask('GET', '')).json.data.resources.map((one: { name: string }) => one.name)
  assert.ok(!(await names()).includes('contributions'))
  await church.set({ modules: ['giving'] })
  assert.ok((await names()).includes('contributions'))
})

test('the method comes before the scope', async () => {
  await fresh()
  const key = await church.keyFor(['funds:read'])
  assert.equal(code(await ask('DELETE', '/people', { key })), 'method_not_allowed')
  assert.equal(code(await ask('GET', '/people', { key })), 'insufficient_scope')
})

test('the scope comes before the body', async () => {
  await fresh()
  const key = await church.keyFor(['people:read'])
  const xml = { raw: '<a/>', headers: { 'content-type': 'application/xml' } }
  assert.equal(code(await ask('POST', '/people', { key, ...xml })), 'insufficient_scope')
  assert.equal(code(await ask('POST', '/people', { key, raw: '{' })), 'insufficient_scope')
  assert.equal(code(await ask('POST', '/people', xml)), 'unsupported_media_type')
})

test('of the body: media type before size, size before syntax, syntax before fields', async () => {
  await fresh()
  const large = 'x'.repeat(300_000)
  const xml = { 'content-type': 'application/xml' }
  assert.equal(code(await ask('POST', '/people', { raw: large, headers: xml })), 'unsupported_media_type')
  assert.equal(code(await ask('POST', '/people', { raw: large })), 'unsupported_media_type', 'fetch says text/plain')
  const json = { 'content-type': 'application/json' }
  assert.equal(code(await ask('POST', '/people', { raw: large, headers: json })), 'payload_too_large')
  assert.equal(code(await ask('POST', '/people', { raw: '{"dob":1', headers: json })), 'invalid_json')
  assert.equal(code(await ask('POST', '/people', { raw: '{"dob":1}', headers: json })), 'validation_failed')
})

test('fields come before idempotency: a body that is not valid is refused, whatever the key was used for', async () => {
  await fresh()
  const headers = { 'Idempotency-Key': 'order' }
  assert.equal((await ask('POST', '/people', { body: { first_name: 'A' }, headers })).status, 201)
  assert.equal(code(await ask('POST', '/people', { body: { first_name: 5 }, headers })), 'validation_failed')
  assert.equal(code(await ask('POST', '/people', { body: { first_name: 'B' }, headers })), 'idempotency_key_reused')
})

test('idempotency comes before the handler: a replay needs no room in the plan and no free reference', async () => {
  await fresh()
  await church.set({ modules: ['giving'], people_limit: 1 })
  const headers = { 'Idempotency-Key': 'order' }
  const person = () => ask('POST', '/people', { body: { first_name: 'A' }, headers })
  assert.equal((await person()).status, 201)
  assert.equal((await person()).status, 201)
  assert.equal(code(await ask('POST', '/people', { body: { first_name: 'A' } })), 'plan_limit_reached')
  const gift = { headers: { 'Idempotency-Key': 'gift' }, body: { amount: 1, reference: 'R' } }
  assert.equal((await ask('POST', '/contributions', gift)).status, 201)
  assert.equal((await ask('POST', '/contributions', gift)).status, 201)
  assert.equal(code(await ask('POST', '/contributions', { body: gift.body })), 'duplicate_reference')
})
