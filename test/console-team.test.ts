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

/** Invites somebody, or renews an invitation. @returns it, and the link of the mail */
async function mailedBy(one: TestMember, action: string, input: object) {
  const arrives = mail.next()
  const { json, text } = await one.inChurch('POST', `/actions/users.${action}`, input)
  assert.equal(json.data?.mailed, 'sent', text)
  const read = readMail((await arrives).source)
  return { ...read, data: json.data, link: /http\S+/.exec(read.text)?.[0] ?? '' }
}

test('an invitation is mailed, and its link is in the mail alone: using it proves the address', async () => {
  const email = newAddress()
  const { text, data, link } = await mailedBy(owner, 'invite', { email, role: 'staff' })
  assert.match(text, /Grace Church/)
  assert.equal(data.link, null)
  const shown = await team(owner)
  assert.deepEqual([shown.mails, shown.invitations[0].email, shown.invitations[0].expired], [true, email, false])
  const token = link.split('token=')[1] ?? ''
  assert.match(token, /^[\w-]{32}$/)
  assert.ok(!JSON.stringify([shown, data]).includes(token))
  assert.equal((await joinBy(link)).status, 200)
  assert.equal((await team(owner)).invitations.length, 0)
  const user = await service.database.read.first(sql`select email_verified from users where email = ${email}`)
  assert.deepEqual(user, { email_verified: true })
})

test('where the mail cannot be sent, nobody is shown the link: it is sent anew, or another address invited', async () => {
  const email = newAddress()
  mail.recipient = () => {
    throw Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  }
  const { json } = await owner.inChurch('POST', '/actions/users.invite', { email, role: 'staff' })
  assert.deepEqual([json.data.mailed, json.data.link], ['failed', null])
  mail.recipient = () => undefined
  const { link } = await mailedBy(owner, 'renew_invitation', { id: json.data.id })
  assert.equal((await joinBy(link)).status, 200)
})

test('the mail says who invites, and begins with our words whatever a church or a person is called', async () => {
  const bad = 'Your account is locked.\n\nSign in at http://evil.example\u2028now\u202e'
  await service.database.write(church.church.id, async tx => {
    // From before names had to be one line.
    await tx.run(sql`update churches set name = ${bad} where id = ${church.church.id}`)
    await tx.run(sql`update users set name = ${`${bad} ${'x'.repeat(100)}`} where email = ${owner.email}`)
  })
  const { text, headers } = await mailedBy(owner, 'invite', { email: newAddress(), role: 'staff' })
  const lines = text.split('\r\n')
  assert.deepEqual(lines.slice(0, 3), [
    'Hello,',
    '',
    'You have been invited to help look after a church that uses Sexton.',
  ])
  assert.equal(lines[4], 'Church: “Your account is locked. Sign in at http://evil.example now”')
  const by = lines[5] ?? ''
  assert.match(by, /^Invited by: “Your account is locked\. .{50,70}…”, who signs in as owner-\S+ \(not confirmed\)$/)
  assert.match(headers.get('Subject') ?? '', /^(=\?UTF-8\?Q\?)?Invitation/)
  await service.database.write(0, tx =>
    tx.run(sql`update users set email_verified = true, name = 'Ngozi' where email = ${owner.email}`),
  )
  const next = await mailedBy(owner, 'invite', { email: newAddress(), role: 'staff' })
  assert.ok(next.text.includes(`Invited by: “Ngozi”, ${owner.email}\r\n`), next.text)
})

test('a church makes or renews twenty invitations in an hour, however they are made', async () => {
  const email = newAddress()
  const invite = () => owner.inChurch('POST', '/actions/users.invite', { email, role: 'staff' })
  const first = (await invite()).json.data
  const lines = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await service.database.write(church.church.id, tx =>
        tx.run(sql`insert into audit_log (church_id, user_id, user_name, operation, ip, created_at)
          values (${church.church.id}, 'x', 'Eve', 'users.invite', '::1', ${tx.now}::timestamptz - interval '20 minutes')`),
      )
    }
  }
  await lines(18)
  assert.equal((await invite()).status, 200)
  const refused = await invite()
  assert.deepEqual(outcome(refused), [429, 'rate_limited'])
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 3_590 && seconds <= 3_600, String(seconds))
  const renew = await owner.inChurch('POST', '/actions/users.renew_invitation', { id: first.id + 1 })
  assert.deepEqual(outcome(renew), [429, 'rate_limited'])
  const other = await steppedUp(await member(service, await service.church(), 'owner'))
  await mailedBy(other, 'invite', { email: newAddress(), role: 'staff' })
})

test('everything that is wrong with an invitation is named at once', async () => {
  const { status, json } = await owner.inChurch('POST', '/actions/users.invite', { email: 'x', role: 'king' })
  assert.deepEqual([status, Object.keys(json.errors ?? {}).sort()], [422, ['email', 'role']])
  const both = { email: owner.email, role: 'owner', branch_id: await church.branch('North') }
  const second = await owner.inChurch('POST', '/actions/users.invite', both)
  assert.deepEqual(Object.keys(second.json.errors ?? {}).sort(), ['branch_id', 'email'])
})

