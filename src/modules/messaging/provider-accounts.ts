/** The accounts that a church has with providers of messages: set by the command line, secrets sealed. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import type { Vault } from '../../vault.ts'
import type { Provider, ProviderAccount, ProviderSetting, SendChannel } from './provider.ts'

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
export interface OpenAccount extends ProviderAccount {
  provider: Provider
  callback: string
}

interface Row {
  channel: SendChannel
  provider: string
  settings: string
  secrets: string
  callback_token: string
  active: boolean
  updated_at: string
}

const COLUMNS = sql`channel, provider, settings::text as settings, secrets, callback_token, active, updated_at`

/** What the secrets are sealed for. */
const useOf = ({ channel, provider }: Pick<Row, 'channel' | 'provider'>): string =>
  `message provider ${channel} ${provider}`

/** Where the callbacks of providers arrive. */
export const CALLBACKS = '/callbacks/messages'

const callbackOf = (slug: string, { channel, callback_token }: Pick<Row, 'channel' | 'callback_token'>): string =>
  `${CALLBACKS}/${slug}/${channel}/${callback_token}`

/**
 * Sets a church's account with a provider; settings that are not named keep their values. It takes the place of the
 * channel's former one, which still reads receipts; push takes several side by side, as devices are of several kinds.
 * @param values settings by name; an empty text clears one
 * @throws ApiError `validation_failed` naming every wrong setting
 */
export async function setProvider(
  database: Database,
  vault: Vault,
  church: Church,
  provider: Provider,
  channel: SendChannel,
  values: Record<string, string>,
): Promise<ShownAccount> {
  await vault.agree(database)
  return await database.write(church.id, async tx => {
    const before = await tx.first<Row>(sql`select ${COLUMNS} from message_providers where church_id = ${church.id}
      and channel = ${channel} and provider = ${provider.name} for update`)
    const known = before === undefined ? {} : valuesOf(vault, church.id, before)
    const all = checked(provider, { ...known, ...values })
    const part = (secret: boolean): string =>
      JSON.stringify(
        Object.fromEntries(Object.entries(all).filter(([name]) => settingOf(provider, name)?.secret === secret)),
      )
    if (channel !== 'push') {
      await tx.run(sql`update message_providers set active = false, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and channel = ${channel} and active and provider <> ${provider.name}`)
    }
    const sealed = vault.seal(church.id, useOf({ channel, provider: provider.name }), part(true))
    const row = await tx.first<Row>(sql`
      insert into message_providers (church_id, channel, provider, settings, secrets, callback_token, created_at, updated_at)
      values (${church.id}, ${channel}, ${provider.name}, ${part(false)}::jsonb, ${sealed},
        ${randomBytes(18).toString('base64url')}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      on conflict (church_id, channel, provider) do update set settings = excluded.settings, secrets = excluded.secrets,
        active = true, updated_at = excluded.updated_at returning ${COLUMNS}`)
    if (row === undefined) throw new Error('The account was not stored.')
    return shown(vault, church, row, provider)
  })
}

const settingOf = ({ settings }: Provider, name: string): ProviderSetting | undefined =>
  Object.hasOwn(settings, name) ? settings[name] : undefined

/** @throws ApiError `validation_failed` */
function checked(provider: Provider, values: Record<string, string>): Record<string, string> {
  const problems = new Problems()
  const names = Object.keys(provider.settings)
  for (const name of Object.keys(values)) {
    if (!names.includes(name))
      problems.add(name, `is no setting of ${provider.title}; there are ${names.join(', ') || 'none'}`)
  }
  const kept: Record<string, string> = {}
  for (const [name, { required, check, label }] of Object.entries(provider.settings)) {
    const value = values[name]?.trim() ?? ''
    const problem = value === '' ? undefined : check?.(value)
    if (value === '' && required) problems.add(name, `is required: ${label}`)
    else if (problem !== undefined) problems.add(name, problem)
    else if (value !== '') kept[name] = value
  }
  problems.throwIfAny()
  return kept
}

function valuesOf(vault: Vault, church: number, row: Row): Record<string, string> {
  const secrets = vault.open(church, useOf(row), row.secrets)
  return { ...(JSON.parse(row.settings) as object), ...(JSON.parse(secrets) as object) }
}

function shown(vault: Vault, church: Church, row: Row, provider: Provider | undefined): ShownAccount {
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
  database: Database,
  vault: Vault,
  church: Church,
  providers: readonly Provider[],
): Promise<ShownAccount[]> {
  const rows = await database.read.all<Row>(
    sql`select ${COLUMNS} from message_providers where church_id = ${church.id} order by channel, provider`,
  )
  return rows.map(row => shown(vault, church, row, named(providers, row.provider)))
}

/** Forgets an account and its secrets. @throws ApiError `not_found` */
export async function removeProvider(
  database: Database,
  church: Church,
  channel: SendChannel,
  provider: string,
): Promise<void> {
  const removed = await database.write(church.id, tx =>
    tx.run(sql`delete from message_providers
      where church_id = ${church.id} and channel = ${channel} and provider = ${provider}`),
  )
  if (removed === 0) {
    throw new ApiError('not_found', { message: `This church has no account with ${provider} for ${channel}.` })
  }
}

const named = (providers: readonly Provider[], name: string): Provider | undefined =>
  providers.find(provider => provider.name === name)

function opened(
  vault: Vault,
  church: Pick<Church, 'id' | 'slug'>,
  row: Row,
  providers: readonly Provider[],
): OpenAccount | undefined {
  const provider = named(providers, row.provider)
  if (provider === undefined) return undefined
  return { provider, values: valuesOf(vault, church.id, row), callback: callbackOf(church.slug, row) }
}

/**
 * The accounts through which a channel is sent, secrets opened.
 * @throws VaultError when they were sealed with another key
 */
export async function activeAccounts(
  db: Db,
  vault: Vault,
  church: Pick<Church, 'id' | 'slug'>,
  channel: SendChannel,
  providers: readonly Provider[],
): Promise<OpenAccount[]> {
  const rows = await db.all<Row>(sql`select ${COLUMNS} from message_providers
    where church_id = ${church.id} and channel = ${channel} and active order by provider`)
  return rows.flatMap(row => opened(vault, church, row, providers) ?? [])
}

/** The account that a callback is for, active or not; undefined where the token is not that of one. */
export async function accountOfCallback(
  db: Db,
  vault: Vault,
  church: Pick<Church, 'id' | 'slug'>,
  channel: string,
  token: string,
  providers: readonly Provider[],
): Promise<OpenAccount | undefined> {
  const rows = await db.all<Row>(sql`select ${COLUMNS} from message_providers
    where church_id = ${church.id} and channel = ${channel}`)
  const row = rows.find(({ callback_token }) => sameText(callback_token, token))
  return row === undefined ? undefined : opened(vault, church, row, providers)
}

/** Compared in constant time: how long it takes tells nothing of the token. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
