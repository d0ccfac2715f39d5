/** Lists that are no resources are downloaded as CSV files, too: in sight, guarded, and without secrets (docs/printing.md). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from '../src/db/sql.ts'
import { createKey } from '../src/modules/church/api-keys.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { takeIncoming } from '../src/modules/messaging/inbox.ts'
import { noteUnits } from '../src/modules/messaging/units-book.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { sendTest } from '../src/webhooks/send-again.ts'
import { member, type TestMember } from './support/console.ts'
import { eventually, startReceiver } from './support/receiver.ts'
import type { TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

let service: WebhookService
let church: TestChurch
let owner: TestMember
before(async () => {
  service = await startWebhooks()
  church = await service.church()
  owner = await member(service, church, 'owner')
})
after(() => service.close())

/** The rows of a file, by the titles of its columns. */
async function rowsOf(who: TestMember, view: string, called: string): Promise<Record<string, string>[]> {
  const { status, text, headers } = await who.inChurch('GET', `/views/${view}`)
  assert.equal(status, 200, text)
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`filename="${called}-\\d{4}-\\d\\d-\\d\\d\\.csv"`))
  return parse(text, { columns: true, bom: true })
}

const wrote = (from: string, body: string, n: number): Promise<void> =>
  service.database.write(church.church.id, tx =>
    takeIncoming(tx, church.church, {
      ...{ channel: 'sms', provider: 'development', provider_id: `m-${n}`, from, to: '+2348030000000', body },
      confirmed: false,
    }),
  )

test('the inbox is written whole, newest first, in sight only, and what a spreadsheet would run is guarded', async () => {
  const yaba = await church.branch('Yaba')
  await church.send('POST', '/people', { first_name: 'Ada', phone: '+2348031111111', branch_id: yaba })
  for (let n = 0; n < 60; n += 1) await wrote('+2348032222222', n === 59 ? '=1+1' : `Message ${n}`, n)
  await wrote('+2348031111111', 'From Ada', 60)
  const rows = await rowsOf(owner, 'inbox_file', 'inbox')
  assert.deepEqual([rows.length, rows[0]?.name, rows[0]?.body, rows[1]?.body], [61, 'Ada', 'From Ada', "'=1+1"])
  const limited = await member(service, church, 'staff', yaba)
  assert.deepEqual(
    (await rowsOf(limited, 'inbox_file', 'inbox')).map(({ body }) => body),
    ['From Ada'],
  )
})

test('pairs of duplicates are written with both records, to whoever sees both', async () => {
  const of = await service.church()
  const yaba = await of.branch('Yaba')
  for (const branch_id of [yaba, of.church.hq_branch_id]) {
    await of.send('POST', '/people', { first_name: '=Eve', email: 'eve@example.org', branch_id, dedupe: false })
  }
  const [whole, limited] = [await member(service, of, 'owner'), await member(service, of, 'staff', yaba)]
  await whole.inChurch('POST', '/actions/duplicates.refresh', {})
  const rows = await rowsOf(whole, 'duplicates_file', 'duplicates')
  assert.deepEqual(
    rows.map(one => [one.full_name, one.other_full_name, one.other_email]),
    [["'=Eve", "'=Eve", 'eve@example.org']],
  )
  assert.deepEqual(await rowsOf(limited, 'duplicates_file', 'duplicates'), [])
})

test('keys and endpoints are written without what opens or signs anything', async () => {
  const { key } = (await church.act(createKey, { name: 'Website', scopes: ['people:read'] })) as { key: string }
  const receiver = await startReceiver()
  const made = (await church.act(createEndpoint, { url: receiver.url, events: ['person.*'] })) as {
    id: number
    secret: string
  }
  const keys = await owner.inChurch('GET', '/views/keys_file')
  const endpoints = await owner.inChurch('GET', '/views/endpoints_file')
  assert.ok(keys.text.includes('Website') && !keys.text.includes(key), keys.text)
  assert.ok(endpoints.text.includes(receiver.url) && !endpoints.text.includes(made.secret), endpoints.text)
  assert.doesNotMatch(`${keys.text}${endpoints.text}`, /whsec_|sx_live_\w{20}/)
  await church.act(sendTest, { id: made.id })
  const log = await eventually('it is in the log', async () => {
    const rows = await rowsOf(owner, `deliveries_file?endpoint_id=${made.id}`, 'webhook-log')
    return rows.length > 0 && rows
  })
  assert.deepEqual([log[0]?.outcome, log[0]?.kind, log[0]?.url], ['delivered', 'test', receiver.url])
  const failed = await rowsOf(owner, `deliveries_file?endpoint_id=${made.id}&failed=1`, 'webhook-log')
  assert.equal(failed.length, 0)
  assert.equal((await owner.inChurch('GET', '/views/deliveries_file?endpoint_id=999999')).status, 404)
  await receiver.close()
})

