/** Paystack: a transaction with our reference, signed callbacks (https://paystack.com/docs/api/transaction). */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Account } from '../../../account-settings.ts'
import { jsonOf, oneLine } from '../../../outgoing/answer-text.ts'
import { type Network, NoAnswer, type OutgoingRequest, type OutgoingResponse } from '../../../outgoing/request.ts'
import { because } from '../../../texts/because.ts'
import { msg } from '../../../texts/language.ts'
import {
  type Happening,
  NoCheckout,
  NoRefund,
  type PaymentProvider,
  type PaymentState,
  ProviderFault,
  Unverified,
} from '../provider.ts'
import { factor, type Json, objectIn, textOr } from './paystack-answers.ts'
import { declineOf } from './paystack-declines.ts'
import { listSettlements } from './paystack-payouts.ts'
import { moneyBack, refundsOf, toldRefund } from './paystack-refunds.ts'

const API = 'https://api.paystack.co'

const CURRENCIES = ['NGN', 'GHS', 'ZAR', 'KES', 'USD', 'XOF', 'EGP', 'RWF']

export async function call(
  network: Network,
  { values }: Account,
  { method, path, body }: { method: OutgoingRequest['method']; path: string; body?: object },
): Promise<OutgoingResponse & { json: Json | undefined }> {
  const headers = { Authorization: `Bearer ${values.secret_key}`, 'Content-Type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await network.request({ method, url: `${API}${path}`, headers, ...sent })
  return { ...answer, json: jsonOf(answer.text) }
}

export const paystack: PaymentProvider = {
  name: 'paystack',
  title: 'Paystack',
  callsBack: true,
  repeatable: false,
  settings: {
    secret_key: {
      title: 'Secret key',
      label: 'Secret key (Settings, API Keys & Webhooks): sk_live_…; it also signs the callbacks',
      secret: true,
      required: true,
      check: value => (/^sk_\w+$/.test(value) ? undefined : msg('must begin with sk_')),
    },
  },

  isTest: ({ values }) => values.secret_key?.startsWith('sk_test_') ?? false,

  checkCurrency: currency =>
    CURRENCIES.includes(currency)
      ? undefined
      : because('takes {currencies}, and not {currency}', { currencies: CURRENCIES.join(', '), currency }),

  async checkout(gift, account, network, { thanks, form }) {
    const body = {
      reference: gift.reference,
      amount: gift.amount * factor(gift.currency),
      currency: gift.currency,
      email: gift.donor_email,
      callback_url: thanks,
      metadata: { cancel_action: form, description: gift.description, donor_name: gift.donor_name },
    }
    const answer = await call(network, account, { method: 'POST', path: '/transaction/initialize', body }).catch(
      unanswered,
    )
    const { authorization_url: url } = objectIn(answer.json, 'data')
    if (answer.status === 200 && typeof url === 'string') return { url, provider_ref: gift.reference }
    const detail = `${answer.status} ${textOr(answer.json?.message, '')}`.trim()
    if (answer.status === 429) throw new NoCheckout('unavailable', detail)
    if (answer.status === 401 || answer.status === 403) throw new NoCheckout('account', detail)
    if (answer.status < 400 || answer.status >= 500) throw new NoCheckout('unknown', detail)
    throw new NoCheckout('refused', detail, mendable(answer.json))
  },

  receive(request, { values }) {
    const mine = createHmac('sha512', values.secret_key ?? '')
      .update(request.body)
      .digest()
    const theirs = Buffer.from(request.headers['x-paystack-signature'] ?? '', 'hex')
    if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) throw new Unverified('The signature is wrong.')
    return happenings(jsonOf(request.body.toString('utf8')))
  },

  async look({ reference, provider_ref }, account, network) {
    const answer = await call(network, account, {
      method: 'GET',
      path: `/transaction/verify/${encodeURIComponent(reference)}`,
    })
    if (answer.status === 200 && answer.json?.status === true) return stateOf(objectIn(answer.json, 'data'))
    const unknown = answer.status === 404 || /not found/i.test(textOr(answer.json?.message, ''))
    if (unknown && answer.status < 500) return { status: provider_ref === null ? 'pending' : 'unknown' }
    throw new ProviderFault(`${answer.status} ${textOr(answer.json?.message, '')}`.trim())
  },

  async refund({ reference, payment_id, amount, currency }, account, network) {
    const body = { transaction: payment_id, amount: amount * factor(currency), currency, merchant_note: reference }
    const sent = call(network, account, { method: 'POST', path: '/refund', body })
    const answer = await sent.catch((error: unknown): never => {
      if (!(error instanceof NoAnswer)) throw error
      throw new NoRefund(error.mayHaveArrived ? 'unknown' : 'unavailable', error.message)
    })
    const detail = `${answer.status} ${textOr(answer.json?.message, '')}`.trim()
    if (answer.json?.status === true && answer.status < 300) {
      try {
        return { ...toldRefund(objectIn(answer.json, 'data'), currency), reference }
      } catch (error) {
        if (!(error instanceof ProviderFault)) throw error
        throw new NoRefund('unknown', error.message)
      }
    }
    if (answer.status === 429) throw new NoRefund('unavailable', detail)
    if (answer.status === 401 || answer.status === 403) throw new NoRefund('account', detail)
    if (answer.status < 400 || answer.status >= 500) throw new NoRefund('unknown', detail)
    throw new NoRefund('refused', detail)
  },

  async refunds(payment_id, account, network) {
    const path = `/refund?transaction=${encodeURIComponent(payment_id)}&perPage=100`
    const answer = await call(network, account, { method: 'GET', path })
    if (answer.status === 200 && answer.json?.status === true) return refundsOf(answer.json.data, payment_id)
    throw new ProviderFault(`${answer.status} ${textOr(answer.json?.message, '')}`.trim())
  },

  payouts: (since, account, network) => listSettlements(path => call(network, account, { method: 'GET', path }), since),

  payoutRights: msg(
    'Paystack refused the secret key when it was asked for payouts. Copy the key from Settings, API Keys & Webhooks, and set it here again.',
  ),

  async check(account, network) {
    const answer = await call(network, account, { method: 'GET', path: '/transaction?perPage=1' })
    if (answer.status === 200 && answer.json?.status === true) return undefined
    throw new ProviderFault(`${answer.status} ${textOr(answer.json?.message, '')}`.trim())
  },
}

