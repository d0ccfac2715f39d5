/** The providers of messages. Adding one is a file and a line here. */
import type { Config } from '../../../config.ts'
import type { TakeStep } from '../../../resource/step.ts'
import type { Provider, ProviderDeclaration } from '../provider.ts'
import { africastalking } from './africastalking.ts'
import { DEVELOPMENT, development } from './development.ts'
import { fcm } from './fcm.ts'
import { SERVER_MAIL, serverMail } from './server-mail.ts'
import { smtp } from './smtp.ts'
import { termii } from './termii.ts'
import { twilio } from './twilio.ts'
import { webPush } from './webpush.ts'
import { whatsapp } from './whatsapp.ts'

/** Those that send by the network. */
const REAL: readonly Provider[] = [twilio, africastalking, termii, smtp, whatsapp, webPush, fcm]

/** Every provider there is, as it can be set up. */
export const MESSAGE_PROVIDERS: readonly ProviderDeclaration[] = [...REAL, SERVER_MAIL, DEVELOPMENT]

/** Those that can be set up on an installation: mail by its own server where it has one. */
export const providersOn = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): readonly ProviderDeclaration[] =>
  MESSAGE_PROVIDERS.filter(provider => provider !== SERVER_MAIL || smtpUrl !== '')

/** All of them, able to send. @param take how the development outbox is written */
export const messageProviders = (config: Config, take: TakeStep): readonly Provider[] => [
  ...REAL,
  serverMail(config),
  development(take),
]
