/** The console's own ways: joining, signing in, roles, step-up, actions, and that other sites cannot act for its users. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { wordsWith } from '../console/src/settings/audit-words.ts'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { invite } from '../src/sign-in/join.ts'
import { atOnce } from './support/at-once.ts'
import { member, PASSWORD, visitor } from './support/console.ts'
import { ON_CITUS, runAs } from './support/database.ts'
import { RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { moved } from './support/moved-time.ts'
import { ACTIONS, mayDo, PERMISSIONS, ROLES, scopesOf, VIEWS } from './support/rights.ts'
import { type Answered, type TestChurch, type TestService, timeless } from './support/service.ts'

let service: TestService
let church: TestChurch

before(async () => {
  service = await startWholeHouse({ SEXTON_TRUSTED_PROXIES: '127.0.0.1' })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
})

const codes = ({ status, json }: Answered) => [status, json.error]

test('a link makes a user of the church, once; a GET of it uses nothing up', async () => {
  const input = { email: null, role: 'owner', branch_id: null } as const
  const { token } = await service.database.write(church.church.id, tx => invite(tx, church.church, input, null))
  const browser = visitor(service)
  for (let n = 0; n < 2; n += 1) {
    const { json } = await browser.ask('GET', `/api/join?token=${token}`)
    assert.deepEqual(json.data, { email: null, known: null, church: { name: 'Grace Church' }, first: true })
  }
  const weak = await browser.ask('POST', '/api/join', { token, name: '', email: 'x', password: 'short' })
  assert.deepEqual(Object.keys(weak.json.errors ?? {}).sort(), ['email', 'name', 'password'])
  const email = `first-${church.church.id}@example.org`
  assert.equal((await browser.ask('POST', '/api/join', { token, name: 'Ada', email, password: PASSWORD })).status, 200)
  const { data } = (await browser.ask('GET', '/api/session')).json
  assert.deepEqual([data.user.email, data.memberships.length, data.memberships[0].role], [email, 1, 'owner'])
  assert.deepEqual(data.memberships[0].scopes, scopesOf('owner'))
  for (const method of ['GET', 'POST']) {
    const again = await visitor(service).ask(
      method,
      `/api/join?token=${token}`,
      method === 'POST' ? { token } : undefined,
    )
    assert.equal(again.status, 404, method)
  }
})

test('a link that was mailed tells whether its address has an account; who has one joins with its password', async () => {
  const known = await member(service, await service.church(), 'owner')
  const browser = visitor(service)
  for (const [email, has] of [
    [known.email.toUpperCase(), true],
    [`new-${church.church.id}@example.org`, false],
  ] as const) {
    const input = { email, role: 'staff', branch_id: null, mailed: true } as const
    const { token } = await service.database.write(church.church.id, tx => invite(tx, church.church, input, null))
    const { json } = await browser.ask('GET', `/api/join?token=${token}`)
    assert.deepEqual([json.data.email, json.data.known], [email.toLowerCase(), has])
    const shown = await service.church()
    const other = await service.database.write(shown.church.id, tx =>
      invite(tx, shown.church, { ...input, mailed: false }, null),
    )
    assert.equal((await browser.ask('GET', `/api/join?token=${other.token}`)).json.data.known, null)
    if (!has) continue
    assert.equal((await browser.ask('POST', '/api/join', { token, password: 'not it at all, sorry' })).status, 422)
    assert.equal((await browser.ask('POST', '/api/join', { token, password: PASSWORD })).status, 200)
  }
})

test('an invitation by e-mail records user.invited, without the link', async () => {
  const owner = await member(service, church, 'owner')
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  const email = `new-${church.church.id}@example.org`
  const { json } = await owner.inChurch('POST', '/actions/users.invite', { email, role: 'staff' })
  assert.match(json.data.link, /\/join\?token=[\w-]{32}$/)
  const told = (await church.events()).filter(({ name }) => name === 'user.invited').at(-1)
  assert.match(JSON.stringify(told), new RegExp(email))
  assert.ok(!JSON.stringify(told).includes(json.data.link.split('token=')[1]))
})

test('signing in and out: by e-mail and password; wrong ones are answered alike', async () => {
  const { email } = await member(service, church, 'staff')
  const browser = visitor(service)
  // How often one may try is counted by address, for every file of this process together.
  const from = { 'x-forwarded-for': '198.18.0.1' }
  const signIn = (address: string, password: string) =>
    browser.ask('POST', '/auth/sign-in/email', { email: address, password }, from)
  const wrong = await signIn(email, 'not this password at all')
  const unknown = await signIn('nobody@example.org', 'not this password at all')
  assert.deepEqual([wrong.status, wrong.text], [unknown.status, unknown.text])
  assert.equal(wrong.status, 401)
  const right = await signIn(email, PASSWORD)
  assert.equal(right.status, 200, right.text)
  assert.match(right.headers.getSetCookie().join(), /HttpOnly/i)
  assert.match(right.headers.getSetCookie().join(), /SameSite=Lax/i)
  assert.equal((await browser.ask('GET', '/api/session')).status, 200)
  await browser.ask('POST', '/auth/sign-out', {})
  assert.deepEqual(codes(await browser.ask('GET', '/api/session')), [401, 'unauthorized'])
})

test('nobody can sign up by themselves', async () => {
  const body = { email: 'me@example.org', password: PASSWORD, name: 'Me' }
  const { status } = await visitor(service).ask('POST', '/auth/sign-up/email', body)
  assert.ok(status >= 400)
  const found = await service.database.read.first(sql`select 1 from users where email = 'me@example.org'`)
  assert.equal(found, undefined)
})

test('what comes from another site changes nothing: by fetch metadata, or by the origin where a browser sends none', async () => {
  const owner = await member(service, church, 'owner')
  const create = (headers: Record<string, string>) => owner.inChurch('POST', '/people', { first_name: 'Eve' }, headers)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    assert.deepEqual(codes(await create(headers)), [403, 'forbidden_origin'], JSON.stringify(headers))
  }
  assert.equal((await owner.inChurch('GET', '/people')).json.meta.total, 0)
  assert.equal((await create({})).status, 201)
})

test('the console takes no API key, and the API no session', async () => {
  const owner = await member(service, church, 'owner')
  const withKey = await owner.inChurch('GET', '/people', undefined, { authorization: `Bearer ${church.key}` })
  assert.deepEqual(codes(withKey), [401, 'unauthorized'])
  const cookie = await visitor(service).ask('GET', `/api/${church.church.slug}/people`)
  assert.deepEqual(codes(cookie), [401, 'unauthorized'])
})

test('the resources are those of the API, with the same answers', async () => {
  const owner = await member(service, church, 'owner')
  await church.send('POST', '/people', { first_name: 'Ada' })
  for (const name of ['people', 'families', 'branches', 'funds', 'contributions', 'messages']) {
    const answers = [await owner.inChurch('GET', `/${name}`), await church.send('GET', `/${name}`)]
    assert.equal(new Set(answers.map(timeless)).size, 1, name)
  }
  const wrong = await owner.inChurch('POST', '/contributions', { amount: 'x', nonsense: 1 })
  assert.deepEqual(Object.keys(wrong.json.errors ?? {}).sort(), ['amount', 'nonsense'])
  assert.equal((await owner.inChurch('POST', '/contributions', { amount: 100 })).json.data.source, 'manual')
})

test('each role has its scopes: what it may not read or write is 403 insufficient_scope', async () => {
  await church.set({ modules: [...HOUSE.optional] })
  for (const role of ROLES) {
    const one = await member(service, church, role)
    await atOnce(RESOURCES, async ([name, { create }]) => {
      const read = await one.inChurch('GET', `/${name}`)
      assert.equal(read.status === 200, scopesOf(role).includes(`${name}:read`), `${role} reads ${name}`)
      if (create === undefined) return
      const { status } = await one.inChurch('POST', `/${name}`, { nothing: true })
      assert.equal(status !== 403, scopesOf(role).includes(`${name}:write`), `${role} writes ${name}`)
    })
  }
})

test('each role has its actions and views: any other is 403 not_permitted, before anything else is looked at', async () => {
  await church.set({ modules: [...HOUSE.optional] })
  for (const role of ROLES) {
    const one = await member(service, church, role)
    const see = (name: string, { status, json }: Answered): void =>
      assert.deepEqual(
        [status, json.error],
        mayDo(role, name) ? [422, 'validation_failed'] : [403, 'not_permitted'],
        `${role} ${name}`,
      )
    await atOnce(ACTIONS, async ({ name }) =>
      see(name, await one.inChurch('POST', `/actions/${name}`, { nonsense: 1 })),
    )
    await atOnce(VIEWS, async ({ name }) => see(name, await one.inChurch('GET', `/views/${name}?nonsense=1`)))
  }
})

test('who is limited to a branch does nothing that concerns the whole church, and is offered nothing of it', async () => {
  await church.set({ modules: [...HOUSE.optional] })
  const branch = await church.branch('North')
  const limited = await member(service, church, 'administrator', branch)
  const { offers } = (await limited.ask('GET', '/api/session')).json.data.memberships[0]
  const whole = PERMISSIONS.filter(name => mayDo('administrator', name) && !mayDo('administrator', name, true))
  for (const name of ['funds.create', 'sermons.publish', 'units.add', 'endpoints.create', 'church', 'setup'] as const) {
    assert.ok(whole.includes(name), name)
  }
  for (const name of whole) {
    assert.ok(!offers.includes(name), name)
    const asked = ACTIONS.some(one => one.name === name)
      ? await limited.inChurch('POST', `/actions/${name}`, { nonsense: 1 })
      : await limited.inChurch('GET', `/views/${name}?nonsense=1`)
    assert.deepEqual(codes(asked), [403, 'not_permitted'], name)
    assert.match(String(asked.json.message), /whole church/)
  }
})

test('the table of roles names every action and view, and nothing else', () => {
  const offered = [...ACTIONS, ...VIEWS].map(({ name }) => name)
  assert.deepEqual([...offered].sort(), [...PERMISSIONS].sort())
})

test('keys, voids and users want the password again; it is good for ten minutes', async () => {
  const owner = await member(service, church, 'owner')
  const make = () => owner.inChurch('POST', '/actions/keys.create', { name: 'Site', scopes: ['people:read'] })
  assert.deepEqual(codes(await make()), [403, 'step_up_required'])
  assert.equal((await owner.ask('POST', '/api/step-up', { password: 'wrong' })).status, 422)
  assert.deepEqual(codes(await make()), [403, 'step_up_required'])
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  const { json } = await make()
  assert.match(json.data.key, /^sx_live_/)
  assert.equal((await church.as(json.data.key)('GET', '/people')).status, 200)
  await service.database.write(0, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${moved('stepped_up_at', '-11 minutes')}`),
  )
  assert.deepEqual(codes(await make()), [403, 'step_up_required'])
})

test('who did what is in the audit log, without what they sent', async () => {
  const owner = await member(service, church, 'owner')
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  const gift = (await owner.inChurch('POST', '/contributions', { amount: 100 })).json.data.id
  await owner.inChurch('POST', '/actions/contributions.void', { id: gift, reason: 'Counted twice' })
  const { data } = (await owner.inChurch('GET', '/views/audit')).json
  assert.deepEqual(
    [data[0].operation, data[0].target, data[0].user_name],
    ['contributions.void', String(gift), 'A owner'],
  )
  assert.ok(!JSON.stringify(data).includes('Counted twice'))
})

test('what is written through the resources is in the audit log, too: once, however often it is repeated', async () => {
  const owner = await member(service, church, 'owner')
  const headers = { 'idempotency-key': 'envelope' }
  const gift = (await owner.inChurch('POST', '/contributions', { amount: 5 }, headers)).json.data.id
  await owner.inChurch('POST', '/contributions', { amount: 5 }, headers)
  const ada = (await owner.inChurch('POST', '/people', { first_name: 'Ada' })).json.data.id
  await owner.inChurch('PATCH', `/people/${ada}`, { last_name: 'Obi' })
  assert.equal((await owner.inChurch('POST', '/people', { first_name: '' })).status, 422)
  await church.send('POST', '/people', { first_name: 'By another system' })
  const { data } = (await owner.inChurch('GET', '/views/audit')).json
  const written = data.map(({ operation, target }: Record<string, string>) => [operation, target])
  assert.deepEqual(written.slice(0, 3), [
    ['people.update', String(ada)],
    ['people.create', String(ada)],
    ['contributions.create', String(gift)],
  ])
  assert.ok(!JSON.stringify(data).includes('Obi'))
})

test('a branch sees in the log what was done by who was limited to it at the time', async () => {
  const branch = await church.branch('North')
  const owner = await member(service, church, 'owner')
  const other = await member(service, church, 'administrator')
  const limited = await member(service, church, 'administrator', branch)
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  await other.inChurch('POST', '/actions/branches.create', { name: 'Secret' })
  const { users } = (await owner.inChurch('GET', '/views/users')).json.data
  const { id } = users.find(({ email }: { email: string }) => email === other.email)
  const change = { id, role: 'staff', branch_id: branch }
  assert.equal((await owner.inChurch('POST', '/actions/users.change', change)).status, 200)
  await other.inChurch('POST', '/people', { first_name: 'Ada', branch_id: branch })
  const { data } = (await limited.inChurch('GET', '/views/audit')).json
  const seen = data.map(({ operation }: { operation: string }) => operation)
  assert.ok(seen.includes('people.create'))
  assert.ok(!seen.includes('branches.create') && !seen.includes('users.change'))
})

test('every action and every write of a resource has words for the log, which nothing else has', async () => {
  const owner = await member(service, church, 'owner')
  const { logged } = (await owner.inChurch('GET', '/house')).json.meta
  assert.deepEqual(
    HOUSE.actions.filter(one => (one.unlogged === true) === one.name in logged).map(({ name }) => name),
    [],
  )
  const { 'people.create': person, 'contributions.create': gift, 'families.update': family } = logged
  assert.deepEqual([person, gift, family], ['Added a person', 'Recorded a gift', 'Changed a family'])
  assert.equal(logged['contributions.update'], undefined, 'gifts are not changed')
  const ofSignIn = Object.keys(wordsWith()).filter(name => name in logged)
  assert.deepEqual(ofSignIn, [], 'one place for each')
})

test('views of one moment are one answer, each with its status and as it is answered alone', async () => {
  const viewer = await member(service, church, 'viewer')
  const { json } = await viewer.inChurch('GET', '/views?names=home.people,keys,nothing,home.people')
  assert.deepEqual(Object.keys(json.data), ['home.people', 'keys', 'nothing'])
  const alone = await viewer.inChurch('GET', '/views/home.people')
  assert.deepEqual(json.data['home.people'], { status: 200, answer: alone.json })
  const [keys, nothing] = [json.data.keys, json.data.nothing]
  assert.deepEqual([keys.status, keys.answer.error], [403, (await viewer.inChurch('GET', '/views/keys')).json.error])
  assert.deepEqual([nothing.status, nothing.answer.error], [404, 'unknown_resource'])
  for (const names of ['', 'a,b,c,d,e,f,g,h,i']) {
    assert.equal((await viewer.inChurch('GET', `/views?names=${names}`)).status, 422)
  }
  assert.equal((await viewer.inChurch('POST', '/views?names=keys', {})).status, 405)
})

test('what is drawn of a resource are its actions with a label, for who may', async () => {
  await church.set({ modules: [...HOUSE.optional] })
  const drawn = async (role: 'owner' | 'viewer', name: string): Promise<string[]> => {
    const { data } = (await (await member(service, church, role)).inChurch('GET', '/house')).json
    const found = data.find((one: { name: string }) => one.name === name)
    return found.actions.map((action: { name: string }) => action.name)
  }
  const prayers = ['prayer_requests.pray', 'prayer_requests.answer', 'prayer_requests.close']
  assert.deepEqual(await drawn('owner', 'prayer_requests'), prayers)
  assert.deepEqual([await drawn('owner', 'people'), await drawn('viewer', 'sermons')], [[], []])
})

test('the line of the audit log is written with the change: both are there, or neither', async () => {
  const owner = await member(service, church, 'owner')
  const lines = async () => (await owner.inChurch('GET', '/views/audit?operation=people.remove')).json.data.length
  const missing = await owner.inChurch('POST', '/actions/people.remove', { id: 999 })
  assert.deepEqual([missing.status, await lines()], [404, 0])
  const ada = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const fail = `alter table audit_log add constraint broken check (operation <> 'people.remove') not valid`
  await runAs(service.owner, fail)
  const broken = await owner.inChurch('POST', '/actions/people.remove', { id: ada })
  await runAs(service.owner, 'alter table audit_log drop constraint broken')
  assert.equal(broken.status, 500)
  assert.equal((await church.send('GET', `/people/${ada}`)).status, 200)
  assert.equal((await owner.inChurch('POST', '/actions/people.remove', { id: ada })).status, 200)
  assert.deepEqual([(await church.send('GET', `/people/${ada}`)).status, await lines()], [404, 1])
})

const TAMPERING = [`update audit_log set user_name = 'Eve'`, 'delete from audit_log', 'truncate audit_log']

test('nothing changes or deletes a line of the audit log: the service has no right to', async () => {
  const owner = await member(service, church, 'owner')
  await owner.inChurch('POST', '/actions/branches.create', { name: 'North' })
  for (const statement of TAMPERING) await assert.rejects(runAs(service.connection, statement), { code: '42501' })
})

const noTrigger = ON_CITUS && 'distributed tables have no triggers: there the rights of the roles refuse it alone'

test('nor does the owner of the tables: a trigger refuses it', { skip: noTrigger }, async () => {
  const owner = await member(service, church, 'owner')
  await owner.inChurch('POST', '/actions/branches.create', { name: 'North' })
  for (const statement of TAMPERING) await assert.rejects(runAs(service.owner, statement), /append-only/)
})

test('somebody of another church, or of a branch, sees and does nothing outside of it', async () => {
  const owner = await member(service, church, 'owner')
  const other = await service.church()
  const stranger = await member(service, other, 'owner')
  const ada = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const foreign = await stranger.ask('GET', `/api/${church.church.slug}/people`)
  const nowhere = await stranger.ask('GET', '/api/no-such-church/people')
  assert.deepEqual([foreign.status, foreign.text], [404, nowhere.text])
  const branch = await church.branch('North')
  const staff = await member(service, church, 'staff', branch)
  assert.equal((await staff.inChurch('GET', '/people')).json.meta.total, 0)
  assert.deepEqual(codes(await staff.inChurch('POST', '/actions/people.remove', { id: ada })), [404, 'not_found'])
  assert.equal((await owner.inChurch('GET', '/people')).json.meta.total, 1)
})

test('only an owner makes or changes owners, and the last one stays', async () => {
  const owner = await member(service, church, 'owner')
  const administrator = await member(service, church, 'administrator')
  for (const one of [owner, administrator]) await one.ask('POST', '/api/step-up', { password: PASSWORD })
  const invited = await administrator.inChurch('POST', '/actions/users.invite', {
    email: 'x@example.org',
    role: 'owner',
  })
  assert.deepEqual(codes(invited), [403, 'not_permitted'])
  const { users } = (await owner.inChurch('GET', '/views/users')).json.data
  const mine = users.find(({ email }: { email: string }) => email === owner.email).id
  assert.deepEqual(codes(await administrator.inChurch('POST', '/actions/users.remove', { id: mine })), [
    403,
    'not_permitted',
  ])
  assert.deepEqual(codes(await owner.inChurch('POST', '/actions/users.change', { id: mine, role: 'viewer' })), [
    422,
    'validation_failed',
  ])
  assert.equal((await owner.inChurch('GET', '/views/users')).status, 200)
})

test('a repeated Idempotency-Key from the console makes one gift', async () => {
  const owner = await member(service, church, 'owner')
  const headers = { 'idempotency-key': 'envelope' }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => owner.inChurch('POST', '/contributions', { amount: 5 }, headers)),
  )
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal((await owner.inChurch('GET', '/contributions')).json.meta.total, 1)
})
