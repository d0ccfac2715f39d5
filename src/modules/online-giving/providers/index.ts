/** The list of payment providers. Adding one is a file and a line here. */
import type { PaymentProvider } from '../provider.ts'
import { development } from './development.ts'
import { paystack } from './paystack.ts'
import { paystackCharges } from './paystack-charges.ts'
import { stripe } from './stripe.ts'
import { stripeCharges } from './stripe-charges.ts'

export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [
  { ...stripe, ...stripeCharges },
  { ...paystack, ...paystackCharges },
  development,
]
