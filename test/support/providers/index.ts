/** The table of providers that the suite runs over. A new one is a file beside this and a line here. */
import { AFRICASTALKING } from './africastalking.ts'
import type { ProviderCase } from './case.ts'
import { FCM } from './fcm.ts'
import { SMTP } from './smtp.ts'
import { TERMII } from './termii.ts'
import { TWILIO } from './twilio.ts'
import { WEB_PUSH } from './webpush.ts'
import { WHATSAPP } from './whatsapp.ts'

export const PROVIDER_CASES: readonly ProviderCase[] = [TWILIO, AFRICASTALKING, TERMII, SMTP, WHATSAPP, WEB_PUSH, FCM]
