/** Givers: the giving page as a browser uses it, and providers that call back. */

import { pino } from 'pino'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { HOUSE } from '../../src/house.ts'
import { beginGift } from '../../src/modules/online-giving/begin-gift.ts'
import { paymentCallbackRoute } from '../../src/modules/online-giving/callback-route.ts'
import type { GivingParts } from '../../src/modules/online-giving/parts.ts'
import { setPaymentProvider } from '../../src/modules/online-giving/payment-providers.ts'
import { newRefundReference } from '../../src/modules/online-giving/settle-refund.ts'
import { type Network, network } from '../../src/outgoing/request.ts'
import type { Visitor } from '../../src/public-routes/public-route.ts'
import type { Church } from '../../src/resource/caller.ts'
import { stepsOn } from '../../src/resource/step.ts'
import { Vault } from '../../src/vault.ts'
import { type FakePaystack, PAYSTACK_KEYS, startPaystack } from './paystack.ts'
import { startService, type TestChurch, type TestService } from './service.ts'
import { type FakeStripe, type SignedCall, STRIPE_KEYS, startStripe } from './stripe.ts'

/** A page as a browser gets it. */
export interface Page {
  status: number
  location: string | null
  headers: Headers
  text: string
}

/** Gets a page; with fields, sends them as a form does. Redirects are not followed. */
export async function visit(url: string, fields?: Record<string, string>): Promise<Page> {
  const response = await fetch(url, {
    redirect: 'manual',
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), text: await response.text() }
}

/** The hidden id of a form. */
export const formIdOf = ({ text }: Page): string => /name="form_id" value="([0-9a-f]{32})"/.exec(text)?.[1] ?? ''

const FORM_ID = 32
let serial = 0

/** A form filled in; each has an id of its own. */
export const filled = (fund: number, changes: Record<string, string> = {}): Record<string, string> => {
  serial += 1
  const form_id = `${process.pid}${serial}`.padStart(FORM_ID, '0')
  return { form_id, fund: String(fund), amount: '1,500.50', name: 'Ada Obi', email: 'ada@example.org', ...changes }
}

export type Keyed = 'stripe' | 'paystack' | 'development'

const KEYS: Record<Keyed, Record<string, string>> = { stripe: STRIPE_KEYS, paystack: PAYSTACK_KEYS, development: {} }

export interface GivingService extends TestService {
  stripe: FakeStripe
  paystack: FakePaystack
  /** How processes that are started reach the providers. */
  reach: Record<string, string>
  network: Network
  /** For what a test does itself; the service has the real one, so that its upkeep does not come in between. */
  clock: { now(): Date }
  /** Moves that clock on. */
  pass(minutes: number): void
  /** Sets it back to the real time. */
  resetClock(): void
  /** A church with the module on and an account. */
  givingChurch(provider: Keyed, settings?: Parameters<TestService['church']>[0]): Promise<GivingChurch>
}

export interface GivingChurch extends TestChurch {
  /** The giving page. */
  page: string
  /** Fills the form in and sends it. */
  give(changes?: Record<string, string>, url?: string): Promise<Page>
  /** Calls back as the provider does. @returns the status */
  callBack(call: SignedCall, url?: string): Promise<number>
  /** Names of the events so far, but for those of keys. */
  told(): Promise<string[]>
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
  gifts(): Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
  contributions(): Promise<any[]>
  /** Path of the address that the provider calls. */
  callback: string
}

/** Starts a service and both providers. @param overrides of the service; with `moves` it has the clock that the test moves */
export async function startGiving(
  env: Record<string, string> = {},
  { moves = false, ...overrides }: Parameters<typeof startService>[1] & { moves?: boolean } = {},
): Promise<GivingService> {
  const [stripe, paystack] = await Promise.all([startStripe(), startPaystack()])
  const reach = { 'https://api.stripe.com': stripe.origin, 'https://api.paystack.co': paystack.origin }
  const reached = network(origin => (reach as Record<string, string>)[origin] ?? origin)
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const service = await startService(env, { network: reached, ...(moves && { clock }), ...overrides })
  return {
    ...service,
    stripe,
    paystack,
    reach,
    network: reached,
    clock,
    pass(minutes) {
      offset += minutes * 60_000
    },
    resetClock() {
      offset = 0
    },
    async givingChurch(provider, settings) {
      const church = await service.church(settings)
      await church.set({ modules: ['giving'] })
      await useProvider(service, church.church, provider)
      return await asGiving(service, church, provider)
    },
    async close() {
      await service.close()
      await Promise.all([stripe.close(), paystack.close()])
    },
  }
}

