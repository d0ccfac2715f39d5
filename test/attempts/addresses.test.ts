/** What a church names is connected to only where it is public: webhooks and mail servers, by address and by name. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOUSE } from '../../src/house.ts'
import { messageProviders } from '../../src/modules/messaging/providers/index.ts'
import { smtp } from '../../src/modules/messaging/providers/smtp.ts'
import { doingOn } from '../../src/resource/step.ts'
import { member, type TestMember } from '../support/console.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { setAccount } from '../support/messaging.ts'
import { eventually, startReceiver } from '../support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../support/service.ts'
import { stepAllUp } from './browsers.ts'
import { LOCAL_NAMES, PRIVATE_HOSTS } from './private-hosts.ts'
import { Tally } from './tally.ts'

let mail: MailServer
let service: TestService
let church: TestChurch
let owner: TestMember
/** What names lead to. */
let names: Record<string, string[]> = {}

before(async () => {
  mail = await startMailServer()
  service = await startService(
    { SEXTON_BASE_URL: 'https://sexton.example' },
    { resolve: async name => (names[name] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 })) },
  )
  church = await service.church()
  owner = await member(service, church, 'owner')
  await stepAllUp(service)
})
after(async () => {
  await service.close()
  await mail.close()
})

const operate = (name: string, body: object) => owner.inChurch('POST', `/actions/${name}`, body)
const HOSTS = [...PRIVATE_HOSTS, ...LOCAL_NAMES]

test('an endpoint is at no private address, however that is written, when it is made and when it is changed', async t => {
  const tally = new Tally('addresses of webhooks', 150)
  const made = await operate('endpoints.create', { url: 'https://example.org/hooks', events: ['*'] })
  assert.equal(made.status, 200, made.text)
  const urls = [
    ...HOSTS.map(host => `https://${host}/hooks`),
    ...[
      'https://example.org@127.0.0.1/',
      'https://127.0.0.1\\@example.org/',
      'https://127.0.0.1#@example.org/',
      'https:127.0.0.1',
    ],
    ...[
      'http://example.org/',
      'ftp://example.org/',
      'file:///etc/passwd',
      'gopher://example.org/',
      'javascript:1',
      '//example.org/',
    ],
  ]
  for (const url of urls) {
    for (const [name, more] of [
      ['endpoints.create', { events: ['*'] }],
      ['endpoints.update', { id: made.json.data.id }],
    ] as const) {
      const answer = await operate(name, { url, ...more })
      tally.note(
        answer.status === 422 && answer.json.errors?.url !== undefined,
        `${name} ${url}: ${answer.status} ${answer.text}`,
      )
    }
  }
  tally.end(t)
})

test('a mail server that is set in the console is at no private address', async t => {
  const tally = new Tally('hosts of mail servers', 80)
  const naming = messageProviders(
    service.config,
    doingOn(service.database, { now: () => new Date() }, HOUSE).take,
  ).filter(({ settings }) => Object.values(settings).some(({ host }) => host))
  assert.deepEqual(
    naming.map(({ name }) => name),
    ['smtp'],
  )
  const from = 'office@example.org'
  for (const host of HOSTS) {
    const account = { channel: 'email', provider: 'smtp', values: { url: `smtp://${host}:${mail.port}`, from } }
    const answer = await operate('providers.set', account)
    // A spelling that this form of address does not read is a name, which is judged when it is connected to.
    if (answer.status === 200) {
      const tried = await operate('providers.test', { channel: 'email', to: 'ada@example.org' })
      tally.note(tried.json.data?.status !== 'sent', `mail by ${host}: ${tried.text}`)
    } else tally.note(answer.status === 422, `${host}: ${answer.status} ${answer.text}`)
  }
  const values = { url: `smtp://127.0.0.1:${mail.port}`, from }
  await setAccount(service, church.church, { provider: smtp, channel: 'email', values, publicOnly: true })
  const tried = await operate('providers.test', { channel: 'email', to: 'ada@example.org' })
  tally.note(tried.json.data?.status !== 'sent', `mail to this machine: ${tried.text}`)
  assert.deepEqual(mail.received, [])
  tally.end(t)
})

/** Places that a name may lead to; the last ones have a public address beside. */
const RESOLVED = [
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['0.0.0.0'],
  ['10.0.0.1', '192.168.1.1'],
  ['169.254.169.254'],
  ['fd00::1', '127.0.0.1'],
]

test('a name that leads to private addresses is not connected to', async t => {
  const tally = new Tally('names that lead to private addresses', 24)
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const { port } = new URL(receiver.url)
  names = Object.fromEntries(
    RESOLVED.flatMap((addresses, index) =>
      ['internal', 'nip.io', 'example.org'].map(end => [`a${index}.${end}`, addresses]),
    ),
  )
  for (const name of Object.keys(names)) {
    const made = await operate('endpoints.create', {
      url: `https://${name}:${port}/`,
      events: ['none.*'].slice(1).concat('*'),
    })
    assert.equal(made.status, 200, made.text)
    const { id } = made.json.data
    const tested = await operate('endpoints.test', { id })
    assert.equal(tested.status, 200, tested.text)
    const entry = await eventually(`${name} was tried`, async () => {
      const { data } = (await owner.inChurch('GET', `/views/deliveries?endpoint_id=${id}`)).json
      return data[0]
    })
    tally.note(entry.reason === 'address not allowed', `${name}: ${JSON.stringify(entry)}`)
    await operate('endpoints.delete', { id })
  }
  tally.note(receiver.received.length === 0, 'something arrived')
  tally.end(t)
})
