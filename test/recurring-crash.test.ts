/**
 * Nodes are killed at any moment of charges, while several are under way, and callbacks come early, late, doubled and in the wrong
 * order: each period is paid once, by one payment (decision 0030).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { today } from '../src/lib/calendar.ts'
import { MANDATE_USE } from '../src/modules/recurring-gifts/mandates.ts'
import { type DyingNodes, type Moment, startDying } from './crash/dying-node.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { type GivingChurch, type GivingService, takeCall, useProvider } from './support/giving.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { startRecurring, workOff } from './support/recurring.ts'
import type { SignedCall } from './support/stripe.ts'

let service: GivingService
let dying: DyingNodes
let church: GivingChurch

before(async () => {
  service = await startRecurring()
  dying = await startDying(service)
  church = await service.givingChurch('paystack', { timezone: afternoon() })
  await useProvider(service, church.church, 'stripe')
  const row = await service.database.read.first<{ token: string }>(sql`select callback_token as token
    from payment_providers where church_id = ${church.church.id} and provider = 'stripe'`)
  stripeCallback = `/callbacks/payments/${church.church.slug}/stripe/${row?.token}`
  const authorization = { authorization_code: 'AUTH_ada', reusable: true }
  service.paystack.transactions.push({
    id: 1,
    reference: 'first',
    authorization,
    customer: { email: 'ada@example.org' },
  })
})
after(async () => {
  killProcesses()
  await dying.close()
  await service.close()
})

let stripeCallback: string

/** Where it is early afternoon: charges are made by day. */
function afternoon(): string {
  const ahead = Math.min(14, 15 - new Date().getUTCHours())
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Recurring gifts that are due at once when a node is killed; half of them with each provider. */
const AT_ONCE = Number(process.env.SEXTON_TEST_RECURRING ?? 6)
const PROVIDERS = [
  { provider: 'stripe', token: 'pm_ada' },
  { provider: 'paystack', token: 'AUTH_ada' },
] as const

/** So many whose period is due today; `retrying`: whose charge was declined, and is to be tried again now. */
async function fallDue(count: number, retrying: boolean): Promise<void> {
  const { id, hq_branch_id, timezone } = church.church
  const day = today(new Date(), timezone)
  const next = retrying ? sql`(${day}::date + 31)` : sql`${day}::date`
  for (const { provider, token } of PROVIDERS) {
    const sealed = service.vault.seal(id, MANDATE_USE, token)
    const n = Math.ceil(count / PROVIDERS.length)
    await service.database.write(id, async tx => {
      await tx.run(sql`with mandate as (
          insert into mandates (church_id, provider, is_test, customer_ref, token, kind, consent, consented_at, created_at,
            updated_at)
          select ${id}, ${provider}, false, case when ${provider === 'stripe'}::boolean then 'cus_' || gen_random_uuid()
            else 'ada@example.org' end, ${sealed}, 'card', 'Yes', now(), now(), now()
          from generate_series(1, ${n}::integer) returning id),
        made as (
          insert into recurring_gifts (church_id, form_id, donor_name, donor_email, fund_id, branch_id, amount, currency,
            frequency, mode, status, anchor_on, next_on, mandate_id, is_test, created_at, updated_at)
          select ${id}, gen_random_uuid()::text, 'Ada', 'ada@example.org', ${church.fund_id}, ${hq_branch_id}, 150050, 'NGN',
            'monthly', 'charge', 'active', ${day}::date, ${next}, mandate.id, false, now(), now() from mandate returning id),
        declined as (
          insert into recurring_periods (church_id, recurring_id, due_on, status, tries, try_at, updated_at)
          select ${id}, made.id, ${day}::date, 'retrying', 1, now(), now() from made where ${retrying}::boolean)
        insert into agenda (kind, church_id, record_id, due_at) select 'recurring_gifts', ${id}, made.id, now() from made`)
    })
  }
}

/** What the node had claimed is free, as after a minute. */
const passMinute = (): Promise<unknown> =>
  service.database.write(church.church.id, async tx => {
    await tx.run(sql`update agenda set claimed_until = null where church_id = ${church.church.id}`)
    await tx.run(sql`update gifts set charge_at = now() - interval '1 second' where church_id = ${church.church.id}
      and charge_at is not null`)
    await tx.run(sql`update recurring_gifts set mandate_look_at = now() - interval '1 second'
      where church_id = ${church.church.id} and mandate_look_at is not null`)
  })

/** At which moment a node dies; while a provider is asked, one that is a process of its own. */
type Watch = { asked: 'stripe' | 'paystack' } | ((skip: number) => Moment)
const at =
  (watch: typeof afterCommit, marker: string) =>
  (skip: number): Moment =>
  (proxy, act) =>
    watch(proxy, marker, act, skip)
const BEGINS = 'insert into recurring_periods'
const CLAIMS = 'update gifts set charges ='
const SETTLES = 'insert into contributions'
const ATTEMPTS = 'currency, channel, provider'
const MOMENTS: readonly (readonly [when: string, watch: Watch])[] = [
  ['when the charge is written down as sent, and was not', at(afterCommit, CLAIMS)],
  ['while Stripe is asked, which charges', { asked: 'stripe' }],
  ['while Paystack is asked, which charges', { asked: 'paystack' }],
  ['before the payment is committed', at(beforeCommit, SETTLES)],
  ['in the middle of beginning the period', at(midTransaction, BEGINS)],
  ['before the period is committed', at(beforeCommit, BEGINS)],
  ['when the period is committed and nobody knows', at(afterCommit, BEGINS)],
  ['before the charge is written down as sent', at(beforeCommit, CLAIMS)],
  ['in the middle of settling', at(midTransaction, SETTLES)],
  ['when the payment is committed and nobody knows', at(afterCommit, SETTLES)],
]
const RETRIES: typeof MOMENTS = [['when a second attempt is committed and nobody knows', at(afterCommit, ATTEMPTS)]]

const made = () => ({ stripe: service.stripe.intents, paystack: service.paystack.transactions })

/** The provider charges; the node dies before the answer reaches it. */
function asked(provider: 'stripe' | 'paystack', act: () => void, skip: number): void {
  const fake = service[provider]
  const loses = made()[provider].length + skip / PROVIDERS.length
  const look = setInterval(() => {
    const { length } = made()[provider]
    if (length >= loses) fake.loses = 'never'
    if (length <= loses) return
    clearInterval(look)
    act()
  }, 5)
}

/** A node works, and dies when what is watched for happens. @param work on its database; all that is due, unless said */
async function killAt(watch: Watch, skip: number, work = workOn): Promise<void> {
  if (typeof watch === 'function') await dying.die(watch(skip), work)
  else {
    let dead: Promise<NodeProcess> | undefined
    const died = new Promise<void>(resolve =>
      asked(watch.asked, () => void dead?.then(node => node.kill()).then(resolve), skip),
    )
    dead = startProcess(service.connection, { TEST_REACH: JSON.stringify(service.reach) })
    await Promise.all([dead, died])
  }
  for (const fake of [service.stripe, service.paystack]) fake.loses = undefined
  await passMinute()
}

const workOn = (database: Database): Promise<void> => workOff({ ...service, database })

const call = async ({ body, headers }: SignedCall, path: string): Promise<void> => {
  const response = await fetch(`${service.url}${path}`, { method: 'POST', body, headers })
  await response.arrayBuffer()
  assert.equal(response.status, 200)
}

/** Callbacks of what was charged from an index on: that it failed, and twice that it was paid, as they come or the other way round. */
async function tell(from: { stripe: number; paystack: number }, reversed: boolean): Promise<void> {
  const { stripe, paystack } = service
  const told: (readonly [calls: readonly SignedCall[], path: string])[] = []
  for (const intent of stripe.intents.slice(from.stripe)) {
    const failed = { ...intent, status: 'requires_payment_method' }
    const paid = stripe.event('payment_intent.succeeded', intent)
    told.push([[stripe.event('payment_intent.payment_failed', failed), paid, paid], stripeCallback])
  }
  for (const transaction of paystack.transactions.slice(from.paystack)) {
    const failed = { ...transaction, status: 'failed', gateway_response: 'Declined' }
    const paid = paystack.event('charge.success', transaction)
    told.push([[paystack.event('charge.failed', failed), paid, paid], church.callback])
  }
  const next = told[Symbol.iterator]()
  const caller = async (): Promise<void> => {
    for (const [calls, path] of next) for (const one of reversed ? calls.toReversed() : calls) await call(one, path)
  }
  await Promise.all(Array.from({ length: 4 }, caller))
}

/** Works off what is left, on two nodes at once, until nothing is. */
async function recover(): Promise<void> {
  for (let look = 0; look < 3; look += 1) {
    await passMinute()
    await Promise.all([workOff(service), workOff(service)])
  }
}

const counted = async (): Promise<Record<string, number>> => {
  const { id } = church.church
  const found = await service.database.read.first<Record<string, number>>(sql`select
    (select count(*) from recurring_periods where church_id = ${id} and status = 'paid')::int as paid,
    (select count(*) from recurring_periods where church_id = ${id} and status <> 'paid')::int as unpaid,
    (select count(*) from contributions where church_id = ${id} and status = 'posted')::int as contributions,
    (select count(*) from events where church_id = ${id} and name = 'contribution.recorded')::int as recorded,
    (select count(*) from events where church_id = ${id} and name = 'payment.succeeded')::int as succeeded,
    (select count(*) from events where church_id = ${id} and name = 'giving.gift_received')::int as received,
    (select count(*) from gifts where church_id = ${id} and status = 'succeeded' and due_on is null)::int as twice`)
  return found ?? {}
}

test('nodes are killed at every moment of charges that are under way: one payment, and one contribution of each period', async t => {
  const begun = { stripe: 0, paystack: 1 }
  let due = 0
  for (const [n, [when, watch]] of [...MOMENTS, ...RETRIES].entries()) {
    const from = { stripe: made().stripe.length, paystack: made().paystack.length }
    await fallDue(AT_ONCE, n >= MOMENTS.length)
    due += 2 * Math.ceil(AT_ONCE / 2)
    // In the midst of many; of few at the first.
    await killAt(watch, AT_ONCE < 20 ? 0 : Math.floor(AT_ONCE / 4) * 2)
    t.diagnostic(`killed ${when}`)
    // Some are told of before anybody looks, the others when all is over.
    if (n % 2 === 0) await tell(from, n % 4 === 0)
  }
  proved(t, MOMENTS.length + RETRIES.length, `kills at a step, of ${AT_ONCE} recurring gifts each`)
  await recover()
  await tell(begun, true)
  await recover()
  const { stripe, paystack } = made()
  const charges = [...stripe, ...paystack.slice(begun.paystack)]
  assert.deepEqual(
    [stripe.length, paystack.length - begun.paystack, new Set(charges.map(({ status }) => status)).size],
    [due / 2, due / 2, 2],
  )
  assert.deepEqual(await counted(), {
    ...{ paid: due, unpaid: 0, contributions: due, twice: 0 },
    ...{ recorded: due, succeeded: due, received: due },
  })
})

test('two nodes work at once, the clock of one an hour ahead: one payment and one contribution of each period', async () => {
  const [before, paidBefore] = [{ stripe: made().stripe.length, paystack: made().paystack.length }, await counted()]
  await fallDue(AT_ONCE, false)
  const ahead = { ...service, clock: { now: () => new Date(service.clock.now().getTime() + 3_600_000) } }
  await Promise.all([workOff(service), workOff(ahead)])
  await tell(before, true)
  await recover()
  await Promise.all([workOff(ahead), workOff(service)])
  const due = 2 * Math.ceil(AT_ONCE / 2)
  assert.deepEqual([made().stripe.length - before.stripe, made().paystack.length - before.paystack], [due / 2, due / 2])
  const more = ['paid', 'contributions', 'recorded', 'succeeded', 'received'] as const
  const expected = Object.fromEntries(more.map(name => [name, Number(paidBefore[name]) + due]))
  assert.deepEqual(await counted(), { ...expected, unpaid: 0, twice: 0 })
})

test('a node is killed when a giver pays, and when their card is kept: one payment, one mandate, one beginning', async () => {
  const before = await counted()
  await church.give({ frequency: 'monthly', email: 'bola@example.org' })
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  service.stripe.pay(session)
  const paid = service.stripe.event('checkout.session.completed', session)
  await killAt(at(beforeCommit, SETTLES), 0, database => takeCall(service, database, stripeCallback, paid))
  assert.deepEqual(await counted(), before)
  // The provider tells of it again, twice.
  for (const _ of [1, 2]) await call(paid, stripeCallback)
  const latest = async () => (await church.send('GET', '/recurring_gifts?sort=-id&limit=1')).json.data[0]
  assert.equal((await latest()).status, 'pending')
  await killAt(at(afterCommit, 'insert into mandates'), 0)
  await recover()
  const begun = await latest()
  assert.deepEqual([begun.status, begun.gifts_count, begun.method_brand], ['active', 1, 'visa'])
  const created = (await church.events()).filter(({ name }) => name === 'giving.recurring_created')
  assert.equal(created.length, 1)
  const kept = await service.database.read.all(sql`select 1 from mandates as m where m.church_id = ${church.church.id}
    and m.customer_ref = ${String(session.customer)}`)
  assert.deepEqual([kept.length, (await counted()).contributions], [1, Number(before.contributions) + 1])
})
