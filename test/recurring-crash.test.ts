/** A node is killed at any moment of a charge: the period is paid once, by one payment (decision 0030). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { today } from '../src/lib/calendar.ts'
import { MANDATE_USE } from '../src/modules/recurring-gifts/mandates.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { type GivingChurch, type GivingService, plantRecurring } from './support/giving.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { periodsOf, startRecurring, workOff } from './support/recurring.ts'

let service: GivingService
/** In front of the database; the node that dies reaches it through here. */
let proxy: TcpProxy

before(async () => {
  service = await startRecurring()
  proxy = await startProxy(databaseAddress(service.connection))
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

/** Where it is early afternoon: charges are made by day. */
function afternoon(): string {
  const ahead = Math.min(14, 15 - new Date().getUTCHours())
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** A recurring gift whose period is due today. */
async function due(church: GivingChurch): Promise<number> {
  const { id, hq_branch_id, timezone } = church.church
  const donor = { branch_id: hq_branch_id, donor_name: 'Ada', donor_email: 'ada@example.org' }
  const recurring = await plantRecurring(service.database, church.church, church.fund_id, donor)
  const day = today(new Date(), timezone)
  const token = service.vault.seal(id, MANDATE_USE, 'pm_ada')
  await service.database.write(id, async tx => {
    const mandate = await tx.first<{
      id: number
    }>(sql`insert into mandates (church_id, provider, is_test, customer_ref, token, kind,
        consent, consented_at, created_at, updated_at)
      values (${id}, 'stripe', false, ${`cus_${recurring}`}, ${token}, 'card', 'Yes', now(), now(), now()) returning id`)
    await tx.run(sql`update recurring_gifts set anchor_on = ${day}::date, next_on = ${day}::date, mandate_id = ${mandate?.id ?? 0}
      where church_id = ${id} and id = ${recurring}`)
    await tx.run(
      sql`insert into agenda (kind, church_id, record_id, due_at) values ('recurring_gifts', ${id}, ${recurring}, now())`,
    )
  })
  return recurring
}

/** What the node had claimed is free, as after a minute. */
const passMinute = (church: number): Promise<unknown> =>
  service.database.write(church, async tx => {
    await tx.run(sql`update agenda set claimed_until = null where church_id = ${church}`)
    await tx.run(
      sql`update gifts set charge_at = now() - interval '1 second' where church_id = ${church} and charge_at is not null`,
    )
  })

type Watch = (act: () => void) => void
const BEGINS = 'insert into recurring_periods'
const CLAIMS = 'update gifts set charges ='
const SETTLES = 'insert into contributions'
const MOMENTS: readonly (readonly [when: string, watch: Watch])[] = [
  ['when the charge is written down as sent, and was not', act => afterCommit(proxy, CLAIMS, act)],
  ['while the provider is asked, which charges', act => asked(act)],
  ['before the payment is committed', act => beforeCommit(proxy, SETTLES, act)],
  ['in the middle of beginning the period', act => midTransaction(proxy, BEGINS, act)],
  ['before the period is committed', act => beforeCommit(proxy, BEGINS, act)],
  ['when the period is committed and nobody knows', act => afterCommit(proxy, BEGINS, act)],
  ['before the charge is written down as sent', act => beforeCommit(proxy, CLAIMS, act)],
  ['in the middle of settling', act => midTransaction(proxy, SETTLES, act)],
  ['when the payment is committed and nobody knows', act => afterCommit(proxy, SETTLES, act)],
]

/** Stripe charges; the node dies before the answer reaches it. */
function asked(act: () => void): void {
  const charges = service.stripe.intents.length
  service.stripe.loses = 'never'
  const look = setInterval(() => {
    if (service.stripe.intents.length === charges) return
    clearInterval(look)
    act()
  }, 10)
}

/** How often each moment is met; without a word the first three once. */
const ROUNDS = Number(process.env.SEXTON_TEST_RECURRING ?? 0)
const rounds = ROUNDS === 0 ? MOMENTS.slice(0, 3) : Array.from({ length: ROUNDS }, () => MOMENTS).flat()

for (const [when, watch] of rounds) {
  test(`killed ${when}: one payment, and one contribution of the period`, async () => {
    const church = await service.givingChurch('stripe', { timezone: afternoon() })
    const recurring = await due(church)
    const charges = service.stripe.intents.length
    let dying: Promise<NodeProcess> | undefined
    const died = new Promise<void>(resolve => watch(() => void dying?.then(node => node.kill()).then(resolve)))
    dying = startProcess(
      { ...service.connection, host: '127.0.0.1', port: proxy.port },
      { TEST_REACH: JSON.stringify(service.reach) },
    )
    await died
    proxy.watch = {}
    service.stripe.loses = undefined
    for (let look = 0; look < 3; look += 1) {
      await passMinute(church.church.id)
      // Two at once, as two nodes would.
      await Promise.all([workOff(service), workOff(service)])
    }
    const [intent, ...more] = service.stripe.intents.slice(charges)
    assert.deepEqual([intent?.status, more], ['succeeded', []])
    const paid = intent ?? assert.fail()
    const failed = { ...paid, status: 'requires_payment_method' }
    for (const told of [failed, paid, paid]) {
      assert.equal(
        await church.callBack(
          service.stripe.event(`payment_intent.${told === failed ? 'payment_failed' : 'succeeded'}`, told),
        ),
        200,
      )
    }
    await workOff(service)
    assert.deepEqual(
      (await periodsOf(service, church, recurring)).map(({ status }) => status),
      ['paid'],
    )
    assert.equal((await church.contributions()).length, 1)
    const names = await church.told()
    for (const name of ['contribution.recorded', 'payment.succeeded', 'giving.gift_received']) {
      assert.equal(names.filter(one => one === name).length, 1, name)
    }
  })
}
