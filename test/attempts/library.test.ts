/** Of the sign-in library only what is needed is there, and nothing of it leads to another site. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { written } from '../isolation/rows.ts'
import { member, PASSWORD } from '../support/console.ts'
import { startWholeHouse } from '../support/house.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { eventually } from '../support/receiver.ts'
import type { TestService } from '../support/service.ts'
import { BELIEVING, type Browser, newAddress, signedIn, stepAllUp } from './browsers.ts'
import { libraryPaths } from './library.ts'
import { type PlantedChurch, plantChurch } from './planted.ts'
import { PUBLIC_ROOTS } from './public-surface.ts'
import { Tally } from './tally.ts'
import { type Heard, type Sent, shown, type Wire, wireTo } from './wire.ts'

let mail: MailServer
let service: TestService
let church: PlantedChurch
let email: string
let owner: Browser
let ask: Wire

before(async () => {
  mail = await startMailServer()
  service = await startWholeHouse({ ...BELIEVING, SEXTON_SMTP_URL: mail.url, SEXTON_MAIL_FROM: 'sexton@example.org' })
  church = await plantChurch(service)
  ;({ email } = await member(service, church, 'owner'))
  owner = await signedIn(service, email)
  await stepAllUp(service)
  ask = wireTo(service)
})
after(async () => {
  await service.close()
  await mail.close()
})

const asOwner = (): Record<string, string> => ({
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
  cookie: owner.cookie(),
  ...newAddress(),
})

/** Spellings of a path that a reader of addresses makes the same of. */
const SPELLINGS: ((path: string) => string)[] = [
  path => path,
  path => `${path}/`,
  path => `/reset-password/..\\${path.slice(1)}`,
  path => `/sign-out/%2e%2e${path}`,
  path => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  path => `/reset-password/x/..\\..${path}`,
]

test('what the sign-in library could do besides is not there, under no spelling', async t => {
  const tally = new Tally('endpoints of the sign-in library that are not served', 150)
  const before = await written(service)
  for (const { path } of libraryPaths(service).others) {
    for (const spell of SPELLINGS) {
      for (const method of ['GET', 'POST']) {
        const headers = asOwner()
        const sent: Sent = {
          method,
          path: `/console/auth${spell(path)}`,
          headers,
          ...(method === 'POST' && { body: '{}' }),
        }
        const answer = await ask(sent)
        tally.note(answer.status === 404, shown(sent, answer))
      }
    }
  }
  tally.end(t)
  assert.deepEqual(await written(service), before)
})

const EVIL = 'evil.example'
const ELSEWHERE = [
  `https://${EVIL}/`,
  `http://${EVIL}`,
  `//${EVIL}/`,
  `///${EVIL}/`,
  `/\\${EVIL}/`,
  `\\\\${EVIL}/`,
  `/\t/${EVIL}/`,
  `https:${EVIL}`,
  `javascript:alert('${EVIL}')`,
  `data:text/html,${EVIL}`,
  `http://localhost@${EVIL}/`,
  `http://localhost.${EVIL}/`,
  `/%2f${EVIL}/`,
  `/..//${EVIL}/`,
  ` https://${EVIL}/`,
  `https://${EVIL}\r\nX-Injected: 1`,
]

/** Whether an answer leads away from this service: by its address, by what its script follows, by its forms and links. */
function leadsAway({ headers, text, json }: Heard): boolean {
  const own = new URL(service.url.replace('127.0.0.1', 'localhost'))
  const said = [headers.location, (json as { url?: unknown }).url].filter(one => typeof one === 'string')
  const away = said.some(one => {
    const found = URL.canParse(one, own.href) ? new URL(one, own.href) : undefined
    return (
      found === undefined || !['localhost', '127.0.0.1'].includes(found.hostname) || !found.protocol.startsWith('http')
    )
  })
  return away || headers['x-injected'] !== undefined || new RegExp(`(href|action|src)="[^"]*${EVIL}`, 'i').test(text)
}

test('nothing that is sent leads to another site: not by an answer, not by a mailed link', async t => {
  const tally = new Tally('open redirects', 120)
  const look = async (sent: Sent): Promise<void> => {
    const answer = await ask(sent)
    tally.note(answer.status < 500 && !leadsAway(answer), `${shown(sent, answer)} ${answer.headers.location}`)
  }
  const slug = church.church.slug
  for (const target of ELSEWHERE) {
    const query = encodeURIComponent(target)
    for (const name of ['callbackURL', 'redirectTo', 'errorCallbackURL']) {
      await look({ path: `/console/auth/reset-password/aZ09_-?${name}=${query}`, headers: asOwner() })
    }
    const to = { callbackURL: target, redirectTo: target, next: target, return_to: target }
    const post = (path: string, body: object): Promise<void> =>
      look({
        method: 'POST',
        path: `/console/auth${path}`,
        headers: asOwner(),
        body: JSON.stringify({ ...to, ...body }),
      })
    await post('/sign-in/email', { email, password: PASSWORD })
    await post('/request-password-reset', { email })
    await post('/sign-out', {})
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await look({
      method: 'POST',
      path: `/give/${slug}?next=${query}`,
      headers: { ...form, ...newAddress() },
      body: `next=${query}`,
    })
    // A target of its own cannot hold spaces and line ends.
    const path = /^[\x21-\x7e]+$/.test(target) ? target : `/${query}`
    for (const root of ['', '/docs', '/console', ...PUBLIC_ROOTS]) {
      await look({
        path: path.startsWith('/') ? `${root}${path}` : `${root}/${path}`,
        headers: { accept: 'text/html', ...newAddress() },
      })
    }
  }
  tally.end(t)
})

test('the address that a client says the service has is in no link', async t => {
  const tally = new Tally('addresses said by the client', 15)
  const lies: Record<string, string>[] = [
    { host: EVIL },
    { 'x-forwarded-host': EVIL },
    { 'x-forwarded-proto': EVIL, 'x-forwarded-server': EVIL },
    { forwarded: `host=${EVIL};proto=https` },
    { 'x-original-url': `https://${EVIL}/`, 'x-rewrite-url': `https://${EVIL}/` },
    { origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
  ]
  for (const [index, lie] of lies.entries()) {
    const invited = { email: `invited-${index}@example.org`, role: 'viewer' }
    const path = `/console/api/${church.church.slug}/actions/users.invite`
    for (const sent of [
      { path: '/openapi.json', headers: lie },
      { path: '/docs', headers: lie },
      { path: '/api/v1', headers: { authorization: `Bearer ${church.key}`, ...lie } },
      { method: 'POST', path, headers: { ...asOwner(), ...lie }, body: invited },
      {
        method: 'POST',
        path: '/console/auth/request-password-reset',
        headers: { ...asOwner(), ...lie },
        body: { email },
      },
    ] satisfies Sent[]) {
      const answer = await ask(sent)
      tally.note(!`${JSON.stringify(answer.headers)}${answer.text}`.includes(EVIL), shown(sent, answer))
    }
  }
  await eventually('mails have come', () => mail.received.length >= lies.length)
  for (const { source } of mail.received) tally.note(!source.includes(EVIL), source)
  tally.end(t)
})
