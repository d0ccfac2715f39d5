/** What an invitation cannot be used for: to come back, to guess a password, to own an address; and what the log says of members. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import { holdGuesses, member, PASSWORD, type TestMember, visitor } from './support/console.ts'
import { startMailServer } from './support/mail-server.ts'
import { setAccount } from './support/messaging.ts'
import { readMail } from './support/read-mail.ts'
import { closing } from './support/sending.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let owner: TestMember
let administrator: TestMember

before(async () => {
  service = await startService({ SEXTON_TRUSTED_PROXIES: '127.0.0.1' })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  owner = await steppedUp(await member(service, church, 'owner'))
  administrator = await steppedUp(await member(service, church, 'administrator'))
})

async function steppedUp(one: TestMember): Promise<TestMember> {
  await one.ask('POST', '/api/step-up', { password: PASSWORD })
  return one
}

let serial = 0
const next = (): number => {
  serial += 1
  return serial
}
const newAddress = (): string => `new-${process.pid}-${next()}@example.org`
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${next()}` })

const team = async () => (await owner.inChurch('GET', '/views/users')).json.data
const idOf = async (one: TestMember): Promise<number> =>
  (await team()).users.find(({ email }: { email: string }) => email === one.email).id
async function done(one: TestMember, action: string, input: object) {
  const { status, json, text } = await one.inChurch('POST', `/actions/${action}`, input)
  assert.equal(status, 200, text)
  return json.data
}
const invite = (one: TestMember, role: string, email = newAddress()) => done(one, 'users.invite', { email, role })
const joinBy = (link: string, password = PASSWORD, headers = elsewhere()) =>
  visitor(service).ask('POST', '/api/join', { token: link.split('token=')[1], name: 'Bola', password }, headers)
const acts = async (one: TestMember, operation: string) =>
  (await one.inChurch('GET', `/views/audit?operation=${operation}`)).json.data

test('who is taken out takes their open invitations with them, and nobody else their own', async () => {
  const [back, mine] = [await invite(administrator, 'administrator'), await invite(owner, 'staff')]
  await done(owner, 'users.remove', { id: await idOf(administrator) })
  assert.equal((await joinBy(back.link)).status, 404)
  assert.deepEqual(
    (await team()).invitations.map(({ id }: { id: number }) => id),
    [mine.id],
  )
  assert.equal((await joinBy(mine.link)).status, 200)
})

test('so does who gets another role or branch; saving the same again changes nothing', async () => {
  const id = await idOf(administrator)
  const first = await invite(administrator, 'staff')
  await done(owner, 'users.change', { id, role: 'administrator' })
  assert.equal((await joinBy(first.link)).status, 200)
  const second = await invite(administrator, 'administrator')
  await done(owner, 'users.change', { id, role: 'administrator', branch_id: await church.branch('North') })
  assert.equal((await joinBy(second.link)).status, 404)
  await done(owner, 'users.change', { id, role: 'administrator' })
  const third = await invite(administrator, 'administrator')
  await done(owner, 'users.change', { id, role: 'viewer' })
  assert.equal((await joinBy(third.link)).status, 404)
})

test('who becomes less by an invitation of their own address loses those they made', async () => {
  const made = await invite(administrator, 'administrator')
  const { invite: inviteThem } = await import('../src/sign-in/join.ts')
  const { token } = await service.database.write(church.church.id, tx =>
    inviteThem(tx, church.church, { email: administrator.email, role: 'viewer', branch_id: null }, null),
  )
  assert.equal((await joinBy(`?token=${token}`)).status, 200)
  assert.equal((await joinBy(made.link)).status, 404)
})

test('a renewed invitation belongs to who renewed it: they have the link', async () => {
  const made = await invite(owner, 'administrator')
  const renewed = await done(administrator, 'users.renew_invitation', { id: made.id })
  assert.equal((await team()).invitations[0].invited_by, 'A administrator')
  await done(owner, 'users.remove', { id: await idOf(administrator) })
  assert.equal((await joinBy(renewed.link)).status, 404)
})

test('a link is no way to guess a password: guesses are counted by user, whatever the link and wherever from', async () => {
  const other = await service.church()
  const victim = await member(service, other, 'owner')
  const { id, link } = await invite(administrator, 'staff', victim.email)
  for (let n = 0; n < 5; n += 1) assert.equal((await joinBy(link, `wrong password ${n}`)).status, 422)
  await joinBy(link, 'the first that is waited for')
  await holdGuesses(service)
  const renewed = await done(administrator, 'users.renew_invitation', { id })
  assert.equal((await joinBy(renewed.link, PASSWORD)).status, 429)
  const again = await invite(owner, 'staff', victim.email)
  assert.equal((await joinBy(again.link, PASSWORD)).status, 429)
  const [line, ...more] = await acts(victim, 'user.join_failed')
  assert.deepEqual([line.user_name, line.ip.startsWith('198.51.100.'), more.length], ['A owner', true, 0])
})

test('guesses are counted by the address that they come from, too', async () => {
  const victims = [await member(service, church, 'viewer'), await member(service, church, 'viewer')]
  const other = await service.church()
  const theirs = await steppedUp(await member(service, other, 'owner'))
  const from = elsewhere()
  const statuses: number[] = []
  for (const { email } of victims) {
    const { link } = await invite(theirs, 'staff', email)
    for (let n = 0; n < 6; n += 1) statuses.push((await joinBy(link, `wrong password ${n}`, from)).status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 422), 429, 429])
})

test('of those who use one link at the same time one gets in, and the others are told that it is used', async () => {
  const { link } = await invite(owner, 'staff')
  const answers = await Promise.all([1, 2, 3, 4].map(() => joinBy(link)))
  assert.deepEqual(answers.map(({ status, json }) => [status, json.error]).sort(), [
    [200, undefined],
    [404, 'not_found'],
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})

test('who uses several links at the same time has one account; another password than the first one is not theirs', async () => {
  const email = newAddress()
  const churches = await Promise.all([1, 2, 3, 4].map(() => service.church()))
  const { invite: inviteThem } = await import('../src/sign-in/join.ts')
  const tokens = await Promise.all(
    churches.map(({ church: one }) =>
      service.database.write(one.id, tx => inviteThem(tx, one, { email, role: 'staff', branch_id: null }, null)),
    ),
  )
  const passwords = [PASSWORD, PASSWORD, 'quite another set of words', 'quite another set of words']
  const answers = await Promise.all(tokens.map(({ token }, n) => joinBy(`?token=${token}`, passwords[n])))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual([...statuses].sort(), [200, 200, 422, 422])
  assert.equal(statuses[0], statuses[1])
  const users = await service.database.read.all(sql`select 1 from users where email = ${email}`)
  const members = await service.database.read.all(sql`select 1 from memberships m join users u on u.id = m.user_id
    where u.email = ${email}`)
  assert.deepEqual([users.length, members.length], [1, 2])
})

test('a link that was refused made nobody: neither a user nor a member', async () => {
  const { link } = await invite(owner, 'staff')
  const email = newAddress()
  const { status } = await visitor(service).ask(
    'POST',
    '/api/join',
    { token: link.split('token=')[1], name: 'A\nB', password: PASSWORD, email },
    elsewhere(),
  )
  assert.equal(status, 422)
  const made = await service.database.read.all(sql`select 1 from users where email = ${email}`)
  assert.deepEqual(made, [])
  assert.equal((await joinBy(link)).status, 200)
})

test('what is no link is counted by nothing: it is not kept', async () => {
  for (let n = 0; n < 12; n += 1) assert.equal((await joinBy('?token=nothing')).status, 404)
})

test('who joins by a link that others have seen has not shown that the address is theirs', async () => {
  const email = newAddress()
  assert.equal((await joinBy((await invite(owner, 'staff', email)).link)).status, 200)
  const found = await service.database.read.first(sql`select email_verified from users where email = ${email}`)
  assert.deepEqual(found, { email_verified: false })
})

test('the log says who was changed or taken out, and what they were before', async () => {
  const north = await church.branch('North')
  const staff = await member(service, church, 'staff', north)
  const id = await idOf(staff)
  await done(owner, 'users.change', { id, role: 'viewer' })
  await done(owner, 'users.remove', { id })
  const [changed] = await acts(owner, 'users.change')
  const before = { role_before: 'staff', branch_id_before: north }
  assert.deepEqual([changed.target, changed.detail], [staff.email, { role: 'viewer', branch_id: null, ...before }])
  const [removed] = await acts(owner, 'users.remove')
  assert.deepEqual([removed.target, removed.detail], [staff.email, { role_before: 'viewer', branch_id_before: null }])
})

test('the log says which key was made, and not the key', async () => {
  const { key, id, prefix } = await done(owner, 'keys.create', { name: 'Site', scopes: ['people:read'] })
  const [line] = await acts(owner, 'keys.create')
  assert.deepEqual([line.target, line.detail.id, line.detail.prefix], ['Site', id, prefix])
  assert.ok(!JSON.stringify(line).includes(key))
})

test('another name is in the log of each church of whose it is, with the former one', async () => {
  const other = await service.church()
  const theirs = await steppedUp(await member(service, other, 'owner'))
  assert.equal((await joinBy((await invite(theirs, 'staff', administrator.email)).link)).status, 200)
  await done(administrator, 'account.rename', { name: 'A owner' })
  for (const one of [owner, theirs]) {
    const [line, ...more] = await acts(one, 'account.rename')
    const said = [line.user_name, line.detail, more.length]
    assert.deepEqual(said, ['A administrator', { name_before: 'A administrator', name: 'A owner' }, 0])
  }
})

test('where the server has no mail, a church with a mail server of its own mails its invitations by it; that proves no address', async t => {
  const mail = await closing(t, startMailServer())
  const values = { url: mail.url, from: 'office@grace.example' }
  await setAccount(service, church.church, { channel: 'email', provider: smtp, values })
  const email = newAddress()
  const made = await invite(owner, 'staff', email)
  assert.deepEqual([made.mailed, made.link], ['sent', null])
  const [received] = mail.received
  assert.deepEqual([received?.from, received?.to], ['office@grace.example', [email]])
  const { headers, text } = readMail(received?.source ?? '')
  assert.equal(headers.get('From'), 'Grace Church <office@grace.example>')
  const link = /\S+\/join\?token=\S+/.exec(text)?.[0] ?? assert.fail(text)
  assert.equal((await joinBy(link)).status, 200)
  const user = await service.database.read.first(sql`select email_verified from users where email = ${email}`)
  assert.deepEqual(user, { email_verified: false })
  // Another church has no part in it.
  const other = await service.church()
  const theirs = await steppedUp(await member(service, other, 'owner'))
  const own = await invite(theirs, 'staff')
  assert.deepEqual([own.mailed, own.link !== null, mail.received.length], ['off', true, 1])
  const away = { ...values, url: 'smtp://127.0.0.1:1' }
  await setAccount(service, church.church, { channel: 'email', provider: smtp, values: away })
  const lost = await invite(owner, 'staff')
  assert.deepEqual([lost.mailed, lost.link !== null], ['failed', true])
})
