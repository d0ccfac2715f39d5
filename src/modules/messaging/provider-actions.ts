/** The church's accounts for messages: set, removed, tested, shown. Secrets are never shown. */

import type { AccountSettings, Values } from '../../account-settings.ts'
import type { Config } from '../../config.ts'
import { ApiError, Problems } from '../../errors.ts'
import { readSmtpUrl } from '../../lib/smtp-url.ts'
import { urlProblem } from '../../outgoing/address-guard.ts'
import { action, view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Answer } from '../../resource/resource.ts'
import { ADMINISTRATORS, churchWide } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import * as field from '../../resource/types.ts'
import { languageFor } from '../../texts/spoken.ts'
import { type ProviderDeclaration, SEND_CHANNELS, type SendChannel } from './provider.ts'
import { listProviders, removeProvider, type ShownAccount, setProvider } from './provider-accounts.ts'
import { MESSAGE_PROVIDERS, providersOn } from './providers/index.ts'
import { queueMessages } from './queue.ts'
import { addressAsked } from './recipients.ts'
import { NotSent, sendMessage } from './send-message.ts'

/** A setting, as a form asks for it. */
interface OfferedSetting {
  name: string
  title: string
  label: string
  secret: boolean
  required: boolean
}

/** A provider that can be set up. */
interface OfferedProvider {
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
  Object.entries(settings).map(([name, { title, label, secret, required }]) => ({
    name,
    title,
    label,
    secret,
    required,
  }))

async function shown({ read, vault, config, baseUrl }: Reading, { church }: Caller): Promise<MessageProviders> {
  const accounts = await listProviders(read, vault, church, MESSAGE_PROVIDERS)
  return {
    accounts: accounts.map(({ callback, ...account }) => ({
      ...account,
      title: MESSAGE_PROVIDERS.find(({ name }) => name === account.provider)?.title ?? account.provider,
      callback_url: callback === null ? null : `${baseUrl()}${callback}`,
    })),
    available: providersOn(config).map(({ name, title, channels, settings }) => ({
      name,
      title,
      channels,
      settings: offered(settings),
    })),
  }
}

const may = churchWide(ADMINISTRATORS)

export const providers = view({ name: 'providers', may, fields: {}, run: shown })

/** @throws ApiError `validation_failed` */
function providerOf(config: Config, channel: SendChannel, name: string): ProviderDeclaration {
  const found = providersOn(config).find(one => one.name === name && one.channels.includes(channel))
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
function checkHosts({ settings }: ProviderDeclaration, values: Values, allowLoopback: boolean): void {
  const problems = new Problems()
  for (const name of Object.keys(settings).filter(one => settings[one]?.host)) {
    const host = readSmtpUrl(values[name]?.trim() ?? '')?.host
    const literal = host?.includes(':') ? `[${host}]` : host
    const problem = literal === undefined ? undefined : urlProblem(`https://${literal}/`, allowLoopback)
    if (problem !== undefined) problems.add(name, problem)
  }
  problems.throwIfAny()
}

/** What tells an account. */
const account = { channel: field.oneOf(SEND_CHANNELS).required(), provider: field.text(40).required() }
const target = ({ channel, provider }: { channel: string; provider: string }): string => `${channel} ${provider}`

export const setAccount = action({
  name: 'providers.set',
  logged: 'Set up a message provider',
  may,
  stepUp: true,
  fields: { ...account, values: field.textsByName().required() },
  target,
  detail: ({ values }) => ({ settings: Object.keys(values).slice(0, 20) }),
  async run(tx, { caller: { by, church }, vault, config }, { channel, provider: name, values }) {
    const provider = providerOf(config, channel, name)
    // Whoever runs the service may name hosts of their own network.
    const publicOnly = by.kind !== 'command'
    if (publicOnly) checkHosts(provider, values, config.webhookAllowInsecure)
    await setProvider(tx, vault, church, { provider, channel, values, publicOnly })
  },
  finish: (reading, caller) => shown(reading, caller),
})

export const removeAccount = action({
  name: 'providers.remove',
  logged: 'Removed a message provider',
  may,
  stepUp: true,
  fields: account,
  target,
  async run(tx, { caller }, { channel, provider }) {
    await removeProvider(tx, caller.church, channel, provider)
    return { channel, provider }
  },
})

/** What became of a test message. */
export interface TestOutcome {
  /** `waiting` where the provider has not answered yet: the log of messages shows what becomes of it. */
  status: 'sent' | 'failed' | 'skipped' | 'waiting'
  /** Why not, as the log of messages says it, with what to do. */
  message: string | null
  /** The same as a code, for those who say it in their own words; null where nothing is wrong. */
  reason: string | null
}

const PATIENCE_MS = 25_000

export const testAccount = action({
  name: 'providers.test',
  logged: 'Sent a test message',
  may,
  fields: { channel: field.oneOf(SEND_CHANNELS).required(), to: field.text(254).required().label('recipient|To') },
  target: ({ channel }) => channel,
  async run(tx, { caller }, { channel, to }) {
    const { church } = caller
    const [{ name }, { say }] = [church, languageFor(church)]
    const problems = new Problems()
    const recipient = await addressAsked(tx, caller, { channel, to }, problems)
    problems.throwIfAny()
    if (recipient === undefined) throw new ApiError('not_found')
    const draft = {
      person_id: recipient.person?.id ?? null,
      branch_id: recipient.person?.branch_id ?? church.hq_branch_id,
      to: recipient.to,
      subject: channel === 'email' ? say('Test message from {name}', { name }) : null,
      body: say('This is a test message from {name}. Messages sent through this provider arrive.', { name }),
      ...(recipient.skip !== undefined && { end: { status: 'skipped' as const, error: recipient.skip } }),
    }
    return await queueMessages(tx, church, { channel, drafts: [draft], source: 'console', many: false })
  },
  finish: async ({ outcomeOf }, caller, _input, task) =>
    told(await outcomeOf(sendMessage.effect, caller, String(task), PATIENCE_MS)),
})

function told(found: Answer | ApiError | undefined): TestOutcome {
  if (found === undefined) return { status: 'waiting', message: null, reason: null }
  if (!(found instanceof ApiError)) return { status: 'sent', message: null, reason: null }
  const reason = found instanceof NotSent ? found.reason : null
  return { status: found.code === 'recipient_skipped' ? 'skipped' : 'failed', message: found.message, reason }
}
