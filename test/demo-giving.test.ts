/** The demo church takes test payments without an account anywhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { prepareDemo } from '../src/demo/demo.ts'
import { HOUSE } from '../src/house.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import type { Church } from '../src/resource/caller.ts'
import { Vault } from '../src/vault.ts'
import { filled, visit } from './support/giving.ts'
import { startService } from './support/service.ts'

test('the demo church has a giving page, and a test payment becomes a contribution', async () => {
  const service = await startService()
  const told = await prepareDemo(service.database, new Vault(service.config), service.url)
  const page = `${service.url}/give/demo`
  assert.ok(told.includes(page))
  const fund = /<option value="(\d+)" selected>General</.exec((await visit(page)).text)?.[1]
  const checkout = `${service.url}${(await visit(page, filled(Number(fund)))).location}`
  const paid = await visit(checkout, { outcome: 'pay' })
  assert.match((await visit(`${service.url}${paid.location}`)).text, /Thank you for your gift/)
  const key = /sx_live_\w+/.exec(told)?.[0] ?? ''
  const { json } = await service.request('GET', '/api/v1/contributions?source=online&sort=-id', { key })
  // Beside those that came with the demo.
  assert.deepEqual([json.meta.total, json.data[0].amount], [3, 150050])
  await service.close()
})

test('nobody invented is charged or written to when gifts, pledges and statements of the demo fall due', async () => {
  const { database, close, vault, url } = await startService()
  await prepareDemo(database, vault, url)
  const church = (await findChurch(database, 'demo')) as Church
  const written = () =>
    database.read.first(sql`select (select count(*) from messages where church_id = ${church.id}) as messages,
      (select count(*) from reminders where church_id = ${church.id}) as reminders,
      (select count(*) from gifts where church_id = ${church.id}) as gifts`)
  const waiting =
    await database.read.all(sql`select id from refunds where church_id = ${church.id} and try_at is not null
    union all select id from gifts where church_id = ${church.id} and (charge_at is not null or look_at is not null)
    union all select id from mandates where church_id = ${church.id} and token is not null`)
  assert.deepEqual(waiting, [])
  const before = await written()
  const kinds = HOUSE.agenda.filter(({ kind }) =>
    ['recurring_gifts', 'pledge_campaigns', 'statement_runs'].includes(kind),
  )
  assert.equal(kinds.length, 3)
  const by = { kind: 'worker', name: 'test' } as const
  let steps = 0
  for (let days = 0; days < 200; days += 4) {
    // At noon: what is due in a night waits for the morning.
    const now = new Date(Math.floor(Date.now() / 86_400_000 + days) * 86_400_000 + 43_200_000)
    for (const { sweep, run } of kinds) {
      const due = await database.read.all<{ record_id: number }>(sql`select record_id from (${sweep}) as w
        where church_id = ${church.id} and due_at <= ${now.toISOString()}::timestamptz`)
      for (const { record_id } of due) {
        await database.write(church.id, tx => run(tx, { church, clock: { now: () => now }, by }, record_id))
        steps += 1
      }
    }
  }
  assert.ok(steps > 20)
  assert.deepEqual(await written(), before)
  const unpaid = await database.read.first<{ n: number }>(
    sql`select count(*) as n from recurring_periods where church_id = ${church.id} and status = 'failed'`,
  )
  assert.ok((unpaid?.n ?? 0) > 2, 'periods came and were not paid')
  await close()
})
