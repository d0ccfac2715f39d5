/** The accounts that a church has with providers of messages: set by command line or console, secrets sealed. */
import {
  type Account,
  checkValues,
  newCallbackToken,
  openAccount,
  sealAccount,
  type Values,
} from '../../account-settings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { isSame } from '../../lib/same-text.ts'
import type { Church } from '../../resource/caller.ts'
import { type SealedFor, sealedColumn } from '../../sealed-column.ts'
import type { Vault } from '../../vault.ts'
import type { Provider, ProviderDeclaration, SendChannel } from './provider.ts'

/** An account as lists show it: no secret in it. */
export interface ShownAccount {
  channel: SendChannel
  provider: string
  settings: Record<string, string>
  /** Names of the secrets that are set. */
  secrets: string[]
  active: boolean
  /** Path of the address that the provider calls; null where it calls none. */
  callback: string | null
  updated_at: string
}

/** An account in use, secrets opened. */
export interface OpenAccount extends Account {
  provider: Provider
  callback: string
  /** The host that it names has to be a public one. */
  public_only: boolean
}

interface Row {
  channel: SendChannel
  provider: string
  settings: string
  secrets: string
  callback_token: string
  active: boolean
  public_only: boolean
  updated_at: string
}

const COLUMNS = sql`channel, provider, settings::text as settings, secrets, callback_token, active, public_only, updated_at`

export const sealedSecrets = sealedColumn({
  table: 'message_providers',
  column: 'secrets',
  use: ({ channel, provider }) => `message provider ${channel} ${provider}`,
})

/** What the secrets of an account are sealed for. */
const useOf = ({ channel, provider }: Pick<Row, 'channel' | 'provider'>): SealedFor =>
  sealedSecrets.use({ channel, provider })

/** Where the callbacks of providers arrive. */
export const CALLBACKS = '/callbacks/messages'

const callbackOf = (slug: string, { channel, callback_token }: Pick<Row, 'channel' | 'callback_token'>): string =>
  `${CALLBACKS}/${slug}/${channel}/${callback_token}`

/** An account as it is set. */
export interface NewAccount {
  provider: ProviderDeclaration
  channel: SendChannel
  /** Settings by name; an empty text clears one, those not named stay. */
  values: Values
  /** That a host which is named has to be a public one; a host that stays is as free as it was. */
  publicOnly: boolean
}

/**
 * Sets a church's account with a provider. It takes the place of the channel's former one, which still reads receipts;
 * push takes several side by side, as devices are of several kinds.
 * @throws ApiError `validation_failed` naming every wrong setting; VaultError
 */
export async function setProvider(tx: Tx, vault: Vault, church: Church, account: NewAccount): Promise<ShownAccount> {
  const { provider, channel, values, publicOnly } = account
  await vault.agreeWithin(tx)
  // Two at the same time are settled one after the other.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const before = await tx.first<Row>(sql`select ${COLUMNS} from message_providers where church_id = ${church.id}
    and channel = ${channel} and provider = ${provider.name} for update`)
  const known = before === undefined ? {} : valuesOf(vault, church.id, before)
  const problems = new Problems()
  const all = checkValues(provider.title, provider.settings, { ...known, ...values }, problems)
  problems.throwIfAny()
  if (channel !== 'push') {
    await tx.run(sql`update message_providers set active = false, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and channel = ${channel} and active and provider <> ${provider.name}`)
  }
  const use = useOf({ channel, provider: provider.name })
  const named = Object.entries(provider.settings).some(([name, { host }]) => host && known[name] !== all[name])
  const guarded = named || before === undefined ? publicOnly : before.public_only
  const { settings, secrets } = sealAccount(vault, church.id, use, provider.settings, all)
  const row = await tx.first<Row>(sql`
    insert into message_providers (church_id, channel, provider, settings, secrets, callback_token, public_only, created_at,
      updated_at)
    values (${church.id}, ${channel}, ${provider.name}, ${settings}::jsonb, ${secrets},
      ${newCallbackToken()}, ${guarded}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, channel, provider) do update set settings = excluded.settings, secrets = excluded.secrets,
      active = true, public_only = excluded.public_only, updated_at = excluded.updated_at returning ${COLUMNS}`)
  if (row === undefined) throw new Error('The account was not stored.')
  return shown(vault, church, row, provider)
}

const valuesOf = (vault: Vault, church: number, row: Row): Values => openAccount(vault, church, useOf(row), row)

function shown(vault: Vault, church: Church, row: Row, provider: ProviderDeclaration | undefined): ShownAccount {
  const { channel, active } = row
  const secrets = Object.keys(JSON.parse(vault.open(church.id, useOf(row), row.secrets)) as object)
  const callback = provider?.receive === undefined ? null : callbackOf(church.slug, row)
  const settings = JSON.parse(row.settings) as Record<string, string>
  return {
    channel,
    provider: row.provider,
    settings,
    secrets,
    active,
    callback,
    updated_at: printTimestamp(row.updated_at),
  }
}

/** The accounts of a church, by channel. */
export async function listProviders(
  read: Db,
  vault: Vault,
  church: Church,
  providers: readonly ProviderDeclaration[],
): Promise<ShownAccount[]> {
  const rows = await read.all<Row>(
    sql`select ${COLUMNS} from message_providers where church_id = ${church.id} order by channel, provider`,
  )
  return rows.map(row => shown(vault, church, row, named(providers, row.provider)))
}

/** Forgets an account and its secrets. @throws ApiError `not_found` */
export async function removeProvider(tx: Tx, church: Church, channel: SendChannel, provider: string): Promise<void> {
  const removed = await tx.run(sql`delete from message_providers
    where church_id = ${church.id} and channel = ${channel} and provider = ${provider}`)
  if (removed === 0) {
    throw new ApiError('not_found', {
      message: `This church has no account with ${provider} for ${channel}.`,
    })
  }
}

const named = <P extends ProviderDeclaration>(providers: readonly P[], name: string): P | undefined =>
  providers.find(provider => provider.name === name)

/** Whose accounts are opened. */
type Owner = Pick<Church, 'id' | 'slug'>

function opened(vault: Vault, church: Owner, row: Row, providers: readonly Provider[]): OpenAccount | undefined {
  const provider = named(providers, row.provider)
  if (provider === undefined) return undefined
  const { public_only } = row
  return { provider, values: valuesOf(vault, church.id, row), callback: callbackOf(church.slug, row), public_only }
}

/**
 * The accounts through which a channel is sent, secrets opened.
 * @throws VaultError when they were sealed with another key
 */
export async function activeAccounts(
  db: Db,
  vault: Vault,
  providers: readonly Provider[],
  { church, channel }: { church: Owner; channel: SendChannel },
): Promise<OpenAccount[]> {
  const rows = await db.all<Row>(sql`select ${COLUMNS} from message_providers
    where church_id = ${church.id} and channel = ${channel} and active order by provider`)
  return rows.flatMap(row => opened(vault, church, row, providers) ?? [])
}

/** The account that a callback is for, active or not; undefined where the token is not that of one. */
export async function accountOfCallback(
  db: Db,
  vault: Vault,
  providers: readonly Provider[],
  { church, channel, token }: { church: Owner; channel: string; token: string },
): Promise<OpenAccount | undefined> {
  const rows = await db.all<Row>(sql`select ${COLUMNS} from message_providers
    where church_id = ${church.id} and channel = ${channel}`)
  const row = rows.find(({ callback_token }) => isSame(token, callback_token))
  return row === undefined ? undefined : opened(vault, church, row, providers)
}
