/** Records of recurring gifts that two installations have: only the one that is confirmed charges (hold.ts). */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { type GivingChurch, type GivingService, givingParts, visit } from '../../../test/support/giving.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import {
  beginDue,
  beginRecurring,
  giverPath,
  moveTo,
  startRecurring,
  workOff,
} from '../../../test/support/recurring.ts'
import { actParts } from '../../../test/support/service.ts'
import { exportChurch } from '../../archive/export-church.ts'
import { importChurch } from '../../archive/import-church.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { listNotices } from '../../notices/notice.ts'
import { act } from '../../resource/act.ts'
import type { Church } from '../../resource/caller.ts'
import { findChurch } from '../church/churches.ts'
import { commandCaller } from '../church/command-caller.ts'
import { chargeDue } from './charge-worker.ts'
import { chargeHere, holdGifts } from './hold.ts'
import { turnOn } from './when.ts'

const PASSPHRASE = 'three boats on a quiet river'

let service: GivingService
/** Where the church was. */
let church: GivingChurch
/** Its copy: another church of the same service, with the same cards. Both are worked on at the same time. */
let copy: Church
let folder: string

before(async () => {
  service = await startRecurring()
  folder = await mkdtemp(path.join(tmpdir(), 'hold-'))
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  service.resetClock()
  moveTo(service, '2027-01-31T09:00:00Z')
  church = await service.givingChurch('stripe')
  await useOutbox(service, church)
})

let copies = 0
async function bringCopy(): Promise<string[]> {
  const { database, vault } = service
  copies += 1
  const file = path.join(folder, `${copies}.tar.gz`)
  const slug = `copy-${copies}`
  await exportChurch({ database, vault, house: HOUSE }, church.church, {
    file,
    passphrase: PASSPHRASE,
    now: new Date(),
  })
  const { notes } = await importChurch({ database, vault, house: HOUSE }, { file, slug, passphrase: PASSPHRASE })
  copy = (await findChurch(database, slug)) as Church
  return notes
}

/** Some minutes after its turn in both places, which have minutes of their own. */
async function on(day: string, id: number): Promise<void> {
  const turns = [church.church, copy].map(place => turnOn(day, place, id).getTime())
  moveTo(service, new Date(Math.max(...turns) + 1_000).toISOString())
  await workOff(service)
}

async function inCopy(action: typeof chargeHere | typeof holdGifts): Promise<void> {
  const { database, config, clock } = service
  const caller = await commandCaller(database.read, copy, HOUSE.scopes)
  await act(actParts(database, config, clock), action, { caller, input: {}, ip: '' })
}