test('group messages are written whole, all of them, newest first; of a branch’s member only their own', async () => {
  const of = await service.church()
  const yaba = await of.branch('Yaba')
  const [whole, limited] = [await member(service, of, 'owner'), await member(service, of, 'staff', yaba)]
  const long = 'All are welcome. '.repeat(30).trim()
  await service.database.write(of.church.id, tx =>
    tx.run(sql`insert into message_batches
        (church_id, key, user_id, user_name, audience, channel, body, total, created_at)
      select ${of.church.id}::bigint, n::text, u.id, 'Somebody',
        'digest', 'sms', n || ': ' || ${long}::text, 1, ${tx.now}::timestamptz
      from generate_series(1, 501) as n join users u on u.email = case n when 7 then ${limited.email} else ${whole.email} end`),
  )
  const rows = await rowsOf(whole, 'message_batches_file', 'group-messages')
  assert.deepEqual([rows.length, rows[0]?.body, rows[500]?.body], [501, `501: ${long}`, `1: ${long}`])
  const own = await rowsOf(limited, 'message_batches_file', 'group-messages')
  assert.deepEqual(
    own.map(({ body }) => body),
    [`7: ${long}`],
  )
})

test('whom a group message is for is shown part by part and written whole, each with what became of it', async () => {
  const of = await service.church()
  const [whole, limited] = [
    await member(service, of, 'owner'),
    await member(service, of, 'staff', await of.branch('Yaba')),
  ]
  for (const first_name of ['=Ada', 'Bola', 'Chidi', 'Dayo']) {
    await of.send('POST', '/people', { first_name, email: `${first_name.slice(1)}@example.org` })
  }
  const id = await service.database.write(of.church.id, async tx => {
    const [made] = await tx.all<{ id: number }>(sql`insert into message_batches
        (church_id, key, user_id, user_name, audience, channel, body, total, created_at)
      select ${of.church.id}::bigint, 'k', u.id, 'Somebody', 'digest', 'email', 'Come', 4, ${tx.now}::timestamptz
      from users u where u.email = ${whole.email} returning id`)
    await tx.run(sql`insert into messages
        (church_id, branch_id, person_id, channel, "to", body, status, error, source, units, created_at, updated_at, batch_id)
      select church_id, branch_id, id, 'email', '', '', 'failed', 'no_address', 'console', 0, ${tx.now}::timestamptz,
        ${tx.now}::timestamptz, ${made?.id ?? 0}::bigint from people
      where church_id = ${of.church.id} and first_name = 'Dayo'`)
    await tx.run(sql`insert into message_batch_recipients (church_id, batch_id, person_id, state, message_id)
      select p.church_id, ${made?.id ?? 0}::bigint, p.id,
        (array['waiting', 'gone', 'stopped', 'taken'])[row_number() over (order by p.id)], m.id
      from people p left join messages m on m.church_id = p.church_id and m.person_id = p.id
      where p.church_id = ${of.church.id}`)
    return made?.id ?? 0
  })
  const rows = await rowsOf(whole, `message_batch_receivers_file?id=${id}`, 'receivers')
  assert.deepEqual(
    rows.map(({ name, status, error }) => [name, status, error]),
    [
      ["'=Ada", 'waiting', ''],
      ['Bola', 'dropped', ''],
      ['Chidi', 'dropped', ''],
      ['Dayo', 'failed', 'no_address'],
    ],
  )
  const part = await whole.inChurch('GET', `/views/message_batch_receivers?id=${id}&after=${rows[1]?.person_id}`)
  assert.deepEqual(
    part.json.data.map(({ name }: { name: string }) => name),
    ['Chidi', 'Dayo'],
  )
  for (const view of ['message_batch_receivers', 'message_batch_receivers_file'])
    assert.equal((await limited.inChurch('GET', `/views/${view}?id=${id}`)).status, 404)
})

test('rates and group messages are written; who may not see a list may not take it along', async () => {
  for (const [rate, valid_from] of [
    ['1500', '2025-01-01'],
    ['1650.5', '2026-01-01'],
  ] as const)
    await church.act(setRate, { currency: 'USD', rate, valid_from })
  const rates = await rowsOf(owner, 'rates_file', 'exchange-rates')
  assert.deepEqual(
    rates.map(({ currency, rate, state }) => [currency, rate, state]),
    [
      ['USD', '1650.5', 'current'],
      ['USD', '1500', 'over'],
    ],
  )
  assert.deepEqual(await rowsOf(owner, 'message_batches_file', 'group-messages'), [])
  await church.act(noteUnits, { units: 50, note: 'Bought' })
  const units = await rowsOf(owner, 'units_file', 'sms-units')
  assert.deepEqual(
    units.map(({ units: added, balance, note }) => [added, balance, note]),
    [['50', '50', 'Bought']],
  )
  const team = await rowsOf(owner, 'users_file', 'team')
  assert.equal(team.find(({ email }) => email === owner.email)?.role, 'owner')
  const [finance, staff] = [await member(service, church, 'finance'), await member(service, church, 'staff')]
  for (const [who, views] of [
    [
      finance,
      [
        'duplicates_file',
        'inbox_file',
        'message_batches_file',
        'keys_file',
        'endpoints_file',
        'deliveries_file?endpoint_id=1',
      ],
    ],
    [staff, ['rates_file', 'users_file', 'keys_file', 'endpoints_file', 'deliveries_file?endpoint_id=1']],
  ] as const) {
    for (const view of views) assert.equal((await who.inChurch('GET', `/views/${view}`)).status, 403, view)
  }
})
