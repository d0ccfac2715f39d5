/**
 * A church whose treasurer a test plays for a year: two of finance at the console, givers on the giving page, offerings that are
 * counted, and what is read of the books.
 */
import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { pino } from 'pino'
import { doDue } from '../../src/agenda/agenda-worker.ts'
import { kindsOf } from '../../src/agenda/hints.ts'
import { HOUSE } from '../../src/house.ts'
import { takeBackSome } from '../../src/modules/imports/take-back-step.ts'
import { MODULES } from '../../src/modules/index.ts'
import { askForPayouts } from '../../src/modules/online-giving/ask-payouts.ts'
import { chargeDue } from '../../src/modules/recurring-gifts/charge-worker.ts'
import { turnOn } from '../../src/modules/recurring-gifts/when.ts'
import { doingOn, stepsOn } from '../../src/resource/step.ts'
import { member, PASSWORD, type TestMember } from './console.ts'
import { type GivingChurch, type GivingService, givingParts, startGiving } from './giving.ts'
import { BY, csv, importInto } from './import.ts'
import { useOutbox } from './messaging.ts'
import { IDLE_MODULES, moveTo, payLatest } from './recurring.ts'

/** An offering: what two people find in it, and the gifts that are entered. */
export interface Plate {
  name: string
  day: string
  count: number
  cash: { currency: string; denomination: number; pieces: number }[]
  other?: { currency: string; amount: number }[]
  gifts: object[]
}

/** What a group of a giving report says. */
interface Row {
  key: string
  name: string | null
  total: string
}

interface Section {
  totals: { currency: string; amount: number }[]
}

const add = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** The accounts of the books: 1000 cash, 1100 bank, 1120 money on its way, 4000 and on the funds. */
const chartOf = ({ general, roof, dinner }: Record<'general' | 'roof' | 'dinner', number>) => [
  { method: 'cash', code: '1000' },
  { method: 'cheque', code: '1010' },
  { method: 'bank_transfer', code: '1100' },
  { method: 'online', code: '1120' },
  { method: 'in_kind', code: '1300' },
  { purpose: 'bank', code: '1100' },
  { purpose: 'fees', code: '6100' },
  { fund_id: general, code: '4000' },
  { fund_id: roof, code: '4010' },
  { fund_id: dinner, code: '4020' },
]

/** The service, its church and the treasurer's desk. */
export interface Treasury extends Awaited<ReturnType<typeof openTreasury>> {}

/** Starts a service that does what is due when the test says so, with a church that has an account with Stripe. @param day on which it begins */
export async function openTreasury(day: string) {
  const modules = IDLE_MODULES.map(module => ({ ...module, agenda: [] }))
  const service = await startGiving({}, { modules, moves: true })
  service.stripe.clock = service.clock
  moveTo(service, `${day}T12:00:00+01:00`)
  const church = await service.givingChurch('stripe', { name: 'Grace Church' })
  await useOutbox(service, church)
  const staff = await member(service, church, 'staff')
  const [grace, samuel] = [await member(service, church, 'finance'), await member(service, church, 'finance')]
  for (const one of [grace, samuel]) await one.ask('POST', '/api/step-up', { password: PASSWORD })
  return {
    service,
    church,
    ...clockOf(service, church),
    ...deskOf(church, { staff, grace, samuel }),
    ...booksOf(church, grace),
  }
}

