/** payment provider …, gift …: accounts with payment providers, and what became of gifts. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { raw, sql } from '../src/db/sql.ts'
import { cli, type Ended } from './support/cli.ts'
import { type GivingService, startGiving, visit } from './support/giving.ts'
import { PAYSTACK_KEYS } from './support/paystack.ts'
import type { TestChurch } from './support/service.ts'
import { STRIPE_KEYS } from './support/stripe.ts'

let service: GivingService
let church: TestChurch
const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-keys-'))
before(async () => {
  service = await startGiving()
  church = await service.church()
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const SEXTON_SECRET_KEY = 'a key that all nodes of the tests share'

const run = (...args: string[]): Promise<Ended> =>
  cli(service.databaseUrl, args, { SEXTON_SECRET_KEY, SEXTON_BASE_URL: 'https://give.example.org' })
const provider = (...args: string[]): Promise<Ended> =>
  run('payment', 'provider', ...args, '--church', church.church.slug)

/** Nowhere in the database, and in nothing that a command printed. */
async function nowhere(secrets: readonly string[], printed: string): Promise<void> {
  const tables = await service.database.read.all<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const secret of secrets) {
    assert.ok(!printed.includes(secret))
    for (const { name } of tables) {
      const found = await service.database.read.first<{ n: number }>(
        sql`select count(*) as n from ${raw(`"${name}"`)} t where t::text like ${`%${secret}%`}`,
      )
      assert.equal(found?.n, 0, name)
    }
  }
}

test('an account is set, shown with the address to enter, replaced and removed; its secrets are shown nowhere', async () => {
  writeFileSync(path.join(folder, 'key.txt'), `${STRIPE_KEYS.secret_key}\n`)
  const set = await provider('set', 'stripe', `secret_key=@${path.join(folder, 'key.txt')}`)
  assert.equal(set.code, 0, set.stderr)
  assert.match(set.stdout, /webhook_secret +\(not set\)/)
  assert.match(set.stdout, /The giving module is off: "sexton church set .* --modules giving"/)
  const url = /https:\/\/give\.example\.org\/callbacks\/payments\/\S+/.exec(set.stdout)?.[0] ?? ''
  assert.match(url, new RegExp(`/${church.church.slug}/stripe/[\\w-]{24}$`))
  const more = await provider('set', 'stripe', `webhook_secret=${STRIPE_KEYS.webhook_secret}`)
  const shown = await provider('show', 'stripe', '--json')
  assert.deepEqual(shown.json, {
    ok: true,
    provider: 'stripe',
    title: 'Stripe',
    active: true,
    is_test: false,
    settings: { secret_key: '(set)', webhook_secret: '(set)' },
    callback_url: url,
    payouts_error: null,
    pending: 0,
  })
  const other = await provider('set', 'paystack', `secret_key=${PAYSTACK_KEYS.secret_key}`)
  const listed = await provider('list')
  assert.match(listed.stdout, /^paystack +active +0$/m)
  assert.match(listed.stdout, /^stripe +for older gifts +0$/m)
  const printed = [set, more, shown, other, listed].map(({ stdout, stderr }) => stdout + stderr).join()
  await nowhere([...Object.values(STRIPE_KEYS), PAYSTACK_KEYS.secret_key], printed)

  assert.equal((await provider('remove', 'paystack')).code, 0)
  assert.equal((await provider('show', 'paystack')).code, 1)
  await church.set({ modules: ['giving'] })
  assert.equal((await visit(`${service.url}/give/${church.church.slug}`)).status, 404, 'no account takes new gifts')
  await provider('set', 'stripe')
  assert.equal((await visit(`${service.url}/give/${church.church.slug}`)).status, 200)
})

test('what is wrong with an account is named: unknown names, missing and mistyped settings, a currency', async () => {
  const wrong = await provider('set', 'paystack', 'secret_key=pk_live_1', 'colour=blue')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /secret_key: must begin with sk_/)
  assert.match(wrong.stderr, /colour: is no setting of Paystack; there are secret_key/)
  assert.match((await provider('set', 'paystack')).stderr, /secret_key: is required: Secret key/)
  assert.match((await provider('set', 'square')).stderr, /There are stripe, paystack, development/)
  assert.match((await provider('set', 'development', 'a=b', '--force')).stderr, /it needs none/)
  assert.match((await provider('set', 'development')).stderr, /can put gifts on record that nobody paid.*--force/)
  church = await service.church({ currency: 'CHF' })
  assert.match((await provider('set', 'paystack', 'secret_key=sk_live_1')).stderr, /provider: takes NGN.*not CHF/)
  assert.match((await provider('show', 'stripe')).stderr, /has no account with Stripe/)
})

test('gifts are listed, newest first, and shown', async () => {
  const giving = await service.givingChurch('development')
  const { slug } = giving.church
  await giving.give({ amount: '10' })
  await giving.give({ amount: '20', name: 'Bo' })
  const [first, second] = await giving.gifts()
  await visit(`${giving.page}/test/${first.reference}`, { outcome: 'decline' })
  const refused = await run('payment', 'provider', 'remove', 'development', '--church', slug)
  assert.match(refused.stderr, /^1 gifts wait for payments there.* --force removes it all the same\.$/m)
  const listed = await run('gift', 'list', '--church', slug)
  assert.match(
    listed.stdout,
    new RegExp(`${second.id} .*₦20\\.00 +General +Bo +development +pending +-\\n${first.id} .*failed +declined`),
  )
  const pending = await run('gift', 'list', '--church', slug, '--status', 'pending', '--json')
  assert.deepEqual(pending.json?.gifts, [second])
  assert.deepEqual((await run('gift', 'show', String(second.id), '--church', slug, '--json')).json, {
    ok: true,
    ...second,
  })
  const other = await run('gift', 'show', String(second.id), '--church', church.church.slug, '--json')
  assert.deepEqual([other.code, other.json?.error], [1, 'not_found'])
})
