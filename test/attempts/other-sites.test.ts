/** Other sites cannot act for who is signed in (src/console/guard.ts), and no path does more by another method. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { API_ROOT } from '../../src/http/route.ts'
import { written } from '../isolation/rows.ts'
import { atOnce } from '../support/at-once.ts'
import { member } from '../support/console.ts'
import { URLS } from '../support/endpoints.ts'
import { startWholeHouse } from '../support/house.ts'
import type { TestService } from '../support/service.ts'
import { BELIEVING, type Browser, newAddress, signedIn, stepAllUp } from './browsers.ts'
import { type Ask, consoleAsks } from './console-surface.ts'
import { libraryPaths } from './library.ts'
import { type PlantedChurch, plantChurch } from './planted.ts'
import { PAGES, PUBLIC_ROOTS } from './public-surface.ts'
import { Tally } from './tally.ts'
import { shown, type Wire, wireTo } from './wire.ts'

let service: TestService
let church: PlantedChurch
let asks: Ask[]
let owner: Browser
let ask: Wire

before(async () => {
  service = await startWholeHouse(BELIEVING)
  church = await plantChurch(service)
  asks = consoleAsks(church.ids)
  owner = await signedIn(service, (await member(service, church, 'owner')).email)
  await stepAllUp(service)
  ask = wireTo(service)
})
after(() => service.close())

/** What changes something beside the church's own. */
const ENTRANCES = ['/api/first-church', '/api/join', '/api/step-up', '/api/passkey', '/api/passkey/options']

const JSON_TYPE = { 'content-type': 'application/json' }
/** What forms of other sites can send without asking before (Fetch, CORS-safelisted), and what programs send. */
const FOREIGN: Record<string, string>[] = [
  { ...JSON_TYPE, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'content-type': 'text/plain', 'sec-fetch-site': 'same-site', origin: 'https://evil.localhost' },
  { ...JSON_TYPE, 'sec-fetch-site': 'none' },
  { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
  { ...JSON_TYPE, origin: 'null' },
  JSON_TYPE,
]

test('what another site sends in the name of an owner changes nothing', async t => {
  const tally = new Tally('cross-site requests', 400)
  const { slug } = church.church
  const inside = asks.filter(({ method }) => method !== 'GET')
  const targets = [
    ...inside.map(({ method, path, body }) => ({ method, path: `/console/api/${slug}${path}`, body })),
    ...[...ENTRANCES, ...libraryPaths(service).served.map(({ path }) => `/auth${path}`)].map(path => ({
      method: 'POST',
      path: `/console${path}`,
      body: {},
    })),
  ]
  const before = await written(service)
  await atOnce(targets, async ({ method, path, body }) => {
    for (const headers of FOREIGN) {
      const sent = { method, path, headers: { ...headers, cookie: owner.cookie() }, body: JSON.stringify(body) }
      const answer = await ask(sent)
      tally.note(answer.status === 403 && answer.json.error === 'forbidden_origin', shown(sent, answer))
    }
  })
  tally.end(t)
  assert.deepEqual(await written(service), before)
})

/** How many of the methods that a path does not know it is asked by; with the next path it is others. */
const TRIED = 3
/** Without CONNECT, which is no request for a path. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override']

test('a method that a path does not know does nothing there, nor does one that a header names', async t => {
  const tally = new Tally('other methods', 300)
  const { slug } = church.church
  const known = new Map<string, string[]>()
  const learn = (path: string, ...methods: string[]): void =>
    void known.set(path, [...(known.get(path) ?? []), ...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])
  for (const { method, path } of asks) learn(`/console/api/${slug}${path}`, method)
  for (const [path, methods] of URLS) learn(path.replace('{id}', String(church.ids('people'))), ...methods)
  for (const { path, methods } of libraryPaths(service).served) learn(`/console/auth${path}`, ...methods)
  for (const path of PUBLIC_ROOTS) learn(`${path}/x`, 'GET', 'POST')
  for (const path of PAGES) learn(path, 'GET')
  const before = await written(service)
  await atOnce([...known].entries(), async ([turn, [path, methods]]) => {
    const inApi = path.startsWith(API_ROOT)
    const identity: Record<string, string> = inApi
      ? { authorization: `Bearer ${church.key}` }
      : { cookie: owner.cookie() }
    const headers = { 'sec-fetch-site': 'same-origin', ...identity }
    const unknown = METHODS.filter(one => !methods.includes(one))
    for (const method of unknown.map((_, n) => unknown[(n + turn) % unknown.length] ?? '').slice(0, TRIED)) {
      const from = { ...headers, ...newAddress() }
      const sent = { method, path, headers: from, ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: {} }) }
      const answer = await ask(sent)
      tally.note([403, 404, 405].includes(answer.status), shown(sent, answer))
    }
    if (!methods.includes('GET')) return
    const overriding = Object.fromEntries(OVERRIDES.map(name => [name, inApi ? 'POST' : 'DELETE']))
    const sent = { path, headers: { ...headers, ...overriding } }
    const answer = await ask(sent)
    tally.note(answer.status < 500, shown(sent, answer))
  })
  tally.end(t)
  assert.deepEqual(await written(service), before)
})
