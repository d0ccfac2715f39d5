/** The church's settings and its accounts with providers, as the console sets and tests them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { type GivingService, startGiving } from './support/giving.ts'
import { type MailServer, refusal, startMailServer } from './support/mail-server.ts'
import { setAccount } from './support/messaging.ts'
import { PAYSTACK_KEYS } from './support/paystack.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'
import { STRIPE_KEYS } from './support/stripe.ts'

let mail: MailServer
/** As `npm start` runs it: addresses on this machine are allowed. */
let service: GivingService
let church: TestChurch
let owner: TestMember

before(async () => {
  mail = await startMailServer()
  service = await startGiving({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true', SEXTON_BASE_URL: 'https://sexton.example.org' })
})
after(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  mail.recipient = () => undefined
  church = await service.church()
  owner = await ownerOf(service, church)
})

// The tests come by another address than the public one, so they say which site they are.
async function ownerOf(of: TestService, at: TestChurch): Promise<TestMember> {
  const one = await member(of, at, 'owner')
  await one.ask('POST', '/api/step-up', { password: PASSWORD })
  return one
}

const wrong = ({ status, json }: Answered) => [status, Object.keys(json.errors ?? {}).sort()]
const operate = (name: string, input: object) => owner.inChurch('POST', `/actions/${name}`, input)
const see = async (name: string) => (await owner.inChurch('GET', `/views/${name}`)).json.data
const ABOUT = { name: 'Grace Chapel', country: 'gh', timezone: 'Africa/Accra' }

test('a church is set: name, country, time zone, addresses for notices, modules', async () => {
  const sent = { ...ABOUT, notice_emails: ['a@example.org', 'a@example.org'], modules: ['care'] }
  const { json } = await operate('church.set', sent)
  const { name, country, timezone, notice_emails, modules, currency } = json.data
  assert.deepEqual(
    [name, country, timezone, notice_emails, modules, currency],
    ['Grace Chapel', 'GH', 'Africa/Accra', ['a@example.org'], ['care'], 'NGN'],
  )
  assert.deepEqual(await see('church'), json.data)
  assert.equal((await church.send('GET', '/prayer_requests')).status, 200)
  assert.equal((await operate('church.set', { ...ABOUT, modules: [] })).status, 200)
  assert.notEqual((await church.send('GET', '/prayer_requests')).status, 200)
  assert.deepEqual((await see('church')).notice_emails, ['a@example.org'])
})

test('a church has a language of its own and offers some; without one it speaks that of the installation', async () => {
  const spoken = async () => {
    const { language, usual_language } = await see('church')
    return language ?? usual_language
  }
  const { language, languages, known_languages, usual_language } = await see('church')
  assert.deepEqual([language, languages, usual_language, await spoken()], [null, [], 'en', 'en'])
  assert.ok(known_languages.includes('sw'))
  const set = await operate('church.set', { ...ABOUT, language: 'sw', languages: ['fr', 'en'] })
  assert.deepEqual([set.json.data.language, set.json.data.languages], ['sw', ['fr', 'en']])
  await operate('church.set', ABOUT)
  assert.equal(await spoken(), 'sw', 'it stays where it is not named')
  const unknown = await operate('church.set', { ...ABOUT, languages: ['tlh'] })
  assert.deepEqual(wrong(unknown), [422, ['languages']])
  assert.deepEqual(wrong(await operate('church.set', { ...ABOUT, language: 'tlh' })), [422, ['language']])
  await operate('church.set', { ...ABOUT, language: null, languages: [] })
  assert.equal(await spoken(), 'en')
})

test('everything that is wrong with a church is named at once', async () => {
  const sent = {
    name: '',
    country: 'XX',
    timezone: 'Mars/Base',
    notice_emails: ['no'],
    modules: ['magic'],
    currency: 'USD',
  }
  assert.deepEqual(wrong(await operate('church.set', sent)), [422, ['country', 'currency', 'name']])
  const later = { ...sent, name: 'Grace', country: 'NG', currency: undefined }
  assert.deepEqual(wrong(await operate('church.set', later)), [422, ['modules', 'notice_emails', 'timezone']])
})

test('the plan shows what is used and what is allowed', async () => {
  await church.set({ people_limit: 10, key_limit: 3 })
  await church.send('POST', '/people', { first_name: 'Ada' })
  assert.deepEqual((await see('church')).limits, {
    people: { used: 1, limit: 10 },
    keys: { used: 1, limit: 3 },
    webhooks: { used: 0, limit: null },
  })
})

test('the API is switched off with the password given again, and every key is refused from then on', async () => {
  const other = await member(service, church, 'owner')
  const off = (one: TestMember) => one.inChurch('POST', '/actions/church.set_api', { api_enabled: false })
  assert.equal((await off(other)).json.error, 'step_up_required')
  assert.equal((await off(owner)).status, 200)
  assert.equal((await church.send('GET', '/people')).status, 403)
  assert.equal((await owner.inChurch('GET', '/people')).status, 200)
  assert.equal((await operate('church.set_api', { api_enabled: true })).status, 200)
  assert.equal((await church.send('GET', '/people')).status, 200)
})

const smtpAccount = (changes: object = {}) => ({
  channel: 'email',
  provider: 'smtp',
  values: { url: `smtp://127.0.0.1:${mail.port}`, from: 'office@example.org', ...changes },
})

test('a mail server is set and tested by a real message; its address is never shown again', async () => {
  assert.equal((await operate('providers.set', smtpAccount())).status, 200)
  const shown = await see('providers')
  const [account] = shown.accounts
  assert.deepEqual(
    [account.provider, account.secrets, account.settings],
    ['smtp', ['url'], { from: 'office@example.org' }],
  )
  assert.ok(!JSON.stringify(shown).includes(String(mail.port)))
  const arrives = mail.next()
  const { json } = await operate('providers.test', { channel: 'email', to: 'ada@example.org' })
  assert.deepEqual(json.data, { status: 'sent', message: null, reason: null })
  assert.match((await arrives).source, /Test message from Grace Church/)
  const [logged] = (await church.send('GET', '/messages')).json.data
  assert.deepEqual([logged.status, logged.source, logged.to], ['sent', 'console', 'ada@example.org'])
  assert.equal((await operate('providers.remove', { channel: 'email', provider: 'smtp' })).status, 200)
  assert.deepEqual((await see('providers')).accounts, [])
  const audit = JSON.stringify(await see('audit'))
  assert.ok(audit.includes('providers.set') && !audit.includes(String(mail.port)) && !audit.includes('ada@'))
})

test('a test that fails says why in words, and is in the log', async () => {
  mail.recipient = () => {
    throw refusal(550, 'No such mailbox')
  }
  await operate('providers.set', smtpAccount())
  const { json } = await operate('providers.test', { channel: 'email', to: 'ada@example.org' })
  assert.equal(json.data.status, 'failed')
  assert.match(json.data.message, /invalid_address.*No such mailbox/)
  assert.match(json.data.reason, /^invalid_address: .*No such mailbox/)
  const none = await operate('providers.test', { channel: 'sms', to: '08031234567' })
  assert.match(none.json.data.message, /no provider for this channel/)
  assert.deepEqual(wrong(await operate('providers.test', { channel: 'email', to: 'nobody' })), [422, ['to']])
  assert.deepEqual(wrong(await operate('providers.test', { channel: 'push', to: 'x' })), [422, ['to']])
})

test('wrong settings are named at once; a provider has to be one of the channel', async () => {
  assert.deepEqual(wrong(await operate('providers.set', smtpAccount({ url: 'x', from: 'y', nonsense: '1' }))), [
    422,
    ['from', 'nonsense', 'url'],
  ])
  assert.deepEqual(wrong(await operate('providers.set', { ...smtpAccount(), channel: 'sms' })), [422, ['provider']])
  assert.deepEqual((await see('providers')).accounts, [])
})

test('what is set in the console names public hosts only, by text and by what is connected to', async () => {
  const strict = await startService()
  try {
    const at = await strict.church()
    const one = await ownerOf(strict, at)
    const set = (url: string) => one.inChurch('POST', '/actions/providers.set', smtpAccount({ url }))
    for (const host of ['127.0.0.1', 'localhost', '10.1.2.3', '169.254.169.254', '[::1]', '[fd00::1]']) {
      assert.deepEqual(wrong(await set(`smtp://${host}:${mail.port}`)), [422, ['url']], host)
    }
    const byMail = { provider: smtp, channel: 'email' } as const
    const values = { url: `smtp://127.0.0.1:${mail.port}`, from: 'office@example.org' }
    const tried = async () =>
      (await one.inChurch('POST', '/actions/providers.test', { channel: 'email', to: 'ada@example.org' })).json.data
    await setAccount(strict, at.church, { ...byMail, values, publicOnly: true })
    const [before] = [mail.received.length, await tried()]
    assert.match((await tried()).message, /address_not_allowed/)
    assert.equal(mail.received.length, before)
    // What the operator set stays as free as it was, also where the console sets something else of it.
    await setAccount(strict, at.church, { ...byMail, values: { ...values, url: 'smtp://localhost:1' } })
    await setAccount(strict, at.church, { ...byMail, values })
    const rename = { channel: 'email', provider: 'smtp', values: { from_name: 'Office' } }
    assert.equal((await one.inChurch('POST', '/actions/providers.set', rename)).status, 200)
    assert.equal((await tried()).status, 'sent')
  } finally {
    await strict.close()
  }
})

test('a payment provider is set, its address shown, its key checked, and never shown again', async () => {
  await church.set({ modules: ['giving'] })
  for (const [provider, keys] of [
    ['stripe', STRIPE_KEYS],
    ['paystack', PAYSTACK_KEYS],
  ] as const) {
    assert.equal((await operate('payment_providers.set', { provider, values: keys })).status, 200)
    const shown = await see('payment_providers')
    assert.match(
      shown.accounts[0].callback_url,
      new RegExp(`^https://sexton.example.org/callbacks/payments/.*/${provider}/`),
    )
    for (const secret of Object.values(keys)) assert.ok(!JSON.stringify(shown).includes(secret))
    assert.deepEqual((await operate('payment_providers.test', { provider })).json.data, { good: true, message: null })
  }
  const other = { provider: 'stripe', values: { secret_key: 'sk_live_other' } }
  assert.equal((await operate('payment_providers.set', other)).status, 200)
  const { json } = await operate('payment_providers.test', { provider: 'stripe' })
  assert.deepEqual(json.data, { good: false, message: 'Stripe does not accept the secret key' })
  assert.equal((await operate('payment_providers.remove', { provider: 'stripe' })).status, 200)
  assert.equal((await operate('payment_providers.test', { provider: 'stripe' })).status, 404)
  const lines = await service.database.read.all<{ operation: string }>(
    sql`select operation from audit_log where church_id = ${church.church.id} and operation = 'payment_providers.remove'`,
  )
  assert.equal(lines.length, 1)
})

test('test payments are for the operator to switch on, and a key is wrong by its form', async () => {
  await church.set({ modules: ['giving'] })
  const set = (provider: string, values: object) => operate('payment_providers.set', { provider, values })
  assert.deepEqual(wrong(await set('development', {})), [422, ['provider']])
  assert.deepEqual(wrong(await set('stripe', { secret_key: 'x', webhook_secret: 'y' })), [
    422,
    ['secret_key', 'webhook_secret'],
  ])
})

test('what sets or takes away a provider wants the password again', async () => {
  await church.set({ modules: ['giving'] })
  const other = await member(service, church, 'owner')
  const inputs = {
    'providers.set': smtpAccount(),
    'providers.remove': { channel: 'email', provider: 'smtp' },
    'payment_providers.set': { provider: 'stripe', values: {} },
    'payment_providers.remove': { provider: 'stripe' },
  }
  for (const [name, input] of Object.entries(inputs)) {
    const answer = await other.inChurch('POST', `/actions/${name}`, input)
    assert.equal(answer.json.error, 'step_up_required', name)
  }
})
