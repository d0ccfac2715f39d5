/** What is left of the way to more than one has: the password asked for again, rank, links that are no longer good. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { ROLES } from '../../src/resource/roles.ts'
import { invite } from '../../src/sign-in/join.ts'
import { written } from '../isolation/rows.ts'
import { member, PASSWORD, type TestMember } from '../support/console.ts'
import { startWholeHouse } from '../support/house.ts'
import { moved } from '../support/moved-time.ts'
import type { Answered, TestService } from '../support/service.ts'
import { BELIEVING, browser, isIn, signedIn, stepAllUp } from './browsers.ts'
import { consoleAsks } from './console-surface.ts'
import { type PlantedChurch, plantChurch } from './planted.ts'
import { Tally } from './tally.ts'

let service: TestService
let church: PlantedChurch

before(async () => {
  service = await startWholeHouse(BELIEVING)
  church = await plantChurch(service)
})
after(() => service.close())

/** Where it is kept that somebody guessed. */
const GUESSES = ['guesses', 'audit_log']

const run = (statement: ReturnType<typeof sql>) => service.database.write(0, tx => tx.run(statement))
const shown = (what: string, { status, text }: Answered): string => `${what}: ${status} ${text}`

test('what wants the password again is not done without it: never given, long ago, in another browser, by another', async t => {
  const tally = new Tally('the password not given again', 40)
  const { email } = await member(service, church, 'owner')
  const [never, early, other] = [
    await signedIn(service, email),
    await signedIn(service, email),
    await signedIn(service, email),
  ]
  const second = await member(service, church, 'owner')
  for (const one of [early, other, second]) {
    assert.equal((await one.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
    if (one === early) await run(sql`update sessions set stepped_up_at = ${moved('stepped_up_at', '-11 minutes')}`)
  }
  const before = await written(service, GUESSES)
  for (const { path, method, body } of consoleAsks(church.ids).filter(({ stepUp }) => stepUp)) {
    for (const [who, one] of [
      ['never given', never],
      ['given eleven minutes ago', early],
    ] as const) {
      const answer = await one.ask(method, `/api/${church.church.slug}${path}`, body)
      // What is wrong with a body is told before.
      const held = answer.status === 422 || (answer.status === 403 && answer.json.error === 'step_up_required')
      tally.note(held, shown(`${who}: ${path}`, answer))
    }
  }
  for (const password of [
    '',
    ' ',
    null,
    1,
    true,
    [],
    {},
    [PASSWORD],
    PASSWORD.toUpperCase(),
    `${PASSWORD} `,
    '\u0000',
    'x'.repeat(9_000),
  ]) {
    const answer = await never.ask('POST', '/api/step-up', { password })
    tally.note(
      answer.status >= 400 && answer.status < 500,
      shown(`step-up with ${String(password).slice(0, 40)}`, answer),
    )
  }
  tally.end(t)
  assert.deepEqual(await written(service, GUESSES), before)
})

test('nobody makes, changes or takes out an owner who is none, nor makes more of themselves', async t => {
  const tally = new Tally('rank', 30)
  const owner = await member(service, church, 'owner')
  const own = { email: `owner-to-be-${church.church.slug}@example.org`, role: 'owner', branch_id: null } as const
  const invitation = await service.database.write(church.church.id, tx => invite(tx, church.church, own, null))
  const administrator = await member(service, church, 'administrator')
  const limited = await member(service, church, 'administrator', church.branch_id)
  await stepAllUp(service)
  const { users } = (await owner.inChurch('GET', '/views/users')).json.data
  const idOf = ({ email }: TestMember): number => users.find((one: { email: string }) => one.email === email).id
  const before = await written(service)
  const operate = async (who: TestMember, name: string, body: object): Promise<void> => {
    const answer = await who.inChurch('POST', `/actions/${name}`, body)
    tally.note([403, 404, 422].includes(answer.status), shown(`${who.email}: ${name} ${JSON.stringify(body)}`, answer))
  }
  for (const who of [administrator, limited]) {
    const branch_id = who === limited ? church.branch_id : null
    for (const role of ROLES) await operate(who, 'users.change', { id: idOf(owner), role, branch_id })
    await operate(who, 'users.remove', { id: idOf(owner) })
    for (const name of ['users.renew_invitation', 'users.revoke_invitation'])
      await operate(who, name, { id: invitation.id })
    await operate(who, 'users.invite', { email: own.email, role: 'viewer', branch_id })
    for (const id of [idOf(who), idOf(administrator), idOf(limited)]) {
      await operate(who, 'users.change', { id, role: 'owner', branch_id })
    }
    await operate(who, 'users.invite', { email: 'more@example.org', role: 'owner', branch_id })
  }
  for (const role of ROLES) {
    await operate(limited, 'users.invite', { email: 'wider@example.org', role, branch_id: null })
    await operate(limited, 'users.change', { id: idOf(limited), role, branch_id: null })
    const head = church.church.hq_branch_id
    await operate(limited, 'users.invite', { email: 'aside@example.org', role, branch_id: head })
  }
  tally.end(t)
  assert.deepEqual(await written(service), before)
})

/** A link that is good, and those that are made of it or look like one. */
const oddTokens = (token: string): unknown[] => [
  ...['', ' ', '\u0000', '%', '%00', 'null', 'undefined', '__proto__', '../..', "' or '1'='1", 'x'.repeat(9_000)],
  ...[` ${token}`, `${token} `, `${token}\u0000`, `${token}=`, `${token}.`, token.slice(1), token.slice(0, -1)],
  ...[token.split('').reverse().join(''), createHash('sha256').update(token).digest('hex')],
  ...[createHash('sha256').update(token).digest('base64url'), `${token},${token}`],
  ...[null, 0, 1, true, [token], { token }, { like: '%' }],
]

test('a link that is used, taken back, renewed, replaced or too old lets nobody in; nor does anything that is like one', async t => {
  const dead = new Tally('invitations that are no longer good', 10)
  const odd = new Tally('odd tokens', 50)
  const make = async (email: string | null) =>
    await service.database.write(church.church.id, tx =>
      invite(tx, church.church, { email, role: 'administrator', branch_id: null }, null),
    )
  const owner = await member(service, church, 'owner')
  await stepAllUp(service)
  const [used, back, renewed, replaced, old] = [
    await make(null),
    await make('back@example.org'),
    await make('renewed@example.org'),
    await make('replaced@example.org'),
    await make('old@example.org'),
  ]
  await make('replaced@example.org')
  await run(sql`update invitations set accepted_at = now() where id = ${used.id} and church_id = ${church.church.id}`)
  await run(sql`update invitations set expires_at = now() where id = ${old.id} and church_id = ${church.church.id}`)
  for (const [name, { id }] of [
    ['revoke', back],
    ['renew', renewed],
  ] as const) {
    assert.equal((await owner.inChurch('POST', `/actions/users.${name}_invitation`, { id })).status, 200)
  }
  const good = await make(null)
  const before = await written(service, GUESSES)
  const request = async (tally: Tally, token: unknown): Promise<void> => {
    const one = browser(service)
    const query = new URLSearchParams({ token: String(token) })
    const seen = await one.ask('GET', `/api/join?${query}`)
    tally.note(seen.status >= 400 && seen.status < 500, shown(`looking at ${String(token).slice(0, 60)}`, seen))
    const joining = { token, name: 'Eve', email: 'eve@example.org', password: PASSWORD }
    const joined = await one.ask('POST', '/api/join', joining)
    const held = joined.status >= 400 && joined.status < 500 && !(await isIn(one))
    tally.note(held, shown(`joining by ${String(token).slice(0, 60)}`, joined))
  }
  for (const { token } of [used, back, renewed, replaced, old]) await request(dead, token)
  for (const token of oddTokens(good.token)) {
    // Of a list of one, and of what ends in spaces, an address makes the same text.
    if (!Array.isArray(token)) await request(odd, token)
    const reset = await browser(service).ask('POST', '/auth/reset-password', {
      token,
      newPassword: 'nothing but words, many',
    })
    odd.note(reset.status >= 400 && reset.status < 500, shown(`a new password by ${String(token).slice(0, 60)}`, reset))
  }
  dead.end(t)
  odd.end(t)
  assert.deepEqual(await written(service, GUESSES), before)
})
