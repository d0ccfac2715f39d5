/**
 * Paystack without the giver: the authorization of a payment where it is reusable, and charges of it
 * (https://paystack.com/docs/payments/recurring-charges). A charge needs the e-mail of the first payment.
 */
import { lastDay } from '../../../lib/calendar.ts'
import { NoAnswer } from '../../../outgoing/request.ts'
import type { Charged, Mandate, PaymentProvider, PaymentState } from '../provider.ts'
import { NotAllowed, ProviderFault } from '../provider.ts'
import { call, paystack, stateOf } from './paystack.ts'
import { factor, type Json, objectIn, textOr } from './paystack-answers.ts'
import { declineOf } from './paystack-declines.ts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const paystackCharges: Required<Pick<PaymentProvider, 'mandate' | 'charge' | 'findCharge' | 'look'>> = {
  async mandate({ reference }, account, network) {
    const path = `/transaction/verify/${encodeURIComponent(reference)}`
    const answer = await call(network, account, { method: 'GET', path })
    if (answer.status !== 200 || answer.json?.status !== true) throw faultOf(answer)
    return mandateOf(objectIn(answer.json, 'data'))
  },

  async charge(gift, mandate, account, network) {
    const body = {
      authorization_code: mandate.token,
      email: mandate.customer_ref,
      amount: gift.amount * factor(gift.currency),
      currency: gift.currency,
      reference: gift.reference,
      metadata: { description: gift.description, donor_name: gift.donor_name },
    }
    const answer = await call(network, account, { method: 'POST', path: '/transaction/charge_authorization', body })
    const data = objectIn(answer.json, 'data')
    if (answer.status === 200 && answer.json?.status === true)
      return { state: chargeState(data), provider_ref: gift.reference }
    const words = textOr(answer.json?.message, '')
    if (answer.status === 400 && /duplicate/i.test(words)) return await find(gift.reference, account, network)
    // Of all that is no plain refusal it has to be looked whether it was charged.
    if (answer.status !== 400 && answer.status !== 404 && answer.status !== 422) throw faultOf(answer)
    const decline = declineOf(words)
    return {
      state: { status: 'failed', error: words || 'declined', method: null, final: true, decline },
      provider_ref: null,
    }
  },

  findCharge: ({ reference }, _mandate, account, network) => find(reference, account, network),

  async look(gift, account, network) {
    if (!gift.charged) return (await paystack.look?.(gift, account, network)) ?? { status: 'pending' }
    const { state } = await find(gift.reference, account, network)
    return state.status === 'none' ? { status: 'unknown' } : state
  },
}

async function find(
  reference: string,
  account: Parameters<typeof call>[1],
  network: Parameters<typeof call>[0],
): Promise<Charged> {
  const answer = await call(network, account, {
    method: 'GET',
    path: `/transaction/verify/${encodeURIComponent(reference)}`,
  })
  if (answer.status === 200 && answer.json?.status === true) {
    return { state: chargeState(objectIn(answer.json, 'data')), provider_ref: reference }
  }
  const isRefused = answer.status === 401 || answer.status === 403
  const unknown = answer.status === 404 || /not found/i.test(textOr(answer.json?.message, ''))
  if (unknown && !isRefused && answer.status < 500) return { state: { status: 'none' }, provider_ref: null }
  throw faultOf(answer)
}

function faultOf({ status, json }: { status: number; json: Json | undefined }): Error {
  const said = `${status} ${textOr(json?.message, '')}`.trim()
  if (status === 429) return new NoAnswer('Paystack asks to wait', false)
  return status === 401 || status === 403 ? new NotAllowed(said) : new ProviderFault(said)
}

/** What waits for the giver: a code of theirs, a page of their bank. `abandoned`: nobody gave it. */
const CHALLENGES = /^(abandoned|open_url|send_(pin|otp|phone|birthday|address))$/

/** A charge that waits for the giver may also be `paused`, with an address where they would go on. */
const waitsForGiver = (data: Json): boolean =>
  data.status !== 'success' &&
  (data.paused === true || typeof data.authorization_url === 'string' || CHALLENGES.test(String(data.status)))

/**
 * What came of a charge. That it came to nothing has to be said in a word that we know: of any other it may have been paid.
 * @throws ProviderFault for any other
 */
function chargeState(data: Json): PaymentState {
  if (waitsForGiver(data))
    return { status: 'failed', error: 'authentication_required', method: null, final: true, decline: 'giver' }
  const state = stateOf(data)
  if (state.status === 'pending')
    throw new ProviderFault(`Paystack tells of a charge that is ${textOr(data.status, 'neither paid nor declined')}`)
  return state.status === 'failed' ? { ...state, final: true } : state
}

/** An authorization that is reusable, with the e-mail that it was given with. */
function mandateOf(data: Json): Mandate | undefined {
  const authorization = objectIn(data, 'authorization')
  const token = text(authorization.authorization_code)
  const customer_ref = text(objectIn(data, 'customer').email)
  if (authorization.reusable !== true || token === null || customer_ref === null) return undefined
  const { channel, exp_month, exp_year } = authorization
  const [month, year] = [Number(exp_month), Number(exp_year)]
  const isCard = channel === 'card' || channel === undefined
  return {
    customer_ref,
    token,
    kind: isCard ? 'card' : 'direct_debit',
    brand: text(authorization.card_type)?.trim() ?? text(authorization.bank),
    last4: text(authorization.last4),
    expires_on: isCard && month >= 1 && month <= 12 && year > 2000 ? lastDay(year, month) : null,
  }
}
