/** Pledges: what counts towards them, in two currencies; who is behind; pages, files, merges. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import pino from 'pino'
import { member } from '../../../test/support/console.ts'
import { formIdOf, visit } from '../../../test/support/giving.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { doDue } from '../../agenda/agenda-worker.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sweepAgenda } from '../../agenda/sweep.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { doingOn } from '../../resource/step.ts'
import { commandCaller } from '../church/command-caller.ts'
import { createFund } from '../contributions/create-fund.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { remindersModule } from '../reminders/module.ts'
import { type CampaignProgress, progressOf, remindCampaign } from './campaign-view.ts'
import { closeCampaign, createCampaign, reopenCampaign, updateCampaign } from './keep-campaign.ts'
import { pledgesModule } from './module.ts'
import type { PledgeLine } from './person-pledges.ts'
import { cancelPledge, linkPledge, remindPledge, setGivers, updatePledge } from './pledge-actions.ts'

let service: TestService
let church: TestChurch
let now: number
/** Noon in Lagos. */
const START = Date.parse('2027-01-10T11:00:00Z')

before(async () => {
  now = START
  service = await startService({}, { clock: { now: () => new Date(now) } })
})
after(() => service.close())
beforeEach(async () => {
  now = START
  church = await service.church({ currency: 'NGN', timezone: 'Africa/Lagos' })
  await church.set({ modules: ['giving'] })
  await church.act(setRate, { currency: 'USD', rate: '1650.25', valid_from: '2027-01-01' })
})

const clock = { now: () => new Date(now) }
const ok = async (path: string, body: object) => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data
}
const person = async (first_name = 'Ada', more = {}): Promise<number> =>
  (await ok('/people', { first_name, email: `${first_name}@example.org`.toLowerCase(), ...more })).id
const campaign = async (changes = {}): Promise<number> =>
  (
    await church.act(createCampaign, {
      name: 'Roof 2027',
      fund_id: church.fund_id,
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
      ...changes,
    })
  ).id
const pledge = async (campaign_id: number, more: object) =>
  await ok('/pledges', { campaign_id, amount: 120_000, ...more })
const give = async (person_id: number, amount: number, more = {}): Promise<number> =>
  (await ok('/contributions', { person_id, amount, method: 'cash', given_on: '2027-01-10', ...more })).id
const get = async (path: string) => (await church.send('GET', path)).json.data
const refused = async (body: object): Promise<Record<string, string>> => {
  const { status, json, text } = await church.send('POST', '/pledges', body)
  assert.equal(status, 422, text)
  return json.errors ?? {}
}
const told = async () => (await church.events()).filter(({ name }) => name === 'giving.pledge_created')
const caller = () => commandCaller(service.database.read, church.church, HOUSE.scopes)
const progress = async (id: number, day = '2027-01-10', days?: number): Promise<CampaignProgress> =>
  progressOf(service.database.read, await caller(), id, { day, days })

test('a pledge of USD 1,200 is fulfilled by twelve gifts of USD 100, whatever the naira did', async () => {
  const ada = await person()
  const roof = await campaign()
  const made = await pledge(roof, { person_id: ada, currency: 'USD', frequency: 'monthly' })
  assert.deepEqual(
    [
      made.amount_base,
      made.rate,
      made.pledged_on,
      made.given,
      made.percent,
      made.fulfilled,
      made.source,
      made.amount_display,
    ],
    [198_030_000, '1650.25', '2027-01-10', 0, 0, false, 'api', '$1,200.00'],
  )
  assert.deepEqual(made.campaign, { id: roof, name: 'Roof 2027' })
  assert.deepEqual(made.person, { id: ada, full_name: 'Ada' })
  const events = await told()
  assert.deepEqual(
    events.map(({ body }) => body.data),
    [made],
    'one event, and its data is the record',
  )
  await church.act(setRate, { currency: 'USD', rate: '2000', valid_from: '2027-03-01' })
  for (let month = 1; month <= 12; month += 1) {
    await give(ada, 10_000, { currency: 'USD', given_on: `2027-${String(month).padStart(2, '0')}-10` })
    if (month === 1) assert.equal((await get(`/pledges/${made.id}`)).given_base, 16_502_500)
  }
  const done = await get(`/pledges/${made.id}`)
  assert.deepEqual([done.given, done.percent, done.fulfilled], [120_000, 100, true])
  assert.equal(done.given_base, 2 * 16_502_500 + 10 * 20_000_000, 'each gift by the rate of its own day')
  assert.equal(done.updated_at, made.updated_at)
})

