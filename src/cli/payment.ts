/** payment provider set, show, list, remove. */
import type { Command } from 'commander'
import { DEMO_SLUG } from '../demo/demo.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import {
  listPaymentProviders,
  paymentProvider,
  type ShownProvider,
} from '../modules/online-giving/payment-providers.ts'
import { removeAccount, setAccount } from '../modules/online-giving/provider-actions.ts'
import { development } from '../modules/online-giving/providers/development.ts'
import { PAYMENT_PROVIDERS } from '../modules/online-giving/providers/index.ts'
import type { Church } from '../resource/caller.ts'
import { type AddCommand, action, type Call, CommandError, type Open, table } from './command.ts'
import { doAction } from './doing.ts'
import { settingValues } from './setting-values.ts'

interface OfChurch {
  church: string
}

interface Forcible extends OfChurch {
  force?: boolean
}

const NAMES = PAYMENT_PROVIDERS.map(({ name }) => name).join(', ')

export const addPayment: AddCommand = (payment, call) => {
  const provider = payment.command('provider').description(`accounts with payment providers: ${NAMES}`)
  addSet(provider, call)
  addShow(provider, call)
  addRemove(provider, call)
}

const ofChurch = (command: Command): Command => command.requiredOption('--church <slug>', 'the church')

const accounts = async ({ database, vault, address }: Open, church: Church): Promise<ShownProvider[]> =>
  listPaymentProviders(database.read, vault, church, await address())

/** @throws CommandError naming what to do */
async function account(open: Open, church: Church, name: string): Promise<ShownProvider> {
  const found = (await accounts(open, church)).find(one => one.provider === name)
  if (found !== undefined) return found
  const hint = `"sexton payment provider set ${name} --church ${church.slug}" sets it.`
  throw new CommandError(`${church.slug} has no account with ${paymentProvider(name).title}. ${hint}`)
}

/** How many gifts wait for an account. */
const pendingOf = async (open: Open, church: Church, name: string): Promise<number> =>
  (await accounts(open, church)).find(one => one.provider === name)?.pending ?? 0

/** The refusal, with what this command can do about it. */
const hinted = ({ code, message, errors }: ApiError, hint: string): ApiError =>
  new ApiError(code as ErrorCode, { message: `${message} ${hint}`, ...(errors && { errors }) })

function addSet(provider: Command, call: Call): void {
  action(
    ofChurch(
      provider
        .command('set')
        .description('set an account; new gifts go through it from now on. What is not named stays as it is')
        .argument('<provider>', NAMES)
        .argument('[settings...]', 'name=value; name=@file reads a file and name=- the standard input')
        .option('--force', 'also where gifts wait for the key that is replaced, or a church would take tests only'),
    ).addHelpText(
      'after',
      `\n${settingsHelp()}\nExample:\n  sexton payment provider set stripe --church grace secret_key=@key.txt`,
    ),
    call,
    async (open, name: string, settings: string[], { church: slug, force = false }: Forcible) => {
      const church = await open.church(slug)
      if (!force) checkTests(church, name)
      const { title } = paymentProvider(name)
      const values = await settingValues(settings)
      const hint = 'With --force the key is replaced all the same, where the new one is of the same account.'
      const { accounts } = await doAction(open, slug, setAccount, { provider: name, values, force }).catch(
        async error => {
          const waits = (await pendingOf(open, church, name)) > 0
          throw error instanceof ApiError && error.errors?.secret_key && waits ? hinted(error, hint) : error
        },
      )
      const set = accounts.find(one => one.provider === name)
      if (set === undefined) throw new CommandError(`The account with ${title} was removed meanwhile.`)
      const page = church.modules.includes('giving') ? '' : `\n\n${moduleHint(church)}`
      return { json: set, text: `${describe(set)}${page}` }
    },
  )
}

/** @throws CommandError where a church that may take money would have a page that anybody can record gifts with */
function checkTests({ slug }: Church, name: string): void {
  if (name !== development.name || slug === DEMO_SLUG) return
  throw new CommandError(
    `With development no money moves: whoever opens /give/${slug} can put gifts on record that nobody paid, and no other provider takes new gifts. For a church that only tries things out, add --force.`,
  )
}

const moduleHint = ({ slug, modules }: Church): string =>
  `The giving module is off: "sexton church set ${slug} --modules ${[...modules, 'giving'].join(',')}" opens /give/${slug}.`

const settingsHelp = (): string =>
  PAYMENT_PROVIDERS.flatMap(({ name, settings }) =>
    Object.entries(settings).map(
      ([setting, { label, required }]) => `  ${name} ${setting}${required ? '' : ' (optional)'}: ${label}\n`,
    ),
  ).join('')

function addShow(provider: Command, call: Call): void {
  action(
    ofChurch(
      provider
        .command('show')
        .description('show an account and the address to enter at the provider, never a secret')
        .argument('<provider>', NAMES),
    ),
    call,
    async (open, name: string, { church: slug }: OfChurch) => {
      const shown = await account(open, await open.church(slug), name)
      return { json: shown, text: describe(shown) }
    },
  )

  action(
    ofChurch(provider.command('list').description('list the accounts of a church')),
    call,
    async (open, { church: slug }: OfChurch) => {
      const providers = await accounts(open, await open.church(slug))
      const rows = providers.map(one => [one.provider, one.active ? 'active' : 'for older gifts', one.pending])
      return { json: { providers }, text: table(['provider', 'state', 'pending gifts'], rows) }
    },
  )
}

function describe({ title, active, is_test, settings, callback_url, pending }: ShownProvider): string {
  const rows = Object.entries(settings).map(([name, value]) => [name, value ?? '(not set)'])
  const known = table(
    ['provider', title],
    [
      ...(is_test ? [['mode', 'test: no money moves, and its payments are put on record all the same']] : []),
      ['state', active ? 'active: takes new gifts' : 'hears of gifts that it began'],
      ...rows,
      ['pending gifts', pending],
    ],
  )
  const enter = callback_url === null ? '' : `\n\nAddress to enter at ${title} for its webhook:\n${callback_url}`
  return `${known}${enter}`
}

function addRemove(provider: Command, call: Call): void {
  action(
    ofChurch(
      provider
        .command('remove')
        .description('forget an account; gifts that wait for it can no longer be confirmed')
        .argument('<provider>', NAMES)
        .option('--force', 'also where gifts wait'),
    ),
    call,
    async (open, name: string, { church: slug, force = false }: Forcible) => {
      const church = await open.church(slug)
      const { pending } = await doAction(open, slug, removeAccount, { provider: name, force }).catch(async error => {
        const waits = (await pendingOf(open, church, name)) > 0
        throw error instanceof ApiError && waits ? hinted(error, '--force removes it all the same.') : error
      })
      const waits = pending === 0 ? '' : ` ${pending} gifts were waiting for it: look at them there.`
      return { json: { provider: name, removed: true, pending }, text: `The account is removed.${waits}` }
    },
  )
}
