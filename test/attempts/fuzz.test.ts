/**
 * Whatever is sent to console, public routes and pages, no answer is a fault of the service; the API has test/property/fuzz.test.ts.
 * SEXTON_FUZZ_RUNS and SEXTON_FUZZ_SEED set how many requests there are and which.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { network } from '../../src/outgoing/request.ts'
import type { Operation } from '../property/document.ts'
import { type Made, requestsFor } from '../property/requests.ts'
import { member } from '../support/console.ts'
import { OPTIONAL_MODULES } from '../support/endpoints.ts'
import { useProvider } from '../support/giving.ts'
import { startWholeHouse } from '../support/house.ts'
import { closedPort } from '../support/receivers.ts'
import type { TestService } from '../support/service.ts'
import { BELIEVING, type Browser, newAddress, signedIn, stepAllUp } from './browsers.ts'
import { fuzzTargets } from './fuzz-surface.ts'
import { libraryPaths } from './library.ts'
import { type PlantedChurch, plantChurch } from './planted.ts'
import { Tally } from './tally.ts'
import { type Heard, wireTo } from './wire.ts'

const RUNS = Number(process.env.SEXTON_FUZZ_RUNS ?? 200)
const SEED = Number(process.env.SEXTON_FUZZ_SEED ?? 20_261_122)
/** Requests on their way at the same time. */
const LANES = 4
/** What requests have switched off is switched on again after so many. */
const RENEWED = 250

let service: TestService
let church: PlantedChurch
/** In the church's pages, and at the library: what ends that session leaves the other. */
let inside: Browser
let beside: Browser

before(async () => {
  // Nothing is sent to anybody: names lead nowhere, and so do the addresses of providers.
  const nowhere = `http://127.0.0.1:${await closedPort()}`
  const gone = Object.assign(new Error('gone'), { code: 'ENOTFOUND' })
  service = await startWholeHouse(BELIEVING, { network: network(() => nowhere), resolve: () => Promise.reject(gone) })
  church = await plantChurch(service)
  await useProvider(service, church.church, 'development')
  inside = await signedIn(service, (await member(service, church, 'owner')).email)
  beside = await signedIn(service, (await member(service, church, 'viewer')).email)
  await stepAllUp(service)
})
after(() => service.close())

const ids = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 40 }) },
)

const ODD_HEADERS: Record<string, string>[] = [
  {},
  {},
  {},
  { accept: 'text/html' },
  { accept: '*/*;q=banana', 'accept-encoding': 'x', 'accept-language': '\xff' },
  { range: 'bytes=5-1', 'if-none-match': '*', 'if-modified-since': 'never' },
  { cookie: '=; ;;a; sexton.session_token=%; sexton.two_factor=..' },
  { cookie: `${'a=b; '.repeat(1_000)}` },
  { host: '' },
  { host: '[::1' },
  { origin: 'null', referer: '\xff' },
  { 'x-forwarded-for': 'nobody, ,,', forwarded: 'for=;' },
  { 'content-length': '0' },
  { 'sec-fetch-site': 'same-origin, same-origin' },
  { 'user-agent': 'x'.repeat(8_000) },
  { authorization: 'Bearer' },
]

/** As the pages of this site send it, but for what is odd. */
function headersOf({ target, headers }: Made, odd: Record<string, string>): Record<string, string> {
  const own = target.startsWith('/console/api/') ? inside : beside
  const cookie = target.startsWith('/console/auth/sign-out') ? '' : own.cookie()
  const all = { 'sec-fetch-site': 'same-origin', cookie, ...newAddress(), ...headers, ...odd }
  // Node refuses to send what is not Latin-1; the bytes are what counts.
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]))
}

test('console, public routes and pages answer whatever is sent, and never by a fault of their own', async t => {
  const tally = new Tally('fuzzing of console, public routes and pages', RUNS)
  const targets = fuzzTargets(
    church.church.slug,
    libraryPaths(service).served.map(({ path }) => path),
  )
  const made = fc.oneof(...targets.map(one => requestsFor({}, one as Operation, ids)))
  const requests = fc.sample(fc.tuple(made, fc.constantFrom(...ODD_HEADERS)), { numRuns: RUNS, seed: SEED })
  const ask = wireTo(service)
  const statuses = new Map<number, number>()
  const note = (request: Made, odd: object, { status, text }: Heard): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    tally.note(
      status < 500,
      `seed ${SEED}: ${status} ${text.slice(0, 200)} of ${JSON.stringify(odd).slice(0, 100)} ${fc.stringify(request)}`,
    )
  }
  let next = 0
  const lane = async (): Promise<void> => {
    for (let at = next++; at < requests.length; at = next++) {
      const [request, odd] = requests[at] ?? assert.fail()
      if (at % RENEWED === 0) await church.set({ modules: OPTIONAL_MODULES })
      const { operation, target: path, body } = request
      note(request, odd, await ask({ method: operation.method, path, headers: headersOf(request, odd), body }))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  t.diagnostic(`seed ${SEED}, ${targets.length} targets; answers by status ${shown.join(', ')}`)
  tally.end(t)
  const share = (statuses.get(200) ?? 0) / RUNS
  assert.ok(share > 0.1, `some of it is accepted: ${share}`)
})