test('a gift in another currency counts at the kept rate, rounded once, half to even', async () => {
  const ada = await person()
  const roof = await campaign()
  const made = await pledge(roof, { person_id: ada, currency: 'USD' })
  await church.act(setRate, { currency: 'USD', rate: '2000', valid_from: '2027-01-11' })
  await give(ada, 82_513, { currency: 'NGN' })
  assert.equal((await get(`/pledges/${made.id}`)).given, 50, '825.13 naira are 50.0003 cents')
  const page = (await church.send('GET', '/pledges')).json
  assert.deepEqual([page.data[0].given, page.meta.sum_amount_base, page.meta.total], [50, 198_030_000, 1])
  const even = await person('Even')
  await church.act(setRate, { currency: 'KWD', rate: '200', valid_from: '2027-01-01' })
  const kwd = await pledge(roof, { person_id: even, currency: 'KWD', amount: 5_000 })
  assert.equal(kwd.amount_base, 100_000, 'five dinars of 1,000 fils at 200 naira of 100 kobo')
  // 20 kobo are a fils.
  for (const [kobo, fils] of [
    [10, 0],
    [20, 2],
    [20, 2],
    [10, 3],
  ] as const) {
    await give(even, kobo)
    assert.equal((await get(`/pledges/${kwd.id}`)).given, fils)
  }
})

test('only posted gifts of its givers count, to its fund, within its days', async () => {
  const [ada, bola] = [await person(), await person('Bola')]
  const other = (await church.act(createFund, { name: 'Other' })).id
  const roof = await campaign()
  const { id } = await pledge(roof, { person_id: ada })
  await give(ada, 100)
  await give(ada, 7, { fund_id: other })
  await give(ada, 7, { given_on: '2026-12-31' })
  await give(ada, 7, { given_on: '2028-01-01' })
  await give(bola, 1_000)
  const void_ = await give(ada, 7)
  await church.act(voidContribution, { id: void_, reason: 'counted twice' })
  assert.equal((await get(`/pledges/${id}`)).given, 100)
  const { given_base, other_base, pledged_base, pledges } = await progress(roof)
  assert.deepEqual([given_base, other_base, pledged_base, pledges], [100, 1_000, 120_000, 1])
})

test('what is wrong with a pledge is named field by field, and nobody pledges twice in a campaign', async () => {
  const ada = await person()
  const roof = await campaign()
  const family_id = (await ok('/families', { name: 'Obi' })).id
  assert.deepEqual(Object.keys(await refused({})).sort(), ['amount', 'campaign_id', 'person_id'])
  assert.ok((await refused({ campaign_id: roof, amount: 1, person_id: ada, family_id })).family_id)
  assert.deepEqual(
    Object.keys(
      await refused({ campaign_id: 999_999, amount: 1, person_id: 999_999, currency: 'EUR', pledged_on: '2031-01-01' }),
    ).sort(),
    ['campaign_id', 'person_id', 'pledged_on'],
  )
  assert.ok((await refused({ campaign_id: roof, amount: 1, person_id: ada, currency: 'EUR' })).currency)
  const empty = await pledge(roof, { family_id, amount: 1 })
  assert.equal((await progress(roof)).unlinked, 1, 'nobody is in it yet')
  await church.act(cancelPledge, { id: empty.id })
  await pledge(roof, { person_id: ada })
  assert.match((await refused({ campaign_id: roof, amount: 1, person_id: ada })).person_id ?? '', /already/)
  await church.act(closeCampaign, { id: roof })
  const bola = await person('Bola')
  assert.match((await refused({ campaign_id: roof, amount: 1, person_id: bola })).campaign_id ?? '', /closed/)
  await church.act(reopenCampaign, { id: roof })
  await pledge(roof, { person_id: bola })
  const two = await Promise.all(
    [1, 2, 3].map(async () =>
      church.send('POST', '/pledges', { campaign_id: roof, amount: 5, person_id: await person('Chi') }),
    ),
  )
  assert.ok(two.every(({ status }) => status === 201))
  const same = await person('Dan')
  const raced = await Promise.all(
    [1, 2, 3].map(() => church.send('POST', '/pledges', { campaign_id: roof, amount: 5, person_id: same })),
  )
  assert.deepEqual(raced.map(({ status }) => status).sort(), [201, 422, 422], 'at the same time neither')
})

