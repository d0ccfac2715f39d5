import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type GivingChurch, type GivingService, givingParts, startGiving, visit } from '../../../test/support/giving.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import { LOOK_GAPS } from './look-gaps.ts'
import { reconcileGifts } from './reconcile.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  service.resetClock()
  await service.database.write(0, tx => tx.run(sql`update gifts set look_at = null`))
  church = await service.givingChurch('paystack')
})
after(() => service.close())

const reconcile = (stop?: AbortSignal): Promise<number> => reconcileGifts(givingParts(service), stop)

test('a provider that hangs is asked little in a round, whatever number of churches it has, and holds up no other', async () => {
  const stripe = await service.givingChurch('stripe')
  await stripe.give()
  service.stripe.pay(service.stripe.sessions.at(-1) ?? assert.fail())
  for (let n = 1; n <= 8; n += 1) await (await service.givingChurch('paystack')).give()
  service.pass(6)
  const hanging: (() => void)[] = []
  service.paystack.reply = response => void hanging.push(() => response.destroy())
  const round = reconcile()
  await eventually('the other provider is asked', async () => (await stripe.gifts())[0].status === 'succeeded')
  await eventually('it hangs', () => hanging.length === 4)
  for (const end of hanging) end()
  assert.equal(await round, 5)
  assert.equal(hanging.length, 4, 'the other four churches wait for the next round')
  service.paystack.reply = undefined
  assert.equal(await reconcile(), 4)
})

test('a service that closes asks about no further gift', async () => {
  for (let n = 1; n <= 3; n += 1) await church.give()
  service.pass(6)
  const stopping = new AbortController()
  service.paystack.reply = response => {
    stopping.abort()
    service.paystack.reply = undefined
    response.writeHead(404).end('{}')
  }
  assert.equal(await reconcile(stopping.signal), 1)
  assert.equal(await reconcile(), 2)
})

test('first questions come first, however many are due', async () => {
  await church.give()
  await service.database.write(0, tx => tx.run(sql`update gifts set looks = 3`))
  const { id, hq_branch_id, currency } = church.church
  await service.database.write(0, tx =>
    tx.run(sql`insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount, currency, provider,
        donor_name, donor_email, is_test, created_at, updated_at, look_at)
      select ${id}, n, n, ${church.fund_id}, ${hq_branch_id}, 100, ${currency}, 'paystack', 'A', 'a@example.org', false,
        now(), now(), now() from generate_series(1, 50) n`),
  )
  service.pass(30)
  const before = service.paystack.requests.length
  assert.equal(await reconcile(), 50)
  const [older] = await church.gifts()
  const asked = service.paystack.requests.slice(before).map(({ path }) => path)
  assert.ok(!asked.some(path => path.endsWith(older.reference)))
})

test('a wrong key is one notice a day, whatever number of gifts wait', async () => {
  for (let n = 1; n <= 3; n += 1) await church.give()
  service.paystack.reply = response => void response.writeHead(401).end('{}')
  for (const gap of LOOK_GAPS) {
    service.pass(gap + 1)
    for (let n = 1; n <= 3; n += 1) await reconcile()
  }
  service.paystack.reply = undefined
  const gifts: { error: string }[] = await church.gifts()
  assert.deepEqual(
    gifts.map(({ error }) => error),
    ['unconfirmed', 'unconfirmed', 'unconfirmed'],
  )
  assert.equal((await listNotices(service.database, church.church.id)).length, 1)
  assert.match((await visit(church.page)).text, /Give to/)
})
