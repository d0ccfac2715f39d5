/** What everybody may know who comes to the sign-in page. */
import type { Reply } from '../http/message.ts'
import { isUnclaimed } from '../sign-in/first-link.ts'
import { answered } from './answered.ts'
import type { ConsoleParts } from './parts.ts'

/** Answers it. */
export async function answerFront({ database, config }: ConsoleParts): Promise<Reply> {
  return answered('GET /front', { waits: await isUnclaimed(database), mails: config.smtpUrl !== '' })
}