test('campaigns of one fund never overlap, also when they are made at the same time', async () => {
  const at = async (starts_on: string, ends_on: string, more = {}) => await campaign({ starts_on, ends_on, ...more })
  await at('2027-01-01', '2027-06-30')
  await assert.rejects(at('2027-06-30', '2027-12-31'), { code: 'validation_failed' })
  await at('2027-07-01', '2027-12-31')
  const other = (await church.act(createFund, { name: 'Other' })).id
  await at('2027-06-30', '2027-12-31', { fund_id: other })
  await assert.rejects(at('2027-02-01', '2027-01-01', { fund_id: other }), { code: 'validation_failed' })
  const free = (await church.act(createFund, { name: 'Free' })).id
  const raced = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      at(`2027-0${n + 1}-01`, `2027-0${n + 1}-28`, { fund_id: free, ends_on: '2027-12-31' }),
    ),
  )
  assert.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1)
  const second = await at('2028-01-01', '2028-12-31', { fund_id: free })
  await assert.rejects(church.act(updateCampaign, { id: second, starts_on: '2027-12-31' }), {
    code: 'validation_failed',
  })
  const changed = await church.act(updateCampaign, { id: second, ends_on: '2029-01-31', goal_amount: 500 })
  assert.deepEqual([changed.ends_on, changed.goal_amount, changed.goal_base], ['2029-01-31', 500, 500])
})

test("a family's givers are frozen when it pledges, changed by hand, and may not be shared", async () => {
  const family_id = (await ok('/families', { name: 'Obi' })).id
  const [ada, bola, chi] = [
    await person('Ada', { family_id }),
    await person('Bola', { family_id }),
    await person('Chi'),
  ]
  const roof = await campaign()
  const own = await pledge(roof, { person_id: bola })
  const whole = await pledge(roof, { family_id })
  assert.equal(whole.family.name, 'Obi')
  const late = await person('Late', { family_id })
  for (const one of [ada, bola, chi, late]) await give(one, 100)
  assert.deepEqual([(await get(`/pledges/${own.id}`)).given, (await get(`/pledges/${whole.id}`)).given], [100, 100])
  const more = await church.act(setGivers, { id: whole.id, person_ids: [ada, chi, late] })
  assert.equal(more.given, 300)
  await assert.rejects(church.act(setGivers, { id: whole.id, person_ids: [bola] }), { code: 'validation_failed' })
  await church.act(cancelPledge, { id: own.id })
  const [gone, sum] = [
    await get(`/pledges/${own.id}`),
    (await church.send('GET', '/pledges?status=active')).json.meta.sum_amount_base,
  ]
  assert.deepEqual([gone.status, gone.given, sum], ['cancelled', 0, 120_000])
  const after = await church.act(setGivers, { id: whole.id, person_ids: [ada, bola, chi, late] })
  assert.equal(after.given, 400)
  const finance = await member(service, church, 'finance')
  const lines: PledgeLine[] = (await finance.inChurch('GET', `/views/person_pledges?id=${chi}`)).json.data
  assert.deepEqual(
    lines.map(({ id, given, amount }) => [id, given, amount]),
    [[whole.id, 400, 120_000]],
  )
  const raised = await church.act(updatePledge, { id: whole.id, amount: 200_000, frequency: 'weekly' })
  assert.deepEqual([raised.amount_base, raised.frequency], [200_000, 'weekly'])
  assert.equal((await church.send('GET', '/pledges?status=active')).json.meta.sum_amount_base, 200_000)
})

test('two records of one person that both pledged become one: givers are joined, and a pledge of nobody is cancelled', async () => {
  const family_id = (await ok('/families', { name: 'Obi' })).id
  const roof = await campaign()
  const [ada, twin] = [await person('Ada'), await person('Twin')]
  const [kept, gone] = [await pledge(roof, { person_id: ada }), await pledge(roof, { person_id: twin, amount: 5 })]
  await give(ada, 100)
  await give(twin, 50)
  await church.act(mergePeople, { keep: ada, remove: twin })
  const after = [await get(`/pledges/${kept.id}`), await get(`/pledges/${gone.id}`)]
  assert.deepEqual(
    after.map(({ status, given, person_id }) => [status, given, person_id]),
    [
      ['active', 150, ada],
      ['cancelled', 0, ada],
    ],
  )
  const [bola, chi] = [await person('Bola', { family_id }), await person('Chi', { family_id })]
  const whole = await pledge(roof, { family_id })
  const lone = await person('Lone')
  const single = await pledge(roof, { person_id: lone, amount: 7 })
  await give(bola, 1)
  await give(lone, 2)
  await church.act(mergePeople, { keep: lone, remove: bola })
  assert.deepEqual(
    [(await get(`/pledges/${single.id}`)).given, (await get(`/pledges/${whole.id}`)).status],
    [3, 'active'],
  )
  await give(chi, 10)
  assert.equal((await get(`/pledges/${whole.id}`)).given, 10)
  const totals = (await church.send('GET', '/pledges?status=active')).json.meta
  assert.deepEqual([totals.total, totals.sum_amount_base], [3, 240_007])
})

