/** What happens at a route before anything is looked up or read (decision 0013). */

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { html, page as showPage } from '../public-routes/page.ts'
import { NOTHING, type PublicRoute, plain } from '../public-routes/public-route.ts'
import { ALLOWANCES } from './allowances.ts'
import { limits, linkLimit, refusals } from './limits.ts'
import type { Request } from './message.ts'
import { publicRoutes } from './public-routes.ts'
import { RateLimit } from './rate-limit.ts'
import { capacityOf, Stay } from './stay.ts'

const now = (): number => 0
const MOST = 3

function makePublicRoutes(route: Omit<PublicRoute, 'root'>) {
  const count = (most: number): RateLimit => new RateLimit(most, now)
  const counted = {
    visits: limits(count(MOST), count(0)),
    forms: limits(count(1), count(0)),
    links: linkLimit(count(2)),
  }
  return publicRoutes(
    [{ root: '/route', ...route }],
    { ...counted, refusals: refusals(count(MOST)) },
    () => 'http://x',
    { language: 'en' },
  )
}

/** A request whose body is there, or never comes. @returns it, and whether its body was asked for */
function request(method: string, ip = '192.0.2.1', body?: string): { request: Request; asked(): boolean } {
  let asked = false
  const stream = new Readable({
    read() {
      asked = true
      if (body !== undefined) this.push(body)
      if (body !== undefined) this.push(null)
    },
  })
  const stay = new Stay(capacityOf(readConfig({})), ip)
  const request = {
    id: '1',
    method,
    path: '/route/x',
    sentPath: '/route/x',
    search: '',
    headers: {},
    ip,
    body: stream,
    stay,
  }
  return { request, asked: () => asked }
}

test('what is wrong at a route is said without waiting for the body', async () => {
  const routes = makePublicRoutes({ unlimited: true, answer: async () => NOTHING })
  const { request: sent, asked } = request('POST')
  assert.equal((await routes.answer(sent))?.reply.status, 404)
  assert.ok(!asked())
})

test('a page is light or dark as somebody chose in the console on the device, and sets no cookie for it', async () => {
  const routes = makePublicRoutes({
    forPeople: true,
    answer: async ({ at }) =>
      showPage(at({ language: 'en', country: null, languages: [] }).language, 200, 'Give', html`<h1>Give</h1>`),
  })
  let visits = 0
  const shown = async (cookie: string) => {
    visits += 1
    return (await routes.answer({ ...request('GET', `192.0.2.${visits}`).request, headers: { cookie } }))?.reply
  }
  const dark = await shown('a=b; sexton_appearance=dark')
  assert.equal(dark?.status, 200)
  assert.match(String(dark?.body), /<html lang="en" dir="ltr" data-appearance="dark">/)
  assert.equal(dark?.headers['Set-Cookie'], undefined)
  for (const cookie of ['', 'sexton_appearance=auto', 'my_sexton_appearance=dark', 'sexton_appearance="><script>'])
    assert.match(String((await shown(cookie))?.body), /<html lang="en" dir="ltr">/)
})

test('a route that wants the body gets it', async () => {
  const routes = makePublicRoutes({ answer: async visitor => plain(200, (await visitor.request()).body.toString()) })
  assert.equal((await routes.answer(request('POST', '192.0.2.1', 'a=1').request))?.reply.body, 'a=1')
})

test('who was refused too often is refused before anything is looked up; who was never refused is not counted', async () => {
  let lookedUp = 0
  const routes = makePublicRoutes({
    unlimited: true,
    answer: async ({ ip }) => {
      lookedUp += 1
      return ip === '192.0.2.1' ? NOTHING : plain(200)
    },
  })
  const answered = async (ip: string) => (await routes.answer(request('POST', ip).request))?.reply
  for (let n = 0; n < MOST; n += 1) assert.equal((await answered('192.0.2.1'))?.status, 404)
  const refused = await answered('192.0.2.1')
  assert.deepEqual([refused?.status, refused?.headers['Retry-After']], [429, '60'])
  assert.equal(lookedUp, MOST)
  for (let n = 0; n < 3 * MOST; n += 1) assert.equal((await answered('192.0.2.2'))?.status, 200)
})

test('a limited route counts visits before it opens, and forms where it asks for that', async () => {
  let opened = 0
  const routes = makePublicRoutes({
    answer: async ({ method, admitForm }) => {
      if (method === 'POST') await admitForm()
      opened += 1
      return plain(200)
    },
  })
  const status = async (method: string) => (await routes.answer(request(method).request))?.reply.status
  assert.deepEqual(
    [await status('POST'), await status('POST'), await status('GET'), await status('GET')],
    [200, 429, 200, 429],
  )
  assert.equal(opened, 2)
})

