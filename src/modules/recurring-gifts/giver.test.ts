/** What givers and staff do with recurring gifts (decision 0030). */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type GivingChurch, type GivingService, givingParts, visit } from '../../../test/support/giving.ts'
import {
  beginDue,
  giverPath,
  moveTo,
  payLatest,
  recurringDesk,
  recurringOf,
  workOff,
} from '../../../test/support/recurring.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { UNCONFIRMED } from '../online-giving/give-up.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { cancelAction, pauseAction, resumeAction, sendRecurringLink } from './actions.ts'
import { chargeDue } from './charge-worker.ts'
import { forgetUnconfirmed } from './forget-unconfirmed.ts'
import { turnOn } from './when.ts'

let service: GivingService
let church: GivingChurch

const {
  begin,
  church: fresh,
  on,
  one,
  said: periods,
  succeeded,
  messages,
  told,
} = recurringDesk(scene => {
  ;({ service, church } = scene)
})

describe('givers and staff', () => {
  beforeEach(() => fresh('development'))

  test('reminders begin when the address is confirmed, and the link pays the period', async () => {
    const shown = await church.give({ frequency: 'monthly', mode: 'remind' })
    assert.equal(shown.status, 200)
    assert.match(shown.text, /look into your email/)
    assert.deepEqual([(await church.gifts()).length, await told('giving.recurring_created')], [0, []])
    const { id } = await one()
    const address = await giverPath(service, church, id)
    for (const _ of [1, 2]) await visit(address, { do: 'confirm' })
    assert.equal((await told('giving.recurring_created')).length, 1)
    moveTo(service, '2027-01-31T12:00:00Z')
    await workOff(service)
    assert.deepEqual(await periods(id), ['2027-01-31 needs_giver'])
    await workOff(service)
    const due = `About your recurring gift to ${church.church.name}`
    assert.equal((await messages()).filter(subject => subject === due).length, 1)
    assert.equal((await one()).status, 'active', 'whoever is reminded has a week')
    const led = await visit(address, { do: 'pay' })
    assert.match(led.location ?? '', /\/test\//)
    await payLatest(service, church, 'development')
    await workOff(service)
    assert.deepEqual(await periods(id), ['2027-01-31 paid'])
    assert.equal((await one()).first_gift_id, (await succeeded())[0].id)
    await on('2027-02-28', id)
    await on('2027-03-03', id)
    await on('2027-03-07', id)
    assert.equal((await messages()).filter(subject => subject === due).length, 4)
    assert.equal((await one()).status, 'past_due')
  })

  test('the giver changes amount and day, pauses, and stops in two clicks; a link that was taken back does nothing', async () => {
    const id = await begin('development')
    const address = await giverPath(service, church, id)
    assert.equal((await visit(address, { do: 'amount', amount: '20.00' })).status, 303)
    assert.equal((await visit(address, { do: 'amount', amount: 'much' })).status, 422)
    assert.equal((await visit(address, { do: 'day', day: '2027-02-15' })).status, 303)
    assert.equal((await visit(address, { do: 'day', day: '2027-01-31' })).status, 422)
    await on('2027-02-15', id)
    assert.deepEqual((await succeeded()).map(({ amount, due_on }) => [amount, due_on]).at(-1), [2000, '2027-02-15'])
    await visit(address, { do: 'pause', until: '2027-05-01' })
    assert.deepEqual([(await one()).status, (await one()).paused_until], ['paused', '2027-05-01'])
    await on('2027-04-20', id)
    assert.equal((await succeeded()).length, 2)
    await on('2027-05-01', id)
    assert.deepEqual([(await one()).status, (await one()).next_on], ['active', '2027-05-15'])

    const early = await visit(address, { do: 'pay' })
    assert.match(early.location ?? '', /\/test\//, early.text)
    await payLatest(service, church, 'development')
    await workOff(service)
    assert.deepEqual([(await one()).next_on, (await succeeded()).length], ['2027-06-15', 3])
    await on('2027-05-15', id)
    assert.equal((await succeeded()).length, 3, 'it was paid before its day')

    assert.match((await visit(`${address}?ask=cancel`)).text, /Yes, stop it/)
    assert.equal((await one()).status, 'active')
    for (const _ of [1, 2]) assert.equal((await visit(address, { do: 'cancel' })).status, 303)
    const ended = await one()
    assert.deepEqual([ended.status, ended.cancelled_by], ['cancelled', 'giver'])
    assert.equal((await told('giving.recurring_cancelled')).length, 1)
    await on('2027-08-01', id)
    assert.equal((await succeeded()).length, 3)
    await service.database.write(church.church.id, tx =>
      tx.run(sql`update recurring_gifts set link_version = 2 where church_id = ${church.church.id} and id = ${id}`),
    )
    assert.equal((await visit(address)).status, 404)
  })

  test('a form that nobody confirms is forgotten after 45 days, and nothing else is', async () => {
    const active = await begin('development')
    await church.give({ frequency: 'monthly', email: 'bola@example.org' })
    await church.give({ frequency: 'monthly', mode: 'remind', email: 'chi@example.org', note: 'For Chi' })
    const [, paying, waiting] = await recurringOf(church)
    const address = await giverPath(service, church, waiting.id)
    const forget = async (days: number) => {
      // By the clock of the database, which keeps when they were begun.
      const clock = { now: () => new Date(Date.now() + days * 86_400_000) }
      await forgetUnconfirmed({ ...givingParts(service), clock })
    }
    const left = async () => (await recurringOf(church)).map(({ status, donor_email }) => [status, donor_email])
    const all = [
      ['active', 'ada@example.org'],
      ['pending', 'bola@example.org'],
      ['pending', 'chi@example.org'],
    ]
    await forget(44)
    assert.deepEqual(await left(), all)
    await forget(46)
    assert.deepEqual(await left(), [...all.slice(0, 2), ['cancelled', '']])
    const [, , gone] = await recurringOf(church)
    assert.deepEqual([gone.donor_name, gone.cancel_reason], ['', 'It was not confirmed'])
    assert.equal((await visit(address)).status, 404)
    assert.deepEqual(await told('giving.recurring_cancelled'), [])
    const expire = (error: string | null) =>
      service.database.write(church.church.id, tx =>
        tx.run(sql`update gifts set status = 'expired', error = ${error}, look_at = null, completed_at = now()
          where church_id = ${church.church.id} and recurring_id = ${paying.id}`),
      )
    // It may have been paid: whoever looks for it has to know whose it is.
    await expire(UNCONFIRMED)
    await forget(46)
    assert.deepEqual((await left())[1], ['pending', 'bola@example.org'])
    await expire(null)
    await forget(46)
    assert.deepEqual(
      (await recurringOf(church)).map(({ id, status }) => [id, status]),
      [
        [active, 'active'],
        [paying.id, 'cancelled'],
        [waiting.id, 'cancelled'],
      ],
    )
  })

  test('the address presets the form; what cannot be is said beside its field; its last day completes it', async () => {
    const page = await visit(`${church.page}?frequency=weekly&amount=20`)
    assert.match(page.text, /<option value="weekly" selected>/)
    assert.match(page.text, /value="20"/)
    const wrong = await church.give({ frequency: 'daily', ends_on: '2020-01-01' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Choose how often/)
    const late = await church.give({ frequency: 'weekly', ends_on: '2020-01-01' })
    assert.match(late.text, /still to come/)
    const id = await begin('development', { frequency: 'weekly', ends_on: '2027-02-10' })
    await on('2027-02-07', id)
    const done = await one()
    assert.deepEqual(
      [done.status, done.next_on, (await told('giving.recurring_cancelled')).length],
      ['completed', null, 0],
    )
  })

  test('staff pause, resume, send the link and cancel; a removed giver is not charged; a merge moves it', async () => {
    const people = await Promise.all(
      ['ada@example.org', 'ada2@example.org'].map(
        async email => (await church.send('POST', '/people', { first_name: 'Ada', email })).json.data.id,
      ),
    )
    const id = await begin('development')
    assert.equal((await one()).person_id, people[0])
    assert.deepEqual((await one()).person, { id: people[0], full_name: 'Ada' })
    await church.act(sendRecurringLink, { id })
    await church.act(sendRecurringLink, { id })
    assert.equal(
      (await messages()).filter(subject => subject === `About your recurring gift to ${church.church.name}`).length,
      2,
      'one that it is set up, and one link',
    )
    assert.equal((await church.act(pauseAction, { id, until: null })).status, 'paused')
    await on('2027-03-05', id)
    assert.equal((await succeeded()).length, 1)
    assert.equal((await church.act(resumeAction, { id })).next_on, '2027-03-31')
    await church.act(mergePeople, { keep: people[1], remove: people[0] })
    assert.equal((await one()).person_id, people[1])
    await on('2027-03-31', id)
    assert.equal((await succeeded()).at(-1).person_id, people[1])
    await church.act(removePerson, { id: people[1] })
    await workOff(service)
    const ended = await one()
    assert.deepEqual([ended.status, ended.cancelled_by], ['cancelled', 'staff'])
    const other = await begin('development', { email: 'bola@example.org' })
    const cancelled = await church.act(cancelAction, { id: other, reason: 'Asked by phone' })
    assert.deepEqual([cancelled.status, cancelled.cancel_reason], ['cancelled', 'Asked by phone'])
  })
})

describe('charges that nobody wants any more', () => {
  beforeEach(() => fresh('stripe'))

  test('what was sent and never arrived is not sent again once the giver stopped or paused it', async () => {
    const deeds: (readonly [string, string])[] = [
      ['cancel', 'cancelled'],
      ['pause', 'paused'],
    ]
    for (const [deed, status] of deeds) {
      await fresh('stripe')
      const id = await begin('stripe')
      const before = service.stripe.intents.length
      moveTo(service, new Date(turnOn('2027-02-28', church.church, id).getTime() + 1_000).toISOString())
      service.stripe.reply = response => response.destroy()
      await workOff(service)
      service.stripe.reply = undefined
      assert.equal((await visit(await giverPath(service, church, id), { do: deed })).status, 303)
      service.pass(2)
      await workOff(service)
      const gift = (await church.gifts()).find(({ due_on }) => due_on === '2027-02-28')
      assert.deepEqual([gift?.status, gift?.error, (await one()).status], ['failed', 'stopped', status])
      assert.equal(service.stripe.intents.length, before, deed)
    }
  })

  test('nothing is charged while online giving is off or the church is closed, and later nothing whose time is over', async () => {
    const id = await begin('stripe')
    const before = service.stripe.intents.length
    moveTo(service, new Date(turnOn('2027-02-28', church.church, id).getTime() + 1_000).toISOString())
    await beginDue(service)
    assert.equal((await periods(id)).at(-1), '2027-02-28 charging')
    const set = (values: Sql) =>
      service.database.write(church.church.id, tx =>
        tx.run(sql`update churches set ${values} where id = ${church.church.id}`),
      )
    await set(sql`modules = array_remove(modules, 'giving')`)
    await chargeDue(givingParts(service))
    await set(sql`modules = modules || array['giving'], status = 'inactive'`)
    await chargeDue(givingParts(service))
    assert.equal(service.stripe.intents.length, before)
    moveTo(service, '2027-03-31T00:00:00Z')
    await set(sql`status = 'active'`)
    await workOff(service)
    assert.equal(service.stripe.intents.length, before)
    assert.deepEqual(await periods(id), ['2027-01-31 paid', '2027-02-28 skipped'])
    await on('2027-03-31', id)
    assert.equal((await periods(id)).at(-1), '2027-03-31 paid')
  })

  test('a checkout that failed once is gone on with, a period that is paid is not paid again, and a test key charges no live card', async () => {
    const id = await begin('stripe')
    const set = (values: Sql, where: Sql) =>
      service.database.write(church.church.id, tx =>
        tx.run(sql`update ${values} where church_id = ${church.church.id} and ${where}`),
      )
    await set(sql`mandates set is_test = not is_test`, sql`true`)
    await on('2027-02-28', id)
    assert.deepEqual(await periods(id), ['2027-01-31 paid', '2027-02-28 needs_giver'])
    const address = await giverPath(service, church, id)
    const led = await visit(address, { do: 'pay' })
    assert.match(led.location ?? '', /^https:\/\/checkout\.stripe\.com/, led.text)
    const ofPeriod = async () => (await church.gifts()).filter(({ due_on }) => due_on === '2027-02-28')
    await set(sql`gifts set status = 'failed', error = 'declined', completed_at = now()`, sql`due_on = '2027-02-28'`)
    assert.equal((await visit(address, { do: 'pay' })).location, led.location)
    assert.equal((await ofPeriod()).length, 1)
    await payLatest(service, church, 'stripe')
    const again = await visit(address, { do: 'pay' })
    assert.equal(again.status, 422)
    assert.match(again.text, /is paid already/)
    assert.deepEqual(
      (await ofPeriod()).map(({ status }) => status),
      ['succeeded'],
    )
  })

  test('a decline after the pause began is skipped; a day cannot be moved over one that is being paid, nor past the last', async () => {
    const id = await begin('stripe', { ends_on: '2027-03-15' })
    const address = await giverPath(service, church, id)
    assert.equal((await visit(address, { do: 'day', day: '2027-03-20' })).status, 422, 'after the last day')
    await visit(address, { do: 'pay' })
    assert.equal((await visit(address, { do: 'day', day: '2027-03-01' })).status, 422, 'a checkout is open')
    await service.database.write(church.church.id, tx =>
      tx.run(sql`update gifts set status = 'expired', look_at = null, completed_at = now()
        where church_id = ${church.church.id} and status = 'pending'`),
    )
    moveTo(service, new Date(turnOn('2027-02-28', church.church, id).getTime() + 1_000).toISOString())
    await beginDue(service)
    assert.equal((await visit(address, { do: 'day', day: '2027-03-05' })).status, 422, 'none is to come')
    await visit(address, { do: 'pause' })
    await workOff(service)
    assert.deepEqual(await periods(id), ['2027-01-31 paid', '2027-02-28 skipped'])
    assert.equal((await visit(address, { do: 'retry' })).status, 422)
  })

  test('a last period that stays unpaid is given up when another would have come; then it is complete', async () => {
    const id = await begin('stripe', { ends_on: '2027-03-15' })
    service.stripe.outcomes.set(`pm_${String([...service.stripe.sessions].at(-1)?.payment_intent).slice(3)}`, {
      code: 'card_declined',
      decline_code: 'lost_card',
    })
    await on('2027-02-28', id)
    await on('2027-03-30', id)
    assert.deepEqual([(await periods(id)).at(-1), (await one()).status], ['2027-02-28 needs_giver', 'past_due'])
    await on('2027-03-31', id)
    assert.deepEqual([(await periods(id)).at(-1), (await one()).status], ['2027-02-28 failed', 'completed'])
  })
})
