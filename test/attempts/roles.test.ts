/** What is not somebody's to do or to see in a church is refused, whoever asks (decisions, Console). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { written } from '../isolation/rows.ts'
import { atOnce } from '../support/at-once.ts'
import { member, type TestMember, visitor } from '../support/console.ts'
import { ENDPOINTS } from '../support/endpoints.ts'
import { startWholeHouse } from '../support/house.ts'
import { mayDo, PERMISSIONS, ROLES } from '../support/rights.ts'
import type { TestService } from '../support/service.ts'
import { BELIEVING, signedIn, stepAllUp } from './browsers.ts'
import { type Ask, consoleAsks, isAllowed } from './console-surface.ts'
import { type PlantedChurch, plantChurch } from './planted.ts'
import { Tally } from './tally.ts'
import { wireTo } from './wire.ts'

let service: TestService
let church: PlantedChurch
let asks: Ask[]

before(async () => {
  service = await startWholeHouse(BELIEVING)
  church = await plantChurch(service)
  asks = consoleAsks(church.ids)
})
after(() => service.close())

const shown = (who: string, { method, path }: Ask, { status, text }: { status: number; text: string }): string =>
  `${who}: ${method} ${path}: ${status} ${text}`

test('what a role may not do or see is refused with all that it needs, and nothing is written', async t => {
  const whole = new Tally('roles × actions and views not theirs', 200)
  const limited = new Tally('roles limited to a branch × what is not theirs', 200)
  const people: [string, TestMember, Ask[], Tally][] = []
  const notFor = (role: (typeof ROLES)[number], isLimited: boolean) =>
    asks.filter(ask => !isAllowed(ask, role, isLimited))
  for (const role of ROLES) {
    people.push([role, await member(service, church, role), notFor(role, false), whole])
    if (role === 'owner') continue
    const within = await member(service, church, role, church.branch_id)
    people.push([`${role} of a branch`, within, notFor(role, true), limited])
  }
  await stepAllUp(service)
  const before = await written(service)
  for (const [name, who, refused, tally] of people) {
    await atOnce(refused, async ask => {
      const answer = await who.inChurch(ask.method, ask.path, ask.body)
      const refusal = ask.kind === 'action' || ask.kind === 'view' ? 'not_permitted' : 'insufficient_scope'
      tally.note(answer.status === 403 && answer.json.error === refusal, shown(name, ask, answer))
    })
  }
  whole.end(t)
  limited.end(t)
  assert.deepEqual(await written(service), before)
})

/** What gives others access, shows who did what, or leads money and messages elsewhere. */
const KEYS_OF_THE_HOUSE =
  /^(users|audit|keys|endpoints?|endpoint_health|deliver(y|ies)|(payment_)?providers|church|setup)(\.|$)/

test('what opens the house is for owners and administrators, whatever the table of roles says', t => {
  const tally = new Tally('roles × what opens the house', 80)
  for (const role of ROLES.filter(one => one !== 'owner' && one !== 'administrator')) {
    for (const name of PERMISSIONS.filter(one => KEYS_OF_THE_HOUSE.test(one))) {
      tally.note(!mayDo(role, name), `${role}: ${name}`)
    }
  }
  tally.end(t)
})

test('strangers, nobody and members of another church get what a church that is not there gives', async t => {
  const outside = new Tally('strangers and nobody', 250)
  const elsewhere = new Tally('members against another church', 100)
  const other = await service.church()
  const foreign = await member(service, other, 'owner')
  const former = await member(service, other, 'owner')
  const { users } = (await foreign.inChurch('GET', '/views/users')).json.data
  await stepAllUp(service)
  const { id } = users.find(({ email }: { email: string }) => email === former.email)
  assert.equal((await foreign.inChurch('POST', '/actions/users.remove', { id })).status, 200)
  const forged = visitor(service, new Map([['sexton.session_token', `${'x'.repeat(32)}.${'A'.repeat(43)}%3D`]]))
  const before = await written(service)
  const nowhere = await Promise.all([former, foreign].map(who => who.ask('GET', '/api/no-such-church/people')))
  await atOnce(asks, async ask => {
    for (const nobody of [visitor(service), forged]) {
      const answer = await nobody.ask(ask.method, `/api/${church.church.slug}${ask.path}`, ask.body)
      outside.note(answer.status === 401 && answer.json.error === 'unauthorized', shown('nobody', ask, answer))
    }
    for (const [who, tally] of [
      [former, outside],
      [foreign, elsewhere],
    ] as const) {
      const answer = await who.ask(ask.method, `/api/${church.church.slug}${ask.path}`, ask.body)
      const held = answer.status === 404 && nowhere.every(({ text }) => text === answer.text)
      tally.note(held, shown('outsider', ask, answer))
    }
  })
  outside.end(t)
  elsewhere.end(t)
  assert.deepEqual(await written(service), before)
})

test('the API is nothing to who has no key of it: none, an invented one, a session', async t => {
  const tally = new Tally('the API without a key of it', 50)
  const owner = await signedIn(service, (await member(service, church, 'owner')).email)
  const ask = wireTo(service)
  const before = await written(service)
  for (const { method, path } of ENDPOINTS) {
    for (const headers of [
      {},
      { authorization: `Bearer ${church.key.slice(0, -1)}${church.key.endsWith('A') ? 'B' : 'A'}` },
      { cookie: owner.cookie(), 'sec-fetch-site': 'same-origin' },
    ]) {
      const sent = { method, path: path.replace('{id}', '1'), headers: headers as Record<string, string>, body: {} }
      const answer = await ask(sent)
      tally.note(answer.status === 401, `${method} ${path}: ${answer.status} ${answer.text}`)
    }
  }
  tally.end(t)
  assert.deepEqual(await written(service), before)
})