/** The first installation is switched off. */
const closeFirst = (): Promise<unknown> =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update churches set status = 'inactive' where id = ${church.church.id}`),
  )

const periodsIn = async ({ id }: Church): Promise<string[]> =>
  (
    await service.database.read.all<{ due_on: string; status: string; error: string | null }>(sql`
      select due_on, status, error from recurring_periods where church_id = ${id} order by due_on`)
  ).map(({ due_on, status, error }) => [due_on, status, error].filter(one => one !== null).join(' '))

/** Charges of cards, by Stripe. */
const charges = (): number => service.stripe.intents.length

test('a church that came from elsewhere charges nobody until it is confirmed, and no period twice', async () => {
  const id = await beginRecurring(service, church, 'stripe')
  const [note] = (await bringCopy()).filter(one => one.includes('on hold'))
  assert.match(note ?? '', /^1 recurring gifts are on hold/)
  const notices = await listNotices(service.database, copy.id)
  assert.deepEqual(
    notices.map(({ title }) => title),
    ['Recurring gifts are on hold'],
  )
  const before = charges()
  const messages = async () =>
    (await service.database.read.all(sql`select 1 from messages where church_id = ${copy.id}`)).length
  const written = await messages()
  await on('2027-02-28', id)
  assert.equal(charges(), before + 1, 'the first installation charges, and it alone')
  assert.deepEqual(await periodsIn(church.church), ['2027-01-31 paid', '2027-02-28 paid'])
  assert.deepEqual(await periodsIn(copy), ['2027-01-31 paid'])
  await on('2027-03-08', id)
  assert.deepEqual([charges(), await messages()], [before + 1, written], 'nobody is reminded, either')

  await closeFirst()
  const calm = await member(service, { church: copy }, 'finance')
  for (const [name, body] of [
    ['charge_here', {}],
    ['retry', { id }],
  ] as const) {
    const asked = await calm.inChurch('POST', `/actions/recurring_gifts.${name}`, body)
    assert.equal(asked.json.error, 'step_up_required', name)
  }
  const treasurer = await member(service, { church: copy }, 'finance')
  await service.database.write(copy.id, tx => tx.run(sql`update sessions set stepped_up_at = now()`))
  assert.deepEqual((await treasurer.inChurch('GET', '/views/held_recurring_gifts')).json.data, { count: 1 })
  const limited = await member(service, { church: copy }, 'finance', copy.hq_branch_id)
  assert.equal((await limited.inChurch('POST', '/actions/recurring_gifts.charge_here', {})).status, 403)
  const confirmed = await treasurer.inChurch('POST', '/actions/recurring_gifts.charge_here', {})
  assert.equal(confirmed.status, 200, confirmed.text)
  await workOff(service)
  assert.equal(charges(), before + 1)
  assert.deepEqual(await periodsIn(copy), ['2027-01-31 paid', '2027-02-28 skipped moved'])
  await on('2027-03-31', id)
  assert.equal(charges(), before + 2)
  assert.equal((await periodsIn(copy)).at(-1), '2027-03-31 paid')
  const audit = await service.database.read.all<{ detail: string }>(sql`select detail::text as detail from audit_log
    where church_id = ${copy.id} and operation = 'recurring_gifts.charge_here'`)
  assert.deepEqual(
    audit.map(({ detail }) => JSON.parse(detail)),
    [{ count: 1, from: '2027-03-09' }],
  )
})

test('confirmed on the day that a gift is due, that day is passed over: it was charged this morning', async () => {
  const id = await beginRecurring(service, church, 'stripe')
  await bringCopy()
  await on('2027-02-28', id)
  const before = charges()
  await closeFirst()
  await inCopy(chargeHere)
  await workOff(service)
  assert.equal(charges(), before)
  await on('2027-03-31', id)
  assert.equal(charges(), before + 1)
})

test('a charge that was begun when the church was copied is looked for there, and never sent from here', async () => {
  for (const sent of [true, false]) {
    church = await service.givingChurch('stripe')
    service.resetClock()
    moveTo(service, '2027-01-31T09:00:00Z')
    const id = await beginRecurring(service, church, 'stripe')
    moveTo(service, new Date(turnOn('2027-02-28', church.church, id).getTime() + 1_000).toISOString())
    await beginDue(service)
    await bringCopy()
    assert.equal((await periodsIn(copy)).at(-1), '2027-02-28 charging')
    const before = charges()
    // The first installation sends it after it was copied, or is switched off before it does.
    if (sent) await workOff(service)
    assert.equal(charges(), before + (sent ? 1 : 0))
    await closeFirst()
    assert.equal(await chargeDue(givingParts(service)), 0, 'on hold nothing is taken up')
    await inCopy(chargeHere)
    await workOff(service)
    await workOff(service)
    assert.equal(charges(), before + (sent ? 1 : 0))
    assert.equal((await periodsIn(copy)).at(-1), sent ? '2027-02-28 paid' : '2027-02-28 skipped moved')
    await on('2027-03-31', id)
    assert.equal(charges(), before + (sent ? 2 : 1))
  }
})

test('on hold the giver is told so, and neither pays twice nor has the card tried; they may still change and stop it', async () => {
  const id = await beginRecurring(service, church, 'stripe')
  service.stripe.outcomes.set(`pm_${String(service.stripe.sessions.at(-1)?.payment_intent).slice(3)}`, {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
  moveTo(service, new Date(turnOn('2027-02-28', church.church, id).getTime() + 1_000).toISOString())
  await workOff(service)
  assert.equal((await periodsIn(church.church)).at(-1), '2027-02-28 retrying Your card was declined (card_declined).')
  const address = await giverPath(service, church, id)
  assert.match((await visit(address)).text, /is not paid yet/)
  await church.act(holdGifts, {})
  const held = (await visit(address)).text
  assert.match(held, /moving its records/)
  assert.doesNotMatch(held, /is not paid yet|value="pay"|value="retry"/)
  const before = [charges(), service.stripe.sessions.length]
  for (const deed of ['pay', 'retry']) assert.equal((await visit(address, { do: deed })).status, 422, deed)
  service.pass(60 * 24)
  await workOff(service)
  assert.deepEqual([charges(), service.stripe.sessions.length], before)
  const [shown] = (await church.send('GET', '/recurring_gifts')).json.data
  assert.ok(shown.held_at)
  assert.equal((await visit(address, { do: 'cancel' })).status, 303)
  const [ended] = (await church.send('GET', '/recurring_gifts')).json.data
  assert.deepEqual([ended.status, ended.held_at], ['cancelled', null])
})
