/** The list of payment providers. Adding one is a file and a line here. */
import type { PaymentProvider } from '../provider.ts'
import { development } from './development.ts'
import { paystack } from './paystack.ts'
import { stripe } from './stripe.ts'

export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [stripe, paystack, development]