/** A field of the form that Paystack does not take: "Invalid Email Address Passed", "Invalid Amount Sent". */
function mendable(json: Json | undefined): 'amount' | 'email' | undefined {
  const said = `${textOr(json?.code, '')} ${textOr(json?.message, '')}`
  return /\bemail|_email/i.test(said) ? 'email' : /\bamount|_amount/i.test(said) ? 'amount' : undefined
}

/** @throws NoCheckout; what is no fault of the network */
function unanswered(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error
  throw new NoCheckout(error.mayHaveArrived ? 'unknown' : 'unavailable', error.message)
}

function happenings(json: Json | undefined): readonly Happening[] {
  const data = objectIn(json, 'data')
  const money = moneyBack(String(json?.event), data)
  if (money !== undefined) return money
  const { reference } = data
  if (typeof reference !== 'string' || !['charge.success', 'charge.failed'].includes(String(json?.event))) return []
  return [{ reference, state: stateOf(data) }]
}

/** https://paystack.com/docs/payments/verify-payments: the giver, or their bank, is about to pay. */
const UNDER_WAY = ['ongoing', 'pending', 'processing', 'queued']

export function stateOf(data: Json): PaymentState {
  const method = typeof data.channel === 'string' && data.channel !== '' ? oneLine(data.channel) : null
  if (data.status === 'success') {
    const { id: payment, amount: hundredths, currency: code, fees } = data
    const named = (typeof payment === 'number' || typeof payment === 'string') && payment !== ''
    if (
      !named ||
      typeof hundredths !== 'number' ||
      typeof code !== 'string' ||
      !CURRENCIES.includes(code.toUpperCase())
    ) {
      throw new ProviderFault('Paystack tells of a payment without its id, amount or currency')
    }
    const [payment_id, currency] = [String(payment), code.toUpperCase()]
    const amount = hundredths / factor(currency)
    const fee = typeof fees === 'number' && fees >= 0 ? Math.round(fees / factor(currency)) : null
    const paid_at = typeof data.paid_at === 'string' ? data.paid_at : null
    return {
      status: 'succeeded',
      payment_id,
      amount,
      currency,
      fee,
      method,
      paid_at,
      is_test: data.domain === 'test',
    }
  }
  if (UNDER_WAY.includes(String(data.status))) return { status: 'processing' }
  if (data.status !== 'failed' && data.status !== 'reversed') return { status: 'pending' }
  const error = textOr(data.gateway_response, String(data.status))
  return { status: 'failed', error, method, decline: declineOf(error) }
}
