/** Development: test payments without an account. Its checkout is a page of ours, clearly marked; no money moves. */
import type { PaymentProvider } from '../provider.ts'

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
}