test('an invitation taken back is of no use; a renewed one has a new link, and the former no longer works', async () => {
  const invite = async () => await mailedBy(owner, 'invite', { email: newAddress(), role: 'viewer' })
  const { data: back, link } = await invite()
  assert.equal((await owner.inChurch('POST', '/actions/users.revoke_invitation', { id: back.id })).status, 200)
  assert.equal((await joinBy(link)).status, 404)
  assert.equal((await owner.inChurch('POST', '/actions/users.renew_invitation', { id: back.id })).status, 404)
  const first = await invite()
  await service.database.write(0, tx =>
    tx.run(sql`update invitations set expires_at = now() - interval '1 day' where id = ${first.data.id}`),
  )
  assert.equal((await team(owner)).invitations[0].expired, true)
  const renewed = await mailedBy(owner, 'renew_invitation', { id: first.data.id })
  assert.equal((await joinBy(first.link)).status, 404)
  assert.equal((await joinBy(renewed.link)).status, 200)
  const kept = await service.database.read.first<{ hashes: string[]; links: string[] }>(sql`
    select array(select value from taken where kind = 'invitation' and taken_by = ${church.church.id} order by 1) as hashes,
      array(select encode(token_hash, 'hex') from invitations where church_id = ${church.church.id} order by 1) as links`)
  assert.deepEqual(kept?.hashes, kept?.links)
})

test('a second invitation of an address takes the place of the first', async () => {
  const email = newAddress()
  const invite = async (role: string) => (await mailedBy(owner, 'invite', { email, role })).link
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
  const open = await owner.inChurch('POST', '/actions/users.invite', { email: newAddress(), role: 'staff' })
  const shown = await team(limited)
  const emails = shown.users.map(({ email }: { email: string }) => email)
  assert.deepEqual([emails.sort(), shown.invitations], [[limited.email, staff.email].sort(), []])
  const invite = (branch_id: number | null) =>
    limited.inChurch('POST', '/actions/users.invite', { email: newAddress(), role: 'staff', branch_id })
  const nowhere = await invite(999_999)
  for (const branch of [south, null]) assert.equal((await invite(branch)).status, 422, String(branch))
  assert.equal((await invite(south)).text, nowhere.text)
  assert.equal((await invite(below)).status, 200)
  const missing = await limited.inChurch('POST', '/actions/users.remove', { id: 999_999 })
  for (const one of [owner, other]) {
    const id = await idOf(one)
    const change = { id, role: 'viewer', branch_id: below }
    assert.deepEqual(outcome(await limited.inChurch('POST', '/actions/users.change', change)), [404, 'not_found'])
    assert.equal((await limited.inChurch('POST', '/actions/users.remove', { id })).text, missing.text)
  }
  for (const name of ['renew_invitation', 'revoke_invitation']) {
    const answer = await limited.inChurch('POST', `/actions/users.${name}`, { id: open.json.data.id })
    assert.deepEqual(outcome(answer), [404, 'not_found'], name)
  }
  const mine = await idOf(limited)
  const wider = await limited.inChurch('POST', '/actions/users.change', {
    id: mine,
    role: 'administrator',
    branch_id: null,
  })
  assert.deepEqual(Object.keys(wider.json.errors ?? {}), ['branch_id'])
  const moved = { id: await idOf(staff), role: 'viewer', branch_id: north }
  assert.equal((await limited.inChurch('POST', '/actions/users.change', moved)).status, 200)
  const taken = await limited.inChurch('POST', '/actions/users.invite', {
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
    assert.deepEqual(outcome(await limited.inChurch('POST', `/actions/${name}`, {})), [403, 'not_permitted'], name)
  }
  const { memberships } = (await limited.ask('GET', '/api/session')).json.data
  assert.ok(!memberships[0].offers.includes('church.set'))
})

test('what a module offers is offered where the church has switched it on', async () => {
  const offered = async () => {
    const { memberships } = (await owner.ask('GET', '/api/session')).json.data
    return memberships[0].offers.includes('held_recurring_gifts')
  }
  await church.set({ modules: [] })
  assert.equal(await offered(), false)
  await church.set({ modules: ['giving'] })
  assert.equal(await offered(), true)
})

test('who was removed has no access from then on, and cannot come back by an invitation from before', async () => {
  const staff = await member(service, church, 'staff')
  assert.equal((await staff.inChurch('GET', '/people')).status, 200)
  await owner.inChurch('POST', '/actions/users.remove', { id: await idOf(staff) })
  const gone = await staff.inChurch('GET', '/people')
  assert.deepEqual(outcome(gone), [404, 'not_found'])
})

test('a changed role holds from the next request', async () => {
  const staff = await member(service, church, 'staff')
  await owner.inChurch('POST', '/actions/users.change', { id: await idOf(staff), role: 'viewer' })
  assert.deepEqual(outcome(await staff.inChurch('POST', '/people', { first_name: 'Ada' })), [403, 'insufficient_scope'])
})

test('of owners who remove each other at the same time one stays', async () => {
  const second = await steppedUp(await member(service, church, 'owner'))
  const [one, other] = [await idOf(owner), await idOf(second)]
  const answers = await Promise.all([
    owner.inChurch('POST', '/actions/users.remove', { id: other }),
    second.inChurch('POST', '/actions/users.remove', { id: one }),
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
    invited = administrator.inChurch('POST', '/actions/users.invite', { email: newAddress(), role: 'administrator' })
    // Its role is read for the request, and it waits for this transaction.
    for (let waits = false; !waits; ) {
      const found = await service.database.read.first(
        sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database()) limit 1`,
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
  const foreign = await stranger.inChurch('POST', '/actions/users.remove', { id })
  const none = await stranger.inChurch('POST', '/actions/users.remove', { id: 999_999 })
  assert.deepEqual([foreign.status, foreign.text], [404, none.text])
})