/** Time, and what comes with it. */
function clockOf(service: GivingService, church: GivingChurch) {
  const { database, clock } = service
  const work = async (): Promise<void> => {
    const log = pino({ level: 'silent' })
    await doDue({ ...doingOn(database, clock, HOUSE), clock, log, kinds: kindsOf(MODULES) })
    while ((await chargeDue(givingParts(service))) > 0);
    await doDue({ ...doingOn(database, clock, HOUSE), clock, log, kinds: kindsOf(MODULES) })
  }
  return {
    /** Noon of a day in Lagos. */
    on: (day: string): void => moveTo(service, `${day}T12:00:00+01:00`),
    /** Does all that is due. */
    work,
    /** The moment of a day comes at which a recurring gift is charged. */
    async turn(day: string, recurring: number): Promise<void> {
      moveTo(service, new Date(turnOn(day, church.church, recurring).getTime() + 1_000).toISOString())
      await work()
    },
    /** Stripe pays out what was paid and what went back, by payment; amount and fee of each. @returns the batch of it */
    async payOut(lines: readonly (readonly [payment: string, amount: number, fee: number])[]) {
      service.stripe.payOut(
        lines.map(([payment_intent, amount, fee], n) => {
          const kind = amount < 0 ? 'refund' : 'charge'
          const source = { id: `${kind}_${n}`, object: kind, payment_intent }
          return { type: kind, reporting_category: kind, amount, fee, source }
        }),
      )
      await askForPayouts(givingParts(service))
      return (await church.send('GET', '/batches?kind=payout')).json.data.at(-1)
    },
    /** Somebody gives on the page, and pays. @returns the gift */
    async giveOnline(provider: 'stripe' | 'paystack', at: GivingChurch, form: Record<string, string>) {
      const led = await at.give(form)
      assert.equal(led.status, 303, led.text)
      await payLatest(service, at, provider)
      await work()
      return (await church.gifts()).at(-1)
    },
    /** A list of transfers of a bank is imported. */
    async importBank(rows: readonly string[]): Promise<void> {
      const file = csv(`email,amount,method,date\n${rows.join('\n')}\n`)
      await importInto(database, church.church, 'contributions', { file, by: BY, options: {} }, { now: clock.now() })
    },
    /** Takes an import back of which that was asked. */
    async takeBack(id: number): Promise<void> {
      while (await stepsOn(database, clock, HOUSE)(takeBackSome, church.church, { id, house: HOUSE }));
    },
  }
}

/** What people of the church do in the console; finance, unless said. */
function deskOf(church: GivingChurch, { staff, grace, samuel }: Record<'staff' | 'grace' | 'samuel', TestMember>) {
  const act = async (name: string, body: object, who = grace) => {
    const { status, json, text } = await who.inChurch('POST', `/actions/${name}`, body)
    assert.equal(status, 200, `${name}: ${text}`)
    return json.data
  }
  const made = async (path: string, body: object, who = grace) => {
    const { status, json, text } = await who.inChurch('POST', path, body)
    assert.equal(status, 201, `${path}: ${text}`)
    return json.data
  }
  const give = (body: object): Promise<{ id: number }> => made('/contributions', { method: 'cash', ...body })
  return {
    act,
    made,
    give,
    asStaff: (path: string, body: object) => made(path, body, staff),
    /** By a key of the API. */
    async giveByKey(body: object): Promise<void> {
      const { status, text } = await church.send('POST', '/contributions', body)
      assert.equal(status, 201, text)
    },
    /** Counts blind, enters, closes and deposits an offering. @returns it as it stands then, and its gifts */
    async offering({ name, day, count, cash, other = [], gifts }: Plate) {
      const { id } = await made('/batches', { name, counted_on: day })
      const counted = async (who: TestMember, counter: string, pieces = cash) =>
        (await act('batches.count', { id, counter, count, cash: pieces, other }, who)).agree
      assert.equal(await counted(grace, 'Grace'), null)
      const wrong = cash.map((one, at) => (at === 0 ? { ...one, pieces: one.pieces + 1 } : one))
      assert.equal(await counted(samuel, 'Samuel', wrong), false)
      assert.equal(await counted(samuel, 'Samuel'), true)
      const entered = []
      for (const gift of gifts) entered.push(await give({ given_on: day, batch_id: id, ...gift }))
      await act('batches.close', { id })
      return { batch: await act('batches.deposit', { id, deposit_ref: name }), gifts: entered }
    },
  }
}

