/** The accounts that churches have with payment providers. One of them takes new gifts; secrets are sealed (vault.ts). */
import {
  type Account,
  checkValues,
  newCallbackToken,
  openAccount,
  type StoredAccount,
  sealAccount,
  type Values,
} from '../../account-settings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { isSame } from '../../lib/same-text.ts'
import type { Church } from '../../resource/caller.ts'
import { type SealedFor, sealedColumn } from '../../sealed-column.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import type { Vault } from '../../vault.ts'
import { FORGOTTEN_GIVER } from './never-paid.ts'
import type { PaymentProvider } from './provider.ts'
import { PAYMENT_PROVIDERS } from './providers/index.ts'

/** A church's account, ready to be used. */
export interface ChurchProvider {
  provider: PaymentProvider
  account: Account
  active: boolean
  /** True where its payments are tests. */
  is_test: boolean
  callback_token: string
}

/** The same as people may see it: never a secret. */
export interface ShownProvider {
  provider: string
  title: string
  active: boolean
  is_test: boolean
  /** Values of the settings; `(set)` in the place of secrets, null for what is missing. */
  settings: Record<string, string | null>
  /** What to enter at the provider; null where it calls nobody. */
  callback_url: string | null
  /** Gifts that wait for it. */
  pending: number
  /** Why its payouts could not be asked for the last time; null where they were, or nobody asked yet. */
  payouts_error: string | null
}

interface Row extends StoredAccount {
  provider: string
  active: boolean
  is_test: boolean
  callback_token: string
}

const COLUMNS = sql`provider, settings::text as settings, secrets, active, is_test, callback_token`

export const sealedSecrets = sealedColumn({
  table: 'payment_providers',
  column: 'secrets',
  use: ({ provider }) => `payment provider ${provider}`,
})

/** What the secrets of an account are sealed for. */
const useOf = (provider: string): SealedFor => sealedSecrets.use({ provider })

/** @throws ApiError `not_found` naming those there are */
export function paymentProvider(name: string): PaymentProvider {
  const found = PAYMENT_PROVIDERS.find(one => one.name === name)
  if (found !== undefined) return found
  const known = PAYMENT_PROVIDERS.map(one => one.name).join(', ')
  throw new ApiError('not_found', {
    message: `There is no payment provider "${name}". There are ${known}.`,
  })
}

function open(vault: Vault, church: number, row: Row): ChurchProvider {
  const { active, is_test, callback_token } = row
  const values = openAccount(vault, church, useOf(row.provider), row)
  return { provider: paymentProvider(row.provider), account: { values }, active, is_test, callback_token }
}

/** The account that takes new gifts, or undefined. @throws VaultError */
export async function activeProvider(db: Db, vault: Vault, church: number): Promise<ChurchProvider | undefined> {
  const row = await db.first<Row>(sql`select ${COLUMNS} from payment_providers where church_id = ${church} and active`)
  return row && open(vault, church, row)
}

/** The account with one provider, active or not, or undefined. @throws VaultError */
export async function churchProvider(
  db: Db,
  vault: Vault,
  church: number,
  name: string,
): Promise<ChurchProvider | undefined> {
  const row = await db.first<Row>(sql`select ${COLUMNS} from payment_providers
    where church_id = ${church} and provider = ${name}`)
  return row && open(vault, church, row)
}

/** True for the token of the account, in constant time. */
export const hasToken = ({ callback_token }: ChurchProvider, token: string): boolean => isSame(token, callback_token)

/** An account as it is set. */
export interface NewAccount {
  /** Of the provider. */
  name: string
  values: Values
  /** Also where gifts wait for the account that a changed key takes the place of. */
  force?: boolean
}

/**
 * Sets a church's account with a provider and lets it take new gifts from now on, in the place of any other. What was set
 * before and is not named stays; the callback address stays the same.
 * Test gifts that still wait when a church begins to take money expire: nobody may turn them into contributions.
 * @throws ApiError `not_found` for an unknown provider; `validation_failed` naming every wrong setting; VaultError
 */
export async function setPaymentProvider(tx: Tx, vault: Vault, church: Church, account: NewAccount): Promise<void> {
  const { name, values, force = false } = account
  const provider = paymentProvider(name)
  await vault.agreeWithin(tx)
  // Two at the same time are settled one after the other.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const before = await churchProvider(tx, vault, church.id, name)
  const problems = new Problems()
  const all = { ...before?.account.values, ...values } as Values
  const kept = checkValues(provider.title, provider.settings, all, problems)
  const problem = provider.checkCurrency?.(church.currency)
  if (problem !== undefined) problems.add('provider', problem)
  const fault = force || before === undefined ? undefined : await keyProblem(tx, church, before, kept)
  if (fault !== undefined) problems.add('secret_key', fault)
  problems.throwIfAny()
  await store(tx, vault, church, { provider, values: kept })
  if (!provider.isTest({ values: kept })) await expireTests(tx, church)
}

