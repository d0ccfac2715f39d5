/** message provider …, message outbox, message inbox. */

import { Argument, type Command } from 'commander'
import type { Config } from '../config.ts'
import { listInbox } from '../modules/messaging/inbox.ts'
import { SEND_CHANNELS, type SendChannel } from '../modules/messaging/provider.ts'
import { listProviders, type ShownAccount } from '../modules/messaging/provider-accounts.ts'
import { removeAccount, setAccount } from '../modules/messaging/provider-actions.ts'
import { listOutbox } from '../modules/messaging/providers/development.ts'
import { MESSAGE_PROVIDERS, providersOn } from '../modules/messaging/providers/index.ts'
import { makeVapidKeys } from '../modules/messaging/providers/webpush.ts'
import { type AddCommand, action, type Call, CommandError, table } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { settingValues } from './setting-values.ts'

interface OfChurch {
  church: string
}

/** Adds the commands for what messages go through and where they end up. */
export const addMessage: AddCommand = (message, call) => {
  const provider = message.command('provider').description('what messages are sent through')
  addAvailable(provider, call)
  addSet(provider, call)
  addList(provider, call)
  addRemove(provider, call)
  addVapid(provider, call)
  addOutbox(message, call)
  addInbox(message, call)
}

const channelArgument = (): Argument => new Argument('<channel>', 'what it sends').choices(SEND_CHANNELS)

const addAvailable = (provider: Command, call: Call): Command =>
  action(
    provider.command('available').description('list the providers there are, with their settings'),
    call,
    async ({ config }) => {
      const providers = providersOn(config).map(({ name, title, channels, settings }) => {
        const shown = Object.entries(settings).map(([setting, { label, secret, required }]) => ({
          name: setting,
          label,
          secret,
          required,
        }))
        return { name, title, channels, settings: shown }
      })
      const text = providers.map(({ name, title, channels, settings }) => {
        const lines = settings.map(
          one => `  ${one.name}${one.required ? '' : ' (optional)'}${one.secret ? ' (secret)' : ''}: ${one.label}`,
        )
        return [`${name}: ${title}, for ${channels.join(', ')}`, ...lines].join('\n')
      })
      return { json: { providers }, text: text.join('\n') }
    },
  )

const addSet = (provider: Command, call: Call): Command =>
  action(
    provider
      .command('set')
      .description("set a church's account with a provider, in place of the channel's former one")
      .addArgument(channelArgument())
      .argument('<provider>', 'such as twilio; see "message provider available"')
      .argument('[settings...]', 'name=value, name=@file, or name=- for standard input; those not named stay')
      .requiredOption('--church <slug>', 'the church')
      .addHelpText(
        'after',
        '\nExample:\n  sexton message provider set sms twilio account_sid=AC… from=+15005550006 auth_token=@token.txt --church grace',
      ),
    call,
    async (open, channel: SendChannel, name: string, settings: string[], { church: slug }: OfChurch) => {
      checkProvider(open.config, channel, name)
      const values = await settingValues(settings)
      const { accounts } = await doAction(open, slug, setAccount, { channel, provider: name, values })
      const set = accounts.find(one => one.channel === channel && one.provider === name)
      if (set === undefined) throw new CommandError(`The account with ${name} was removed meanwhile.`)
      const { title, callback_url: callback, ...account } = set
      const text = `${title} sends ${channel} for "${slug}".${hint(callback)}`
      return { json: { ...account, callback }, text }
    },
  )

/** @throws CommandError naming those there are */
function checkProvider(config: Config, channel: SendChannel, name: string): void {
  const providers = providersOn(config).filter(({ channels }) => channels.includes(channel))
  if (providers.some(provider => provider.name === name)) return
  throw new CommandError(
    `There is no provider "${name}" for ${channel}; there are ${providers.map(one => one.name).join(', ')}.`,
  )
}