/** Sets the account of a church with a provider. */
export async function useProvider(
  { database, vault }: Pick<TestService, 'database' | 'vault'>,
  church: Church,
  provider: Keyed,
  values = KEYS[provider],
): Promise<void> {
  await database.write(church.id, tx => setPaymentProvider(tx, vault, church, { name: provider, values, force: true }))
}

/** A church with the account of a provider, as that one calls it back. */
export async function asGiving(service: TestService, church: TestChurch, provider: Keyed): Promise<GivingChurch> {
  const { slug, id } = church.church
  const row = await service.database.read.first<{ token: string }>(sql`select callback_token as token
    from payment_providers where church_id = ${id} and provider = ${provider}`)
  const callback = `/callbacks/payments/${slug}/${provider}/${row?.token}`
  return {
    ...church,
    page: `${service.url}/give/${slug}`,
    callback,
    give: (changes = {}, url = service.url) => visit(`${url}/give/${slug}`, filled(church.fund_id, changes)),
    async callBack({ body, headers }, url = service.url) {
      const response = await fetch(`${url}${callback}`, { method: 'POST', body, headers })
      await response.arrayBuffer()
      return response.status
    },
    told: async () => (await church.events()).map(({ name }) => name).filter(name => !name.startsWith('api.')),
    gifts: async () => (await church.send('GET', '/gifts')).json.data,
    contributions: async () => (await church.send('GET', '/contributions')).json.data,
  }
}

/** What the work of the module is made with, on the service of a test. */
export function givingParts({ database, config, network, clock, url }: GivingService): GivingParts {
  const log = pino({ level: 'silent' })
  const { read } = database
  const take = stepsOn(database, clock, HOUSE)
  return { read, take, vault: new Vault(config), network, clock, log, baseUrl: () => url }
}

/** A provider calls back, and a node takes it that works on this database. @param callback path of the address that is called */
export async function takeCall(
  service: GivingService,
  database: Database,
  callback: string,
  { body, headers }: SignedCall,
): Promise<void> {
  const path = callback.split('/').slice(3)
  const visitor = { method: 'POST', path, headers, request: async () => ({ body, headers }) } as unknown as Visitor
  await paymentCallbackRoute(givingParts({ ...service, database })).answer(visitor)
}

/** Puts a recurring gift on record that nobody began, for suites over all resources. @returns its id */
export async function plantRecurring(
  database: Database,
  { id }: Pick<Church, 'id'>,
  fund_id: number,
  {
    branch_id,
    donor_name,
    donor_email,
    person_id = null,
  }: { branch_id: number; donor_name: string; donor_email: string; person_id?: number | null },
): Promise<number> {
  const { form_id } = filled(fund_id)
  const made = await database.write(id, tx =>
    tx.first<{
      id: number
    }>(sql`insert into recurring_gifts (church_id, form_id, person_id, donor_name, donor_email, fund_id,
        branch_id, amount, currency, frequency, mode, status, anchor_on, next_on, is_test, created_at, updated_at)
      values (${id}, ${form_id}, ${person_id}, ${donor_name}, ${donor_email}, ${fund_id}, ${branch_id}, 150050, 'NGN', 'monthly',
        'charge', 'active', '2199-01-31', '2199-02-28', true, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`),
  )
  return made?.id ?? 0
}

/** Begins a gift without its form, for suites over all resources. @returns its id */
export async function plantGift(
  database: Database,
  church: Church,
  fund_id: number,
  donor: { donor_name: string; donor_email: string; note?: string },
): Promise<{ id: number; reference: string }> {
  const { form_id } = filled(fund_id)
  const form = {
    fund_id,
    amount: 150050,
    note: null,
    is_anonymous: false,
    recurring: null,
    form_id: form_id ?? '',
    ...donor,
  }
  const giver = { sender: null, language: null, challenge: () => undefined }
  const provider = { name: 'development', is_test: true }
  const begun = await database.write(church.id, tx => beginGift(tx, church, { provider, form, giver, now: new Date() }))
  if (begun === undefined || typeof begun === 'string' || 'challenge' in begun)
    throw new Error('The gift could not be planted.')
  return begun.gift
}

/** Puts a refund of a gift on record, in the branch of the gift. @returns its id */
export async function plantRefund(
  database: Database,
  church: Church,
  gift: number,
  reason = 'Given twice',
): Promise<number> {
  const made = await database.write(church.id, tx =>
    tx.first<{
      id: number
    }>(sql`insert into refunds (church_id, gift_id, branch_id, reference, provider, amount, currency,
        source, status, reason, refunded_on, created_at, updated_at)
      select ${church.id}, id, branch_id, ${newRefundReference()}, provider, 1, currency, 'console', 'pending', ${reason},
        '2026-03-04', ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from gifts where church_id = ${church.id} and id = ${gift} returning id`),
  )
  if (made === undefined) throw new Error('The refund could not be planted.')
  return made.id
}
