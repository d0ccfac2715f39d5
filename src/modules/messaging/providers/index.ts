/** The providers of messages. Adding one is a file and a line here. */
import type { Database } from '../../../db/database.ts'
import type { Provider } from '../provider.ts'
import { africastalking } from './africastalking.ts'
import { development } from './development.ts'
import { fcm } from './fcm.ts'
import { smtp } from './smtp.ts'
import { termii } from './termii.ts'
import { twilio } from './twilio.ts'
import { webPush } from './webpush.ts'
import { whatsapp } from './whatsapp.ts'

/** Every provider there is. @param database where the development outbox is kept */
export const messageProviders = (database: Database): readonly Provider[] => [
  twilio,
  africastalking,
  termii,
  smtp,
  whatsapp,
  webPush,
  fcm,
  development(database),
]