test('the parts of a campaign are its whole, for random gifts, voids, rates and merges', async () => {
  const fund = church.fund_id
  const roof = await campaign()
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          giver: fc.nat(5),
          amount: fc.integer({ min: 1, max: 999_999 }),
          usd: fc.boolean(),
          month: fc.integer({ min: 1, max: 13 }),
          void_: fc.boolean(),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.integer({ min: 1, max: 99_999 }),
      fc.boolean(),
      async (gifts, rate, merges) => {
        await church.act(setRate, { currency: 'USD', rate: `${rate}.01`, valid_from: '2027-06-01' })
        const people = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map(name => person(name)))
        for (const [at, person_id] of people.slice(0, 4).entries())
          await pledge(roof, { person_id, currency: at % 2 === 0 ? 'USD' : 'NGN' })
        for (const { giver, amount, usd, month, void_ } of gifts) {
          const given_on = month === 13 ? '2028-01-05' : `2027-${String(month).padStart(2, '0')}-05`
          const id = await give(people[giver] ?? 0, amount, { given_on, currency: usd ? 'USD' : 'NGN' })
          if (void_) await church.act(voidContribution, { id, reason: 'test' })
        }
        if (merges) await church.act(mergePeople, { keep: people[0] ?? 0, remove: people[1] ?? 0 })
        const { data } = (await church.send('GET', `/pledges?campaign_id=${roof}&status=active&per_page=100`)).json
        const whole = await progress(roof)
        const posted = await church.send('GET', `/contributions?fund_id=${fund}&from=2027-01-01&to=2027-12-31`)
        const sum = (name: string) =>
          data.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0)
        assert.equal(whole.given_base + (whole.other_base ?? 0), posted.json.meta.sum_amount_base)
        assert.deepEqual(
          [whole.given_base, whole.pledged_base, whole.pledges],
          [sum('given_base'), sum('amount_base'), data.length],
        )
      },
    ),
    { numRuns: Number(process.env.SEXTON_TEST_RUNS ?? 3) },
  )
})

const settle = () =>
  eventually('all is done that is due, and all messages have their outcome', async () => {
    await doDue({
      ...doingOn(service.database, clock, HOUSE),
      clock,
      log: pino({ level: 'silent' }),
      kinds: kindsOf([pledgesModule, remindersModule]),
    })
    const open = await service.database.read.first(sql`select 1 from messages
        where church_id = ${church.church.id} and status in ('waiting', 'sending')
      union all select 1 from agenda
        where church_id = ${church.church.id} and due_at <= ${clock.now().toISOString()}::timestamptz`)
    return open === undefined
  })
async function sentBy(moment: string): Promise<{ to: string; subject: string; body: string }[]> {
  now = Date.parse(moment)
  await settle()
  now += 11 * 60_000
  await settle()
  now += 60_000
  await settle()
  return await service.database.write(church.church.id, tx =>
    tx.all(sql`delete from outbox where church_id = ${church.church.id} returning "to", subject, body`),
  )
}

