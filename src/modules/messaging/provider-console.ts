/** What the console does with the church's accounts for messages: sets, removes and tests them. Secrets are never shown. */
import type { AccountSettings, Values } from '../../account-settings.ts'
import type { Database } from '../../db/database.ts'
import { ApiError, Problems } from '../../errors.ts'
import { readSmtpUrl } from '../../lib/smtp-url.ts'
import { urlProblem } from '../../outgoing/address-guard.ts'
import type { Caller } from '../../resource/caller.ts'
import { outcomeOf } from '../../resource/effect.ts'
import { type ConsoleParts, operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { type Provider, SEND_CHANNELS, type SendChannel } from './provider.ts'
import { listProviders, removeProvider, type ShownAccount, setProvider } from './provider-accounts.ts'
import { messageProviders } from './providers/index.ts'
import { queueMessages } from './queue.ts'
import { addressAsked } from './recipients.ts'
import { create } from './send-message.ts'

/** A setting, as a form asks for it. */
export interface OfferedSetting {
  name: string
  label: string
  secret: boolean
  required: boolean
}

/** A provider that can be set up. */
export interface OfferedProvider {
  name: string
  title: string
  channels: readonly SendChannel[]
  settings: OfferedSetting[]
}

/** An account, with the whole address that the provider calls. */
export interface ChurchAccount extends Omit<ShownAccount, 'callback'> {
  title: string
  callback_url: string | null
}

/** The accounts for messages, and what can be set up. */
export interface MessageProviders {
  accounts: ChurchAccount[]
  available: OfferedProvider[]
}

/** The settings of a provider, as a form asks for them. */
const offered = (settings: AccountSettings): OfferedSetting[] =>
  Object.entries(settings).map(([name, { label, secret, required }]) => ({ name, label, secret, required }))

async function shown({ database, vault, baseUrl }: ConsoleParts, { church }: Caller): Promise<MessageProviders> {
  const providers = messageProviders(database)
  const accounts = await listProviders(database, vault, church, providers)
  return {
    accounts: accounts.map(({ callback, ...account }) => ({
      ...account,
      title: providers.find(({ name }) => name === account.provider)?.title ?? account.provider,
      callback_url: callback === null ? null : `${baseUrl()}${callback}`,
    })),
    available: providers.map(({ name, title, channels, settings }) => ({
      name,
      title,
      channels,
      settings: offered(settings),
    })),
  }
}

const providersView = view({
  name: 'providers',
  fields: {},
  run: async (parts, caller) => JSON.stringify(await shown(parts, caller)),
})

/** @throws ApiError `validation_failed` */
function providerOf(database: Database, channel: SendChannel, name: string): Provider {
  const found = messageProviders(database).find(one => one.name === name && one.channels.includes(channel))
  if (found !== undefined) return found
  const problems = new Problems()
  problems.add('provider', `is none for ${channel}`)
  problems.throwIfAny()
  throw new Error('There is a problem.')
}

/**
 * Says at once where a host cannot be allowed. A name is judged when it is connected to.
 * @throws ApiError `validation_failed`
 */
function checkHosts({ settings }: Provider, values: Values, allowLoopback: boolean): void {
  const problems = new Problems()
  for (const name of Object.keys(settings).filter(one => settings[one]?.host)) {
    const host = readSmtpUrl(values[name]?.trim() ?? '')?.host
    const literal = host?.includes(':') ? `[${host}]` : host
    const problem = literal === undefined ? undefined : urlProblem(`https://${literal}/`, allowLoopback)
    if (problem !== undefined) problems.add(name, problem)
  }
  problems.throwIfAny()
}

const setOperation = operation({
  name: 'providers.set',
  fields: {
    channel: field.oneOf(SEND_CHANNELS).required(),
    provider: field.text(40).required(),
    values: field.textsByName().required(),
  },
  stepUp: true,
  target: ({ channel, provider }) => `${channel} ${provider}`,
  detail: ({ values = {} }) => ({ settings: Object.keys(values).slice(0, 20) }),
  async run(parts, caller, { channel = 'sms', provider = '', values = {} }) {
    const { database, vault, config } = parts
    const found = providerOf(database, channel, provider)
    checkHosts(found, values, config.webhookAllowInsecure)
    await setProvider(database, vault, caller.church, found, channel, values, true)
    return JSON.stringify(await shown(parts, caller))
  },
})

const removeOperation = operation({
  name: 'providers.remove',
  fields: { channel: field.oneOf(SEND_CHANNELS).required(), provider: field.text(40).required() },
  stepUp: true,
  target: ({ channel, provider }) => `${channel} ${provider}`,
  async run({ database }, { church }, { channel = 'sms', provider = '' }) {
    await removeProvider(database, church, channel, provider)
    return JSON.stringify({ channel, provider })
  },
})

/** What became of a test message. */
export interface TestOutcome {
  /** `waiting` where the provider has not answered yet: the log of messages shows what becomes of it. */
  status: 'sent' | 'failed' | 'skipped' | 'waiting'
  /** Why not, as the log of messages says it, with what to do. */
  message: string | null
}

const PATIENCE_MS = 25_000

const testOperation = operation({
  name: 'providers.test',
  fields: { channel: field.oneOf(SEND_CHANNELS).required(), to: field.text(254).required() },
  stepUp: false,
  target: ({ channel = '' }) => channel,
  async run({ database }, caller, { channel = 'sms', to = '' }) {
    const { church } = caller
    const problems = new Problems()
    const recipient = await addressAsked(database.read, caller, channel, to, problems)
    problems.throwIfAny()
    if (recipient === undefined || create.effect === undefined) throw new ApiError('not_found')
    const draft = {
      person_id: recipient.person?.id ?? null,
      branch_id: recipient.person?.branch_id ?? church.hq_branch_id,
      to: recipient.to,
      subject: channel === 'email' ? `Test message from ${church.name}` : null,
      body: `This is a test message from ${church.name}. Messages sent through this provider arrive.`,
      ...(recipient.skip !== undefined && { end: { status: 'skipped' as const, error: recipient.skip } }),
    }
    const task = await database.write(church.id, tx =>
      queueMessages(tx, church, { channel, drafts: [draft], source: 'console', many: false }),
    )
    const found = await outcomeOf(database, create.effect, church.id, String(task), PATIENCE_MS)
    return JSON.stringify(outcome(found))
  },
})

function outcome(found: Awaited<ReturnType<typeof outcomeOf>>): TestOutcome {
  if (found === undefined) return { status: 'waiting', message: null }
  if (!(found instanceof ApiError)) return { status: 'sent', message: null }
  return { status: found.code === 'recipient_skipped' ? 'skipped' : 'failed', message: found.message }
}

export const MESSAGE_PROVIDER_OPERATIONS = [setOperation, removeOperation, testOperation]
export const MESSAGE_PROVIDERS_VIEW = providersView