const addressOf = (base: string, { callback }: ShownAccount): string | null =>
  callback === null ? null : `${base}${callback}`

const hint = (callback: string | null): string =>
  callback === null
    ? ''
    : `\nReceipts and replies arrive at this address; enter it at the provider and keep it secret:\n  ${callback}`

const addList = (provider: Command, call: Call): Command =>
  action(
    provider
      .command('list')
      .description("list a church's accounts, without their secrets")
      .requiredOption('--church <slug>', 'the church'),
    call,
    async (open, { church: slug }: OfChurch) => {
      const church = await open.church(slug)
      const listed = await listProviders(open.database.read, open.vault, church, MESSAGE_PROVIDERS)
      const base = await open.address()
      const accounts = listed.map(account => ({ ...account, callback: addressOf(base, account) }))
      const rows = accounts.map(({ channel, provider, active, settings, secrets, callback }) => {
        const set = [
          ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
          ...secrets.map(name => `${name}=(set)`),
        ]
        return [channel, provider, active ? 'on' : 'replaced', set.join(' '), callback]
      })
      return { json: { accounts }, text: table(['channel', 'provider', 'state', 'settings', 'callback'], rows) }
    },
  )

const addRemove = (provider: Command, call: Call): Command =>
  action(
    provider
      .command('remove')
      .description('forget an account and its secrets; receipts for it are no longer read')
      .addArgument(channelArgument())
      .argument('<provider>', 'the provider')
      .requiredOption('--church <slug>', 'the church'),
    call,
    async (open, channel: SendChannel, name: string, { church }: OfChurch) => {
      await doAction(open, church, removeAccount, { channel, provider: name })
      return { json: { channel, provider: name }, text: `The account with ${name} for ${channel} is forgotten.` }
    },
  )

const addVapid = (provider: Command, call: Call): Command =>
  action(provider.command('vapid').description('make a pair of keys for Web Push; nothing is stored'), call, () => {
    const { publicKey, privateKey } = makeVapidKeys()
    const text = `public_key=${publicKey}\nprivate_key=${privateKey}\n\nBrowsers subscribe with the public key. Give both to "message provider set push webpush".`
    return Promise.resolve({ json: { public_key: publicKey, private_key: privateKey }, text })
  })

interface ListOptions extends OfChurch {
  limit: number
}

const addOutbox = (message: Command, call: Call): Command =>
  action(
    message
      .command('outbox')
      .description('show what the development provider was given, newest first')
      .requiredOption('--church <slug>', 'the church')
      .option('--limit <number>', 'how many at most', idOption, 20)
      .addHelpText('after', '\nExample:\n  sexton message outbox --church demo'),
    call,
    async ({ database, church }, { church: slug, limit }: ListOptions) => {
      const outbox = await listOutbox(database.read, await church(slug), limit)
      const text = outbox.map(({ message_id, created_at, channel, to, subject, body, unsubscribe_url }) =>
        [
          `message ${message_id}  ${created_at}  ${channel} to ${to}`,
          ...(subject === null ? [] : [`Subject: ${subject}`]),
          body,
          ...(unsubscribe_url === null ? [] : [`Unsubscribe: ${unsubscribe_url}`]),
        ].join('\n'),
      )
      return { json: { outbox }, text: text.join('\n\n') || 'Nothing was sent.' }
    },
  )

const addInbox = (message: Command, call: Call): Command =>
  action(
    message
      .command('inbox')
      .description('show the messages that came in, newest first')
      .requiredOption('--church <slug>', 'the church')
      .option('--limit <number>', 'how many at most', idOption, 20),
    call,
    async ({ database, church }, { church: slug, limit }: ListOptions) => {
      const inbox = await listInbox(database.read, await church(slug), limit)
      const rows = inbox.map(one => [one.id, one.created_at, one.channel, one.from, one.person_id, one.body])
      return { json: { inbox }, text: table(['id', 'received', 'channel', 'from', 'person', 'text'], rows) }
    },
  )
