/**
 * What a church says of its account with a provider, of messages or of payments: checked by the provider's declaration,
 * stored in two parts, the secret one sealed.
 */
import { randomBytes } from 'node:crypto'
import type { Problems } from './errors.ts'
import { isPlainText } from './lib/json.ts'
import type { SealedFor } from './sealed-column.ts'
import { because } from './texts/because.ts'
import { msg } from './texts/language.ts'
import type { Vault } from './vault.ts'

/** One thing that a church has to say of its account with a provider. */
interface AccountSetting {
  /** What people call it, as the label of its field. */
  title: string
  /** For people: what it is and where it is found. */
  label: string
  /** Kept encrypted, never shown again. */
  secret: boolean
  required: boolean
  /** True where it names a host that this service then connects to. */
  host?: boolean
  /** @returns what is wrong with the value, as the catalogues have it (`msg`), or undefined */
  check?(value: string): string | undefined
}

/** What a provider wants to know, by name. */
export type AccountSettings = Readonly<Record<string, AccountSetting>>

/** A church's account with a provider, as the provider's file gets it. */
export interface Account {
  /** Values of the settings, secret ones too; optional ones may be missing. */
  values: Readonly<Record<string, string | undefined>>
  /** Where the host that it names may be; absent for an account of the operator's, who may name any. */
  publicOnly?: { allowLoopback: boolean }
}

/** Values by name. */
export type Values = Record<string, string>

/** An account as it is stored. */
export interface StoredAccount {
  /** JSON text of the values that are not secret. */
  settings: string
  /** JSON text of the others, sealed. */
  secrets: string
}

/** A key of a service account, the longest of all, has about 2,400. */
const MOST_CHARACTERS = 8_000
const TOO_LONG = msg('must be at most 8000 plain characters')
const TOKEN_BYTES = 18

/**
 * Checks the values of an account.
 * @param title of the provider
 * @returns those that are not empty, without what is no setting
 */
export function checkValues(title: string, settings: AccountSettings, values: Values, problems: Problems): Values {
  const known = Object.keys(settings)
  for (const name of Object.keys(values)) {
    const needs = known.length === 0 ? 'it needs none' : `there are ${known.join(', ')}`
    if (!known.includes(name)) problems.add(name, `is no setting of ${title}; ${needs}`)
  }
  const kept: Values = {}
  for (const [name, { required, label, check }] of Object.entries(settings)) {
    const value = values[name]?.trim() ?? ''
    const fits = value.length <= MOST_CHARACTERS && isPlainText(value)
    const problem = fits ? check?.(value) : TOO_LONG
    if (value === '' && required) problems.add(name, because('is required: {label}', { label }))
    else if (value !== '' && problem !== undefined) problems.add(name, problem)
    else if (value !== '') kept[name] = value
  }
  return kept
}

/** An account as it is to be stored. @param use what the secrets are sealed for */
export function sealAccount(
  vault: Vault,
  church: number,
  use: SealedFor,
  settings: AccountSettings,
  values: Values,
): StoredAccount {
  const part = (secret: boolean): string =>
    JSON.stringify(Object.fromEntries(Object.entries(values).filter(([name]) => settings[name]?.secret === secret)))
  return { settings: part(false), secrets: vault.seal(church, use, part(true)) }
}

/** The values of a stored account. @throws VaultError when another key sealed them */
export function openAccount(vault: Vault, church: number, use: string, { settings, secrets }: StoredAccount): Values {
  return { ...(JSON.parse(settings) as Values), ...(JSON.parse(vault.open(church, use, secrets)) as Values) }
}

/** The part of a callback's address that nobody can guess. */
export const newCallbackToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
