/** The providers of messages. Adding one is a file and a line here. */
import type { Database } from '../../../db/database.ts'
import type { Provider } from '../provider.ts'
import { development } from './development.ts'
import { fcm } from './fcm.ts'
import { smtp } from './smtp.ts'
import { webPush } from './webpush.ts'

/** Every provider there is. @param database where the development outbox is kept */
export const messageProviders = (database: Database): readonly Provider[] => [smtp, webPush, fcm, development(database)]
