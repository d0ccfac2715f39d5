/** Every provider of messages there is. A new one is a file beside this and a line here. */
import type { Provider } from '../provider.ts'
import { africastalking } from './africastalking.ts'
import { termii } from './termii.ts'
import { twilio } from './twilio.ts'
import { whatsapp } from './whatsapp.ts'

export const PROVIDERS: readonly Provider[] = [twilio, africastalking, termii, whatsapp]

/** The provider that a command or a stored account names. */
export const providerNamed = (name: string): Provider | undefined => PROVIDERS.find(one => one.name === name)
