/** What the console does with the church's accounts for online gifts: sets, removes and checks them. */
import { ApiError, Problems } from '../../errors.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Caller } from '../../resource/caller.ts'
import { type ConsoleParts, operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import {
  churchProvider,
  listPaymentProviders,
  paymentProvider,
  removePaymentProvider,
  type ShownProvider,
  setPaymentProvider,
} from './payment-providers.ts'
import { ProviderFault } from './provider.ts'
import { development } from './providers/development.ts'
import { PAYMENT_PROVIDERS } from './providers/index.ts'

/** The accounts for online gifts, and what can be set up. */
export interface PaymentProviders {
  /** The page that people give on. */
  giving_url: string
  accounts: ShownProvider[]
  available: {
    name: string
    title: string
    /** Whether its key can be checked. */
    checks: boolean
    /** Why it cannot be set up for this church, or null. */
    problem: string | null
    settings: { name: string; label: string; secret: boolean; required: boolean }[]
  }[]
}

/** With test payments whoever opens the page could put gifts on record; that is for the operator to want. */
const OFFERED = PAYMENT_PROVIDERS.filter(({ name }) => name !== development.name)

async function shown({ database, vault, baseUrl }: ConsoleParts, { church }: Caller): Promise<PaymentProviders> {
  return {
    giving_url: `${baseUrl()}/give/${church.slug}`,
    accounts: await listPaymentProviders(database.read, vault, church, baseUrl()),
    available: OFFERED.map(({ name, title, settings, check, checkCurrency }) => ({
      name,
      title,
      checks: check !== undefined,
      problem: checkCurrency?.(church.currency) ?? null,
      settings: Object.entries(settings).map(([setting, { label, secret, required }]) => ({
        name: setting,
        label,
        secret,
        required,
      })),
    })),
  }
}

const providersView = view({
  name: 'payment_providers',
  fields: {},
  run: async (parts, caller) => JSON.stringify(await shown(parts, caller)),
})

const setOperation = operation({
  name: 'payment_providers.set',
  fields: {
    provider: field.text(40).required(),
    values: field.textsByName().required(),
    force: field.boolean().settable().doc('Also where gifts wait for the account whose key is replaced'),
  },
  stepUp: true,
  target: ({ provider = '' }) => provider,
  detail: ({ values = {} }) => ({ settings: Object.keys(values).slice(0, 20) }),
  async run(parts, caller, { provider = '', values = {}, force = false }) {
    if (!OFFERED.some(({ name }) => name === provider)) {
      const problems = new Problems()
      problems.add('provider', `must be one of ${OFFERED.map(({ name }) => name).join(', ')}`)
      problems.throwIfAny()
    }
    await setPaymentProvider(parts.database, parts.vault, caller.church, provider, values, { force })
    return JSON.stringify(await shown(parts, caller))
  },
})

const removeOperation = operation({
  name: 'payment_providers.remove',
  fields: { provider: field.text(40).required(), force: field.boolean().settable() },
  stepUp: true,
  target: ({ provider = '' }) => provider,
  async run({ database }, { church }, { provider = '', force = false }) {
    const pending = await removePaymentProvider(database, church, provider, { force })
    return JSON.stringify({ provider, pending })
  },
})

/** Whether an account's key is good. */
export interface KeyCheck {
  good: boolean
  /** What is wrong, or what the key may not do; null where there is nothing to say. */
  message: string | null
}

const testOperation = operation({
  name: 'payment_providers.test',
  fields: { provider: field.text(40).required() },
  stepUp: false,
  target: ({ provider = '' }) => provider,
  async run({ database, vault, network }, { church }, { provider: name = '' }) {
    const provider = paymentProvider(name)
    const account = await churchProvider(database.read, vault, church.id, name)
    if (account === undefined) throw new ApiError('not_found')
    const check = async (): Promise<KeyCheck> => {
      if (provider.check === undefined) return { good: true, message: `Nobody can be asked about ${provider.title}.` }
      return { good: true, message: (await provider.check(account.account, network)) ?? null }
    }
    const found = await check().catch((error: unknown): KeyCheck => {
      if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
      return { good: false, message: error.message }
    })
    return JSON.stringify(found)
  },
})

export const PAYMENT_PROVIDER_OPERATIONS = [setOperation, removeOperation, testOperation]
export const PAYMENT_PROVIDERS_VIEW = providersView