/** What is read of the books. */
function booksOf(church: GivingChurch, grace: TestMember) {
  const get = async (path: string) => (await church.send('GET', path)).json.data
  const view = async (path: string) => {
    const { status, json, text } = await grace.inChurch('GET', `/views/${path}`)
    assert.equal(status, 200, text)
    return json.data
  }
  return {
    get,
    view,
    /** Sum of the gifts of days that count, in the church's money. */
    sum: async (from: string, to: string): Promise<number> =>
      (await church.send('GET', `/contributions?status=posted&from=${from}&to=${to}`)).json.meta.sum_amount_base,
    /** What a report of a year says of each group, and of all. */
    async report(by: string, year: number): Promise<Record<string, number>> {
      const { rows, all } = await view(`giving_report?by=${by}&from=${year}-01-01&to=${year}-12-31`)
      const shown: [string, number][] = rows.map((one: Row) => [one.name ?? one.key, Number(one.total)])
      return Object.fromEntries([...shown, ['all', Number(all.total)]])
    },
    /** What a closed journal leaves on each account, debits less credits, of the file that goes to the accounting program. */
    async journal(number: number): Promise<Record<string, number>> {
      const { text } = await grace.inChurch('GET', `/views/journal_file?number=${number}`)
      const lines: Record<string, string>[] = parse(text, { bom: true, columns: true })
      const kobo = (amount = ''): number => Math.round(Number(amount) * 100)
      const accounts: Record<string, number> = {}
      for (const { account = '', debit, credit } of lines) {
        accounts[account] = (accounts[account] ?? 0) + kobo(debit) - kobo(credit)
      }
      assert.equal(add(Object.values(accounts)), 0, 'it balances')
      return accounts
    },
    /** What the statements up to a day say, by their givers, of those that stand. */
    async statements(to: string): Promise<Record<string, object>> {
      const found: [string, object][] = []
      for (const { id, to_on } of await get('/statements?status=issued&per_page=100')) {
        if (to_on !== to) continue
        const { number, figures } = await get(`/statements/${id}`)
        const sums = ({ totals }: Section) => Object.fromEntries(totals.map(one => [one.currency, one.amount]))
        const goods = figures.goods.map(({ what }: { what: string }) => what)
        const money = { deductible: sums(figures.deductible), other: sums(figures.other), base: figures.base.total }
        found.push([figures.giver.name, { number, ...money, ...(goods.length > 0 && { goods }) }])
      }
      return Object.fromEntries(found)
    },
  }
}

/** The funds of the year, and who gives: the Obis are a family, and Ben has envelope 7. */
export type Settled = Awaited<ReturnType<typeof settleIn>>

/** What stands in the books before the year begins: a rate of the dollar, funds with their accounts, people. */
export async function settleIn({ act, made, asStaff, church }: Treasury) {
  await act('rates.set', { currency: 'USD', rate: '1500', valid_from: '2027-01-01' })
  const funds = {
    general: church.fund_id,
    roof: Number((await act('funds.create', { name: 'Roof' })).id),
    dinner: Number((await act('funds.create', { name: 'Dinner', is_deductible: false })).id),
  }
  await act('account_codes.set', { accounts: chartOf(funds) })
  const { id: family_id } = await asStaff('/families', { name: 'Obi' })
  const person = async (first_name: string, last_name: string, more = {}): Promise<number> => {
    const email = `${first_name}@example.org`.toLowerCase()
    return (await asStaff('/people', { first_name, last_name, email, ...more })).id
  }
  const people = {
    ada: await person('Ada', 'Obi', { family_id, family_role: 'head' }),
    ben: await person('Ben', 'Obi', { family_id }),
    chidi: await person('Chidi', 'Eze'),
    dele: await person('Dele', 'Musa'),
    efe: await person('Efe', 'Udo'),
  }
  await made('/envelopes', { number: 7, person_id: people.ben, valid_from: '2027-01-01' })
  return { funds, people }
}
