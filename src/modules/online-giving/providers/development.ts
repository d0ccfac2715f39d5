/** Development: test payments without an account. Its checkout is a page of ours, clearly marked; no money moves. */
import type { Charged, Decline, PaymentProvider } from '../provider.ts'
import { payTests } from './development-payouts.ts'

/** Amounts, by their last two digits in minor units, whose charges are declined, so that all can be tried. */
const DECLINES: Readonly<Record<number, readonly [decline: Decline, error: string]>> = {
  51: ['soft', 'insufficient_funds'],
  52: ['hard', 'lost_card'],
  53: ['giver', 'authentication_required'],
}

export const development: PaymentProvider = {
  name: 'development',
  title: 'Development',
  callsBack: false,
  repeatable: true,
  settings: {},
  isTest: () => true,
  refund: async ({ reference, amount, currency }) => ({
    provider_refund_id: reference,
    reference,
    amount,
    currency,
    status: 'succeeded',
    error: null,
    made_at: null,
  }),
  checkout: async ({ reference }, _account, _network, { test }) => ({ url: test, provider_ref: reference }),
  mandate: async ({ reference }) => ({
    customer_ref: 'test',
    token: `test-${reference}`,
    kind: 'card',
    brand: 'test',
    last4: '4242',
    expires_on: null,
  }),
  async charge({ reference, amount, currency }): Promise<Charged> {
    const [decline, error] = DECLINES[amount % 100] ?? []
    const method = 'development'
    if (decline !== undefined && error !== undefined) {
      return { state: { status: 'failed', error, method, final: true, decline }, provider_ref: reference }
    }
    const payment_id = `test-${reference}`
    const paid = {
      status: 'succeeded',
      payment_id,
      amount,
      currency,
      fee: null,
      method,
      paid_at: null,
      is_test: true,
    } as const
    return { state: paid, provider_ref: reference }
  },
  payouts: (since, _account, _network, books) => payTests(since, books),
  // It remembers nothing: sent again, the same reference is the same payment.
  findCharge: async () => ({ state: { status: 'none' }, provider_ref: null }),
}
