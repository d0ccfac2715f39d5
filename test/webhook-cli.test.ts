/** webhook …: the commands, on a service that runs beside them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { HOUSE } from '../src/house.ts'
import { cli, type Ended, startCli } from './support/cli.ts'
import { eventually, type Receiver, startReceiver, status } from './support/receiver.ts'
import type { TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

const ENV = { SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' }

let service: WebhookService
let church: TestChurch
let receiver: Receiver
before(async () => {
  service = await startWebhooks()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

/** A list in what --json printed. */
const list = <T>({ json }: Ended, name: string): T[] => (json?.[name] ?? []) as T[]

const webhook = (...args: string[]): Promise<Ended> => cli(service.databaseUrl, ['webhook', ...args], ENV)

test('an endpoint is made, shown, changed, paused, resumed, rotated and deleted by commands', async () => {
  const slug = church.church.slug
  const made = await webhook('create', '--church', slug, '--url', receiver.url, '--events', 'person.*,x.y', '--json')
  assert.equal(made.code, 0, made.stderr)
  const { id, secret } = made.json as unknown as { id: number; secret: string }
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)

  const listed = await webhook('list', '--church', slug, '--json')
  assert.ok(!listed.stdout.includes(secret), 'the secret is shown once')
  assert.deepEqual(
    list<{ id: number }>(listed, 'webhooks').map(one => one.id),
    [id],
  )

  const updated = await webhook('update', String(id), '--events', 'contribution.*', '--description', 'Books', '--json')
  assert.deepEqual([updated.json?.events, updated.json?.description], [['contribution.*'], 'Books'])

  const paused = await webhook('pause', String(id), '--json')
  assert.equal(paused.json?.status, 'paused')
  await church.send('POST', '/contributions', { amount: 5 })
  const shown = await webhook('show', String(id))
  assert.match(shown.stdout, /paused \(by hand\)/)
  const resumed = await webhook('resume', String(id), '--discard-held', '--json')
  assert.deepEqual([resumed.json?.status, resumed.json?.discarded], ['active', 1])

  const rotated = await webhook('rotate', String(id), '--hours', '2', '--json')
  assert.notEqual(rotated.json?.secret, secret)
  assert.equal(typeof rotated.json?.previous_secret_until, 'string')

  assert.equal((await webhook('delete', String(id))).code, 0)
  const gone = await webhook('show', String(id), '--json')
  assert.deepEqual([gone.code, gone.json?.error], [1, 'not_found'])
})

test('an address of this machine is taken while a server runs that sends there, as npm start does', async () => {
  const args = ['webhook', 'create', '--church', church.church.slug, '--url', receiver.url, '--events', '*']
  assert.equal((await cli(service.databaseUrl, args)).code, 0)
})

test('unknown event names are refused with the nearest known names', async () => {
  const args = ['--church', church.church.slug, '--url', receiver.url, '--events', 'person.create', '--json']
  const refused = await webhook('create', ...args)
  assert.equal(refused.code, 1)
  assert.match(JSON.stringify(refused.json?.errors), /did you mean person\.created/)
})

test('a test event says what came of it; deliveries and redeliver read and use the log', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  const sent = await webhook('test', String(id), '--json')
  assert.equal(sent.code, 0, sent.stdout)
  assert.match(sent.stdout, /"status":200/)
  receiver.reply = status(500)
  const failed = await webhook('test', String(id))
  assert.equal(failed.code, 1)
  assert.match(failed.stdout, /Failed after \d+ ms: answered 500/)
  receiver.reply = status(200)
  await church.send('POST', '/contributions', { amount: 5 })
  await service.logged(id, 3)
  const all = await webhook('deliveries', String(id), '--json')
  const log = list<{ id: string; event: string; outcome: string }>(all, 'deliveries')
  assert.equal(log.length, 3)
  const only = await webhook('deliveries', String(id), '--failed', '--json')
  assert.equal(list(only, 'deliveries').length, 1)
  const gift = log.find(({ event }) => event === 'contribution.recorded')
  const again = await webhook('redeliver', gift?.id ?? '', '--json')
  assert.equal(again.code, 0, again.stdout)
  await receiver.until(4)
  const range = await webhook('redeliver', '--endpoint', String(id), '--since', '2026-01-01', '--json')
  assert.equal(range.json?.redelivered, 0)
  assert.equal((await webhook('redeliver', '--since', '2026-01-01')).code, 1)
})

test('the catalogue names every event with its module, and none of modules that are off', async () => {
  const names = async (...more: string[]): Promise<string[]> => {
    const modules = list<{ events: { name: string }[] }>(await webhook('events', ...more, '--json'), 'modules')
    return modules.flatMap(({ events }) => events.map(({ name }) => name))
  }
  assert.ok((await names()).includes('care.prayer_request_created'))
  const own = await names('--church', church.church.slug)
  assert.ok(own.includes('person.created') && !own.includes('care.prayer_request_created'))
})

test('the catalogue marks the events that nothing sends yet, and no other', async () => {
  const lines = (await webhook('events')).stdout.split('\n')
  const modules = list<{ events: { name: string }[] }>(await webhook('events', '--json'), 'modules')
  const names = modules.flatMap(({ events }) => events.map(({ name }) => name))
  const marked = names.filter(name => lines.find(line => line.startsWith(`${name} `))?.includes('(no trigger yet)'))
  assert.deepEqual(
    marked,
    names.filter(name => !HOUSE.catalogue.recorded.includes(name)),
  )
  assert.ok(marked.includes('care.pathway_completed'))
  for (const name of ['person.created', 'school.attendance_closed', 'school.promotion_applied', 'groups.member_added'])
    assert.ok(names.includes(name) && !marked.includes(name), name)
  assert.equal(lines.filter(line => line.includes('(no trigger yet)')).length, marked.length)
})

test('listen shows events as they happen, and forwards them signed', async () => {
  const args = ['webhook', 'listen', '--church', church.church.slug, '--forward', receiver.url, '--json']
  const child = startCli(service.databaseUrl, args, ENV)
  let out = ''
  let notes = ''
  child.stdout?.on('data', chunk => {
    out += String(chunk)
  })
  child.stderr?.on('data', chunk => {
    notes += String(chunk)
  })
  const secret = await eventually('it listens', () => /signed with (whsec_\S+)/.exec(notes)?.[1])
  const { data } = (await church.send('POST', '/people', { first_name: 'Ada' })).json
  const [got] = await receiver.until(1)
  new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
  assert.deepEqual(got?.json.data, data)
  await eventually('it is shown', () => out.includes('person.created'))
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  assert.equal(code, 0, notes)
})

test('listen ends quietly with the next event where nobody reads it any more', async () => {
  const child = startCli(service.databaseUrl, ['webhook', 'listen', '--church', church.church.slug], ENV)
  const ended = once(child, 'close')
  let notes = ''
  child.stderr?.on('data', chunk => {
    notes += String(chunk)
  })
  const begun = `Listening to ${church.church.slug}. Ctrl-C ends it.\n`
  await eventually('it listens', () => notes === begun)
  child.stdout?.destroy()
  await church.send('POST', '/people', { first_name: 'Ada' })
  const [code] = await ended
  assert.deepEqual([code, notes], [0, begun])
})
