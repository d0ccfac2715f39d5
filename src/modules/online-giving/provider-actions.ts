/** The church's accounts for online gifts: set, removed, checked, shown. Secrets are never shown. */
import { ApiError, Problems } from '../../errors.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import { action, view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { ADMINISTRATORS, churchWide } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
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
    settings: { name: string; title: string; label: string; secret: boolean; required: boolean }[]
  }[]
}

/** With test payments whoever opens the page could put gifts on record; that is for the operator to want. */
const OFFERED = PAYMENT_PROVIDERS.filter(({ name }) => name !== development.name)

async function shown({ read, vault, baseUrl }: Reading, { church }: Caller): Promise<PaymentProviders> {
  return {
    giving_url: `${baseUrl()}/give/${church.slug}`,
    accounts: await listPaymentProviders(read, vault, church, baseUrl()),
    available: OFFERED.map(({ name, title, settings, check, checkCurrency }) => ({
      name,
      title,
      checks: check !== undefined,
      problem: checkCurrency?.(church.currency) ?? null,
      settings: Object.entries(settings).map(([setting, { title: called, label, secret, required }]) => ({
        name: setting,
        title: called,
        label,
        secret,
        required,
      })),
    })),
  }
}

const may = churchWide(ADMINISTRATORS)

export const providers = view({ name: 'payment_providers', may, fields: {}, run: shown })

/** What tells an account. */
const account = { provider: field.text(40).required() }
const target = ({ provider }: { provider: string }): string => provider

/** @throws ApiError `validation_failed` */
function checkOffered(name: string): void {
  const problems = new Problems()
  const names = OFFERED.map(one => one.name)
  if (!names.includes(name)) problems.add('provider', because('must be one of {values}', { values: names.join(', ') }))
  problems.throwIfAny()
}

export const setAccount = action({
  name: 'payment_providers.set',
  logged: 'Set up a payment provider',
  may,
  stepUp: true,
  fields: {
    ...account,
    values: field.textsByName().required(),
    force: field.boolean().settable().doc('Also where gifts wait for the account whose key is replaced'),
  },
  target,
  detail: ({ values }) => ({ settings: Object.keys(values).slice(0, 20) }),
  async run(tx, { caller: { by, church }, vault }, { provider, ...account }) {
    if (by.kind !== 'command') checkOffered(provider)
    await setPaymentProvider(tx, vault, church, { name: provider, ...account })
  },
  finish: (reading, caller) => shown(reading, caller),
})

export const removeAccount = action({
  name: 'payment_providers.remove',
  logged: 'Removed a payment provider',
  may,
  stepUp: true,
  fields: { ...account, force: field.boolean().settable().doc('Also where gifts wait for it') },
  target,
  async run(tx, { caller }, { provider, ...how }) {
    return { provider, pending: await removePaymentProvider(tx, caller.church, provider, how) }
  },
})

/** Whether an account's key is good. */
export interface KeyCheck {
  good: boolean
  /** What is wrong, or what the key may not do; null where there is nothing to say. */
  message: string | null
}

export const testAccount = action({
  name: 'payment_providers.test',
  logged: 'Checked a payment provider',
  may,
  fields: account,
  target,
  async prepare({ read, vault, network }, { church }, { provider: name }): Promise<KeyCheck> {
    const provider = paymentProvider(name)
    const found = await churchProvider(read, vault, church.id, name)
    if (found === undefined) throw new ApiError('not_found')
    if (provider.check === undefined)
      return { good: true, message: because('Nobody can be asked about {title}.', { title: provider.title }) }
    try {
      return { good: true, message: (await provider.check(found.account, network)) ?? null }
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
      return { good: false, message: error.message }
    }
  },
  run: async (_tx, _context, _input, check) => check,
})