test('by one link only so many forms are taken, from whichever address; other links do not wait for it', async () => {
  const routes = makePublicRoutes({
    unlimited: true,
    forPeople: true,
    answer: async ({ headers, admitLink }) => {
      await admitLink(headers.link ?? '')
      return plain(200)
    },
  })
  const sent = async (link: string, ip: string) =>
    (await routes.answer({ ...request('POST', ip).request, headers: { link } }))?.reply
  assert.equal((await sent('a', '192.0.2.1'))?.status, 200)
  assert.equal((await sent('a', '192.0.2.2'))?.status, 200)
  const refused = await sent('a', '192.0.2.3')
  assert.deepEqual([refused?.status, refused?.headers['Retry-After']], [429, '60'])
  assert.match(String(refused?.body), /ask your church for a new link/)
  assert.equal((await sent('b', '192.0.2.3'))?.status, 200)
})

test('of what one address asks for only so much is looked up at the same time; others do not wait for it', async () => {
  const opened: string[] = []
  const ends: (() => void)[] = []
  const never = limits(new RateLimit(0, now), new RateLimit(0, now))
  const counted = {
    visits: never,
    forms: never,
    links: linkLimit(new RateLimit(0, now)),
    refusals: refusals(new RateLimit(0, now)),
  }
  const route: PublicRoute = {
    root: '/route',
    answer: async ({ ip, method, request }) => {
      opened.push(ip)
      if (method === 'POST') await request()
      else await new Promise<void>(resolve => ends.push(resolve))
      return plain(200)
    },
  }
  const routes = publicRoutes([route], counted, () => 'http://x', { language: 'en' })
  const { most } = ALLOWANCES.visits
  const crowd = Array.from({ length: 3 * most }, () => routes.answer(request('GET').request))
  const slow = Array.from({ length: 3 * most }, () => routes.answer(request('POST', '192.0.2.2').request))
  await soon()
  assert.equal(opened.filter(ip => ip === '192.0.2.1').length, most)
  assert.equal(opened.filter(ip => ip === '192.0.2.2').length, 3 * most, 'who is slow to send is in nobody’s way')
  while (ends.length < crowd.length) {
    for (const end of ends) end()
    await soon()
  }
  for (const end of ends) end()
  assert.ok((await Promise.all(crowd)).every(outcome => outcome?.reply.status === 200))
  assert.equal(slow.length, 3 * most)
})

test('a fault is a page with what the API says, in which nothing is a placeholder', async () => {
  const routes = makePublicRoutes({
    forPeople: true,
    async answer() {
      throw new ApiError('validation_failed', { message: 'There is no {reference} of <b>yours' })
    },
  })
  const { reply } = (await routes.answer(request('GET').request)) ?? assert.fail()
  assert.equal(reply.status, 422)
  assert.match(String(reply.body), /There is no \{reference\} of &lt;b&gt;yours/)
})

/** What a visitor reads whose browser asks for French. */
async function readInFrench(
  answer: PublicRoute['answer'],
  more: Partial<PublicRoute> = {},
): Promise<{ status: number; body: string }> {
  const routes = makePublicRoutes({ answer, forPeople: true, unlimited: true, ...more })
  const asked = request('GET').request
  const outcome = await routes.answer({ ...asked, headers: { 'accept-language': 'fr-CI,fr;q=0.9' } })
  const { status = 0, body = '' } = outcome?.reply ?? {}
  return { status, body: String(body) }
}

const failing =
  (error: unknown): PublicRoute['answer'] =>
  () =>
    Promise.reject(error)

test('faults, limits and links that are over are said in the language of who comes, with how long to wait', async () => {
  const nowhere = await readInFrench(async () => NOTHING)
  assert.equal(nowhere.status, 404)
  assert.match(nowhere.body, /lang="fr"[\s\S]*Le lien a peut-être expiré/)
  const seconds = { headers: { 'Retry-After': '7' } }
  for (const [error, status, words] of [
    [new ApiError('rate_limited', seconds), 429, /Attendez 7 secondes/],
    [new ApiError('payload_too_large'), 413, /trop volumineux/],
    [new ApiError('service_unavailable'), 503, /très occupés/],
    [new ApiError('church_inactive'), 403, /Cette Église n’est pas active/],
    [new ApiError('invalid_json'), 400, /n’a pas pu être lu/],
    [new Error('lost'), 500, /Quelque chose s’est mal passé/],
  ] as const) {
    const page = await readInFrench(failing(error))
    assert.equal(page.status, status)
    assert.match(page.body, words)
    if (error instanceof ApiError) assert.ok(!page.body.includes(error.message), error.message)
  }
})

test('what goes wrong on a page of a church is said in the language of the church, where its visitor asks for none that it offers', async () => {
  const church = { language: 'sw', country: 'KE', languages: ['en'] }
  const page = await readInFrench(async visitor => {
    visitor.at(church)
    throw new ApiError('rate_limited', { headers: { 'Retry-After': '7' } })
  })
  assert.match(page.body, /lang="sw"[\s\S]*Subiri sekunde 7/)
})

test('that nothing is there shows nobody what language a church speaks, but who had a secret link', async () => {
  const answer: PublicRoute['answer'] = async visitor => {
    visitor.at({ language: 'sw', country: 'KE', languages: ['en'] })
    return NOTHING
  }
  assert.match((await readInFrench(answer)).body, /lang="fr"/)
  assert.match((await readInFrench(answer, { secretPath: true })).body, /lang="sw"/)
})