const GIFTS_WAIT = msg(
  'would be replaced while gifts wait for payments of the account it has now. If the new key is of the same account, confirm that; else wait for them, or look at them there',
)

/** Gifts that wait are asked about with the key: that of another account does not know them. */
async function keyProblem(
  tx: Tx,
  church: Church,
  { provider, account }: ChurchProvider,
  values: Values,
): Promise<string | undefined> {
  const { secret_key } = account.values
  if (secret_key === undefined || secret_key === values.secret_key) return undefined
  const waiting = await countWaiting(tx, church, provider.name)
  if (waiting === 0) return undefined
  return GIFTS_WAIT
}

async function countWaiting(db: Db, church: Church, provider: string): Promise<number> {
  const found = await db.first<{ pending: number }>(sql`select count(*) as pending from gifts
    where church_id = ${church.id} and provider = ${provider} and status = 'pending'`)
  return found?.pending ?? 0
}

const expireTests = (tx: Tx, church: Church): Promise<number> =>
  tx.run(sql`update gifts set status = 'expired', look_at = null, completed_at = ${tx.now}::timestamptz,
      updated_at = ${tx.now}::timestamptz, ${FORGOTTEN_GIVER}
    where church_id = ${church.id} and status = 'pending' and is_test`)

async function store(
  tx: Tx,
  vault: Vault,
  { id: church, timezone }: Church,
  { provider, values }: { provider: PaymentProvider; values: Values },
): Promise<void> {
  const { settings, secrets } = sealAccount(vault, church, useOf(provider.name), provider.settings, values)
  await tx.run(sql`update payment_providers set active = false, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and active and provider <> ${provider.name}`)
  await tx.run(sql`insert into payment_providers
      (church_id, provider, settings, secrets, active, is_test, callback_token, payouts_since, payouts_look_at, created_at, updated_at)
    values (${church}, ${provider.name}, ${settings}::jsonb, ${secrets}, true,
      ${provider.isTest({ values })}, ${newCallbackToken()},
      (${tx.now}::timestamptz at time zone ${timezone})::date, ${tx.now}::timestamptz + interval '1 hour',
      ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, provider) do update set settings = excluded.settings, secrets = excluded.secrets,
      active = true, is_test = excluded.is_test, payouts_look_at = excluded.payouts_look_at, payouts_error = null, updated_at = excluded.updated_at`)
  // Charges that the account was refused for wait no longer.
  await tx.run(sql`update gifts set charge_at = ${tx.now}::timestamptz where church_id = ${church}
    and provider = ${provider.name} and status = 'pending' and sent_at is null and charge_at > ${tx.now}::timestamptz`)
}

/** The accounts of a church, the active one first. @param baseUrl public address of the service @throws VaultError */
export async function listPaymentProviders(
  db: Db,
  vault: Vault,
  church: Church,
  baseUrl: string,
): Promise<ShownProvider[]> {
  const rows = await db.all<
    Row & { pending: number; payouts_error: string | null }
  >(sql`select ${COLUMNS}, payouts_error, (select count(*) from gifts g
      where g.church_id = ${church.id} and g.provider = p.provider and g.status = 'pending') as pending
    from payment_providers p where church_id = ${church.id} order by active desc, provider`)
  return rows.map(row => {
    const { provider, account, active, is_test, callback_token } = open(vault, church.id, row)
    const settings = Object.entries(provider.settings).map(([name, { secret }]) => {
      const value = account.values[name] ?? null
      return [name, value !== null && secret ? '(set)' : value] as const
    })
    const path = `/callbacks/payments/${church.slug}/${provider.name}/${callback_token}`
    const callback_url = provider.callsBack ? `${baseUrl}${path}` : null
    const { name, title } = provider
    const values = Object.fromEntries(settings)
    return {
      provider: name,
      title,
      active,
      is_test,
      settings: values,
      callback_url,
      pending: row.pending,
      payouts_error: row.payouts_error,
    }
  })
}

/**
 * Removes an account. Gifts that wait for it can no longer be confirmed.
 * @param force also where gifts wait
 * @returns how many wait
 * @throws ApiError `not_found`; `validation_failed` where gifts wait
 */
export async function removePaymentProvider(
  tx: Tx,
  church: Church,
  name: string,
  { force = false }: { force?: boolean } = {},
): Promise<number> {
  const removed = await tx.run(sql`delete from payment_providers
    where church_id = ${church.id} and provider = ${name}`)
  if (removed === 0)
    throw new ApiError('not_found', {
      message: `${church.slug} has no payment provider "${name}".`,
    })
  const pending = await countWaiting(tx, church, name)
  if (pending === 0 || force) return pending
  const message = because(
    '{pending} gifts wait for payments there, which could then no longer be confirmed. Set another provider for new gifts and keep this one until none waits, or confirm that it is to be removed all the same.',
    { pending },
  )
  throw new ApiError('validation_failed', { message })
}