test('who is behind is reminded by hand once a day and on the first of the month; the link shows figures, and ends reminders', async () => {
  await useOutbox(service, church)
  const [ada, bola, chi] = [await person('Ada'), await person('Bola'), await person('Chi', { email: null })]
  const roof = await campaign({ reminds: true })
  const mine = await pledge(roof, { person_id: ada, frequency: 'monthly' })
  const fine = await pledge(roof, { person_id: bola, frequency: 'monthly' })
  await pledge(roof, { person_id: chi, frequency: 'monthly' })
  await give(bola, 10_000)
  assert.equal((await progress(roof, '2027-01-17')).behind, 0, 'a week of grace')
  const behind = await progress(roof, '2027-01-18')
  assert.deepEqual(
    behind.shown.map(({ who, missing, expected, days_late }) => [who, missing, expected, days_late]),
    [
      ['Ada', 10_000, 10_000, 8],
      ['Chi', 10_000, 10_000, 8],
    ],
  )
  assert.equal((await progress(roof, '2027-01-18', 30)).behind, 0)
  now = Date.parse('2027-01-20T08:00:00Z')
  assert.deepEqual(await church.act(remindPledge, { id: mine.id }), { reminded: 1, already: 0, unreachable: 0 })
  await assert.rejects(church.act(remindPledge, { id: mine.id }), { code: 'wrong_state' })
  const [letter, ...others] = await sentBy('2027-01-20T08:00:00Z')
  assert.deepEqual(
    [others.length, letter?.to, letter?.subject],
    [0, 'ada@example.org', 'About your pledge to Roof 2027'],
  )
  assert.doesNotMatch(letter?.body ?? '', /1,200|100\.00/, 'no amount')
  const path = /\/my\/pledge\/\S+/.exec(letter?.body ?? '')?.[0] ?? ''
  const page = await service.request('GET', path)
  assert.equal(page.status, 200)
  assert.match(page.text, /₦1,200\.00/)
  await service.request('HEAD', path)
  assert.deepEqual(await sentBy('2027-01-31T12:00:00Z'), [])
  const first = await sentBy('2027-02-01T08:00:01Z')
  assert.deepEqual(
    first.map(({ to }) => to),
    ['ada@example.org'],
    'on the first of the month, those who are behind',
  )
  assert.deepEqual(await sentBy('2027-02-01T12:00:00Z'), [])
  await service.database.write(church.church.id, tx =>
    tx.run(sql`delete from agenda where church_id = ${church.church.id}`),
  )
  await sweepAgenda({
    ...doingOn(service.database, clock, HOUSE),
    clock,
    log: pino({ level: 'silent' }),
    kinds: kindsOf([pledgesModule]),
  })
  const ended = await service.request('POST', path, {
    raw: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(ended.status, 303)
  assert.equal((await get(`/pledges/${mine.id}`)).no_reminders, true)
  now = Date.parse('2027-02-20T08:00:00Z')
  const all = await church.act(remindCampaign, { id: roof })
  assert.deepEqual([all.reminded, all.left], [1, 0], 'Bola is late by now, Ada wants none, Chi has no address')
  assert.deepEqual(
    (await sentBy('2027-02-20T08:00:00Z')).map(({ to }) => to),
    ['bola@example.org'],
  )
  await church.act(cancelPledge, { id: fine.id })
  assert.equal((await service.request('GET', path)).status, 200)
  await church.act(cancelPledge, { id: mine.id })
  assert.equal((await service.request('GET', path)).status, 404, 'a cancelled pledge has no page')
  await church.act(closeCampaign, { id: roof })
  assert.deepEqual(await sentBy('2027-03-01T08:00:01Z'), [])
})

test('anybody pledges on the page of a public campaign, once a form; whose it is stays unsaid', async () => {
  const url = (id: number | string) => `${service.url}/pledge/${church.church.slug}${id === '' ? '' : `/${id}`}`
  const ada = await person()
  const hidden = await campaign()
  assert.equal((await visit(url(hidden))).status, 404)
  await church.act(updateCampaign, { id: hidden, is_public: true, description: 'Rain <comes>' })
  assert.equal((await visit(url(''))).location, `/pledge/${church.church.slug}/${hidden}`)
  const form = await visit(`${url(hidden)}?frequency=monthly`)
  assert.match(form.text, /Rain &lt;comes&gt;/)
  assert.match(form.text, /value="monthly" selected/)
  const wrong = await visit(url(hidden), { form_id: formIdOf(form), amount: 'much', name: '', email: 'x' })
  assert.equal(wrong.status, 422)
  assert.equal(wrong.text.match(/aria-invalid/g)?.length, 3)
  const fields = {
    form_id: formIdOf(form),
    amount: '1,200',
    name: 'Ada O',
    email: 'ADA@example.org',
    frequency: 'monthly',
    note: 'God bless',
  }
  const [one, two] = await Promise.all([visit(url(hidden), fields), visit(url(hidden), fields)])
  assert.deepEqual([one.status, two.status], [303, 303])
  assert.match((await visit(service.url + one.location)).text, /Thank you for your pledge/)
  const [made, ...none] = await get('/pledges')
  assert.deepEqual(
    [none.length, made.person_id, made.amount, made.source, made.frequency, made.donor_name],
    [0, ada, 120_000, 'web', 'monthly', 'Ada O'],
  )
  // Somebody types the address of whoever has pledged already: the answer is the same, and it is nobody's for now.
  const again = await visit(url(hidden), { ...fields, form_id: 'a'.repeat(32), amount: '5' })
  assert.equal(again.location, one.location)
  const second = (await get('/pledges'))[1]
  assert.deepEqual([second.person_id, second.given, (await progress(hidden)).unlinked], [null, 0, 1])
  await assert.rejects(church.act(linkPledge, { id: second.id, person_id: ada }), { code: 'validation_failed' })
  const bola = await person('Bola')
  await give(bola, 100)
  assert.equal((await church.act(linkPledge, { id: second.id, person_id: bola })).given, 100)
  assert.deepEqual(
    (await told()).map(({ body }) => (body.data as { source: string }).source),
    ['web', 'web'],
  )
  await church.set({ modules: [] })
  assert.equal((await visit(url(hidden))).status, 404)
  assert.equal((await church.send('GET', '/pledges')).status, 404)
})

test('many pledges of one address are asked for work first', async () => {
  const roof = await campaign({ is_public: true })
  const page = `${service.url}/pledge/${church.church.slug}/${roof}`
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into pledges (church_id, campaign_id, donor_name, branch_id, amount, currency, rate, minor_rate, amount_base,
        pledged_on, source, form_id, created_at, updated_at)
      select ${church.church.id}, ${roof}, 'x', ${church.church.hq_branch_id}, 1, 'NGN', 1, 1, 1, '2027-01-10', 'web', n, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from generate_series(1, 200) as n`),
  )
  const asked = await visit(page, { form_id: 'b'.repeat(32), amount: '5', name: 'Ada', email: 'ada@example.org' })
  assert.equal(asked.status, 200)
  assert.match(asked.text, /data-bits="16"/)
  assert.match(asked.headers.get('content-security-policy') ?? '', /script-src 'sha256/)
})

test('pledges come from files and go into files; an import that is taken back cancels them', async () => {
  const ada = await person()
  const roof = await campaign()
  const text =
    'campaign,email,pledge,currency,frequency\nroof 2027,ada@example.org,"1,200.00",USD,monthly\nRoof 2027,ada@example.org,5,,\n'
  const report = await importInto(
    service.database,
    church.church,
    'pledges',
    { file: csv(text), by: BY, options: {} },
    { now: new Date(now) },
  )
  assert.equal(report.refused, 1, JSON.stringify(report))
  const good = text.split('\n').slice(0, 2).join('\n')
  await importInto(
    service.database,
    church.church,
    'pledges',
    { file: csv(good), by: BY, options: {} },
    { now: new Date(now) },
  )
  const [made] = await get('/pledges')
  assert.deepEqual([made.person_id, made.amount, made.amount_base, made.source], [ada, 120_000, 198_030_000, 'import'])
  assert.equal((await told()).length, 1)
  assert.equal(made.campaign_id, roof)
})

test('finance of a branch sees and keeps the pledges of their branch, staff see none; campaigns are for who sees all', async () => {
  const branch_id = await church.branch('Yaba')
  const [ada, bola] = [await person(), await person('Bola', { branch_id })]
  const roof = await campaign()
  await pledge(roof, { person_id: ada })
  const theirs = await pledge(roof, { person_id: bola, amount: 5 })
  assert.equal(theirs.branch_id, branch_id)
  const finance = await member(service, church, 'finance', branch_id)
  const staff = await member(service, church, 'staff')
  assert.deepEqual(
    (await finance.inChurch('GET', '/pledges')).json.data.map(({ id }: { id: number }) => id),
    [theirs.id],
  )
  assert.equal((await staff.inChurch('GET', '/pledges')).status, 403)
  const shown = (await finance.inChurch('GET', `/views/campaign_progress?id=${roof}`)).json.data
  assert.deepEqual([shown.pledges, shown.pledged_base, shown.other_base], [1, 5, null])
  assert.equal((await finance.inChurch('POST', '/actions/pledge_campaigns.close', { id: roof })).status, 403)
  assert.equal((await finance.inChurch('POST', '/actions/pledges.cancel', { id: theirs.id })).status, 200)
  await church.act(removePerson, { id: ada })
  assert.equal((await get('/pledges'))[0].status, 'active')
})
