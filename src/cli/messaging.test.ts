import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cli, type Ended } from '../../test/support/cli.ts'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { sql } from '../db/sql.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
  church = await service.church()
})
after(() => service.close())

const run = (...args: string[]): Promise<Ended> =>
  cli(service.databaseUrl, [...args, '--church', church.church.slug], { SEXTON_BASE_URL: 'https://mail.example.org' })

test('units are added with a note, or one that says where they came from; more than there are cannot go', async () => {
  const added = await run('units', 'add', '500', '--note', 'Invoice 17', '--json')
  assert.deepEqual(added.json, { ok: true, added: 500, balance: 500 })
  assert.match((await run('units', 'add', '5')).stdout, /has 505 SMS units\./)
  const entries = await service.database.read.all<{ note: string }>(
    sql`select note from sms_entries where church_id = ${church.church.id} order by id`,
  )
  assert.deepEqual(
    entries.map(({ note }) => note),
    ['Invoice 17', 'By the command line'],
  )
  assert.match((await run('units', 'add', '0')).stderr, /units: must be a whole number other than 0/)
  const { slug } = church.church
  const taken = await cli(service.databaseUrl, ['units', 'add', '--church', slug, '--json', '--', '-506'])
  assert.deepEqual([taken.code, taken.json?.errors], [1, { units: 'takes away more than are free' }])
  assert.deepEqual((await run('units', 'show', '--json')).json, { ok: true, balance: 505, held: 0 })
})

test('a device is registered, listed and forgotten; every wrong value of one is named', async () => {
  const person = String((await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id)
  const added = await run('device', 'add', '--person', person, '--kind', 'fcm', '--address', ' token ', '--json')
  const { ok, ...device }: Record<string, unknown> = added.json ?? {}
  assert.deepEqual([ok, device.person_id, device.kind, device.name], [true, Number(person), 'fcm', null])
  assert.deepEqual((await run('device', 'list', '--person', person, '--json')).json?.devices, [device])
  const wrong = await run('device', 'add', '--person', '999999', '--kind', 'webpush', '--address', 'x', '--json')
  assert.deepEqual(Object.keys(wrong.json?.errors ?? {}).sort(), ['address', 'person_id'])
  assert.match((await run('device', 'remove', String(device.id))).stdout, /is forgotten/)
  const again = await run('device', 'remove', String(device.id), '--json')
  assert.deepEqual([again.code, again.json?.error], [1, 'not_found'])
})

test('an account is set with the address that its provider calls, listed without secrets, and removed', async () => {
  const values = [`account_sid=AC${'0'.repeat(32)}`, 'from=+15005550006', 'auth_token=canary-auth-token']
  const set = await run('message', 'provider', 'set', 'sms', 'twilio', ...values, '--json')
  assert.equal(set.code, 0, set.stderr)
  const callback = String(set.json?.callback)
  assert.match(callback, /^https:\/\/mail\.example\.org\/callbacks\/messages\/[\w-]+\/sms\/[\w-]{24}$/)
  const { ok, ...account } = set.json ?? {}
  const listed = await run('message', 'provider', 'list', '--json')
  assert.deepEqual([ok, listed.json?.accounts], [true, [account]])
  assert.ok(![set, listed].some(({ stdout }) => stdout.includes('canary')))
  // Whoever runs the service may name a host of their own network.
  const mail = ['url=smtp://127.0.0.1:25', 'from=office@example.org']
  assert.equal((await run('message', 'provider', 'set', 'email', 'smtp', ...mail)).code, 0)
  assert.match((await run('message', 'provider', 'set', 'sms', 'smtp')).stderr, /There is no provider "smtp" for sms/)
  assert.match((await run('message', 'provider', 'remove', 'sms', 'twilio')).stdout, /is forgotten/)
  assert.equal((await run('message', 'provider', 'remove', 'sms', 'twilio')).code, 1)
})
