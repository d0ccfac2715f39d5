/** The people of a church's console: invitations, roles, limits to a branch, and that nobody gets more than they have. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { member, PASSWORD, type TestMember, visitor } from './support/console.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { readMail } from './support/read-mail.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'

let mail: MailServer
let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  mail = await startMailServer()
  service = await startService({ SEXTON_SMTP_URL: mail.url, SEXTON_MAIL_FROM: 'sexton@example.org' })
})
after(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  church = await service.church()
  owner = await steppedUp(await member(service, church, 'owner'))
  mail.recipient = () => undefined
})

async function steppedUp(one: TestMember): Promise<TestMember> {
  await one.ask('POST', '/api/step-up', { password: PASSWORD })
  return one
}

const outcome = ({ status, json }: Answered) => [status, json.error]
const team = async (one: TestMember) => (await one.inChurch('GET', '/views/users')).json.data
const idOf = async (one: TestMember): Promise<number> =>
  (await team(owner)).users.find(({ email }: { email: string }) => email === one.email).id
const joinBy = (link: string, name = 'Bola', password = PASSWORD) =>
  visitor(service).ask('POST', '/api/join', { token: link.split('token=')[1], name, password })

let serial = 0
const newAddress = (): string => {
  serial += 1
  return `new-${process.pid}-${serial}@example.org`
}

test('an invitation is mailed, and its link is shown once', async () => {
  const email = newAddress()
  const arrives = mail.next()
  const { json } = await owner.inChurch('POST', '/operations/users.invite', { email, role: 'staff' })
  assert.equal(json.data.mailed, 'sent')
  const { text } = readMail((await arrives).source)
  assert.ok(text.includes(json.data.link), text)
  assert.match(text, /Grace Church/)
  const shown = await team(owner)
  assert.deepEqual([shown.mails, shown.invitations[0].email, shown.invitations[0].expired], [true, email, false])
  assert.ok(!JSON.stringify(shown).includes(json.data.link.split('token=')[1]))
  assert.equal((await joinBy(json.data.link)).status, 200)
  assert.equal((await team(owner)).invitations.length, 0)
})

test('where the mail cannot be sent, the link is there to hand over', async () => {
  mail.recipient = () => {
    throw Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  }
  const { json } = await owner.inChurch('POST', '/operations/users.invite', { email: newAddress(), role: 'staff' })
  assert.equal(json.data.mailed, 'failed')
  assert.equal((await joinBy(json.data.link)).status, 200)
})

test('everything that is wrong with an invitation is named at once', async () => {
  const { status, json } = await owner.inChurch('POST', '/operations/users.invite', { email: 'x', role: 'king' })
  assert.deepEqual([status, Object.keys(json.errors ?? {}).sort()], [422, ['email', 'role']])
  const both = { email: owner.email, role: 'owner', branch_id: await church.branch('North') }
  const second = await owner.inChurch('POST', '/operations/users.invite', both)
  assert.deepEqual(Object.keys(second.json.errors ?? {}).sort(), ['branch_id', 'email'])
})

test('an invitation taken back is of no use; a renewed one has a new link, and the former no longer works', async () => {
  const invite = async () =>
    (await owner.inChurch('POST', '/operations/users.invite', { email: newAddress(), role: 'viewer' })).json.data
  const back = await invite()
  assert.equal((await owner.inChurch('POST', '/operations/users.revoke_invitation', { id: back.id })).status, 200)
  assert.equal((await joinBy(back.link)).status, 404)
  assert.equal((await owner.inChurch('POST', '/operations/users.renew_invitation', { id: back.id })).status, 404)
  const first = await invite()
  await service.database.write(0, tx =>
    tx.run(sql`update invitations set expires_at = now() - interval '1 day' where id = ${first.id}`),
  )
  assert.equal((await team(owner)).invitations[0].expired, true)
  const { json } = await owner.inChurch('POST', '/operations/users.renew_invitation', { id: first.id })
  assert.equal((await joinBy(first.link)).status, 404)
  assert.equal((await joinBy(json.data.link)).status, 200)
})

test('a second invitation of an address takes the place of the first', async () => {
  const email = newAddress()
  const invite = async (role: string) =>
    (await owner.inChurch('POST', '/operations/users.invite', { email, role })).json.data.link
  const [first, second] = [await invite('administrator'), await invite('viewer')]
  assert.equal((await joinBy(first)).status, 404)
  assert.equal((await joinBy(second)).status, 200)
})

test('who is limited to a branch sees, invites and changes nobody outside of it', async () => {
  const north = await church.branch('North')
  const below = await church.branch('Corner', north)
  const south = await church.branch('South')
  const limited = await steppedUp(await member(service, church, 'administrator', north))
  const staff = await member(service, church, 'staff', below)
  const other = await member(service, church, 'staff', south)
  const open = await owner.inChurch('POST', '/operations/users.invite', { email: newAddress(), role: 'staff' })
  const shown = await team(limited)
  const emails = shown.users.map(({ email }: { email: string }) => email)
  assert.deepEqual([emails.sort(), shown.invitations], [[limited.email, staff.email].sort(), []])
  const invite = (branch_id: number | null) =>
    limited.inChurch('POST', '/operations/users.invite', { email: newAddress(), role: 'staff', branch_id })
  const nowhere = await invite(999_999)
  for (const branch of [south, null]) assert.equal((await invite(branch)).status, 422, String(branch))
  assert.equal((await invite(south)).text, nowhere.text)
  assert.equal((await invite(below)).status, 200)
  const missing = await limited.inChurch('POST', '/operations/users.remove', { id: 999_999 })
  for (const one of [owner, other]) {
    const id = await idOf(one)
    const change = { id, role: 'viewer', branch_id: below }
    assert.deepEqual(outcome(await limited.inChurch('POST', '/operations/users.change', change)), [404, 'not_found'])
    assert.equal((await limited.inChurch('POST', '/operations/users.remove', { id })).text, missing.text)
  }
  for (const name of ['renew_invitation', 'revoke_invitation']) {
    const answer = await limited.inChurch('POST', `/operations/users.${name}`, { id: open.json.data.id })
    assert.deepEqual(outcome(answer), [404, 'not_found'], name)
  }
  const mine = await idOf(limited)
  const wider = await limited.inChurch('POST', '/operations/users.change', {
    id: mine,
    role: 'administrator',
    branch_id: null,
  })
  assert.deepEqual(Object.keys(wider.json.errors ?? {}), ['branch_id'])
  const moved = { id: await idOf(staff), role: 'viewer', branch_id: north }
  assert.equal((await limited.inChurch('POST', '/operations/users.change', moved)).status, 200)
  const taken = await limited.inChurch('POST', '/operations/users.invite', {
    email: open.json.data.email,
    role: 'staff',
    branch_id: north,
  })
  assert.deepEqual(Object.keys(taken.json.errors ?? {}), ['email'])
})

test('what concerns the whole church is not for who is limited to a branch', async () => {
  const limited = await steppedUp(await member(service, church, 'administrator', await church.branch('North')))
  for (const name of ['church', 'providers']) {
    assert.deepEqual(outcome(await limited.inChurch('GET', `/views/${name}`)), [403, 'not_permitted'], name)
  }
  for (const name of ['church.set', 'church.set_api', 'providers.set', 'providers.remove', 'providers.test']) {
    assert.deepEqual(outcome(await limited.inChurch('POST', `/operations/${name}`, {})), [403, 'not_permitted'], name)
  }
  const { memberships } = (await limited.ask('GET', '/api/session')).json.data
  assert.ok(!memberships[0].operations.includes('church.set'))
})

test('who was removed has no access from then on, and cannot come back by an invitation from before', async () => {
  const staff = await member(service, church, 'staff')
  assert.equal((await staff.inChurch('GET', '/people')).status, 200)
  await owner.inChurch('POST', '/operations/users.remove', { id: await idOf(staff) })
  const gone = await staff.inChurch('GET', '/people')
  assert.deepEqual(outcome(gone), [404, 'not_found'])
})

test('a changed role holds from the next request', async () => {
  const staff = await member(service, church, 'staff')
  await owner.inChurch('POST', '/operations/users.change', { id: await idOf(staff), role: 'viewer' })
  assert.deepEqual(outcome(await staff.inChurch('POST', '/people', { first_name: 'Ada' })), [403, 'insufficient_scope'])
})

test('of owners who remove each other at the same time one stays', async () => {
  const second = await steppedUp(await member(service, church, 'owner'))
  const [one, other] = [await idOf(owner), await idOf(second)]
  const answers = await Promise.all([
    owner.inChurch('POST', '/operations/users.remove', { id: other }),
    second.inChurch('POST', '/operations/users.remove', { id: one }),
  ])
  const left = await service.database.read.all(sql`select 1 from memberships where church_id = ${church.church.id}`)
  assert.equal(left.length, 1)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('who is made less while they ask for more does not get it', async () => {
  const administrator = await steppedUp(await member(service, church, 'administrator'))
  const id = await idOf(administrator)
  let invited: Promise<Answered> | undefined
  await service.database.writeAlone(church.church.id, async tx => {
    invited = administrator.inChurch('POST', '/operations/users.invite', { email: newAddress(), role: 'administrator' })
    // Its role is read for the request, and it waits for this transaction.
    for (let waits = false; !waits; ) {
      const found = await service.database.read.first(
        sql`select 1 from pg_locks where locktype = 'advisory' and not granted limit 1`,
      )
      waits = found !== undefined
    }
    await tx.run(sql`update memberships set role = 'viewer' where church_id = ${church.church.id} and id = ${id}`)
  })
  assert.deepEqual(outcome((await invited) as Answered), [403, 'not_permitted'])
})

test('an owner who uses an invitation of a lesser role stays an owner', async () => {
  const { invite } = await import('../src/sign-in/join.ts')
  const { token } = await service.database.write(church.church.id, tx =>
    invite(tx, church.church, { email: owner.email, role: 'viewer', branch_id: null }, null),
  )
  assert.equal((await joinBy(`?token=${token}`)).status, 200)
  assert.equal((await team(owner)).users[0].role, 'owner')
})

test('another church has its own people', async () => {
  const stranger = await steppedUp(await member(service, await service.church(), 'owner'))
  const id = await idOf(await member(service, church, 'staff'))
  const foreign = await stranger.inChurch('POST', '/operations/users.remove', { id })
  const none = await stranger.inChurch('POST', '/operations/users.remove', { id: 999_999 })
  assert.deepEqual([foreign.status, foreign.text], [404, none.text])
})
