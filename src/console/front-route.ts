/** What everybody may know who comes to the sign-in page. */
import type { Reply } from '../http/message.ts'
import { success } from '../http/respond.ts'
import { isUnclaimed } from '../sign-in/first-link.ts'
import type { ConsoleParts } from './parts.ts'

/** What the pages before the sign-in say differs by it. */
export interface Front {
  /** Nobody belongs to a church yet: the installation waits for its first one. */
  waits: boolean
  /** A link to a new password can be mailed. */
  mails: boolean
}

/** Answers it. */
export async function answerFront({ database, config }: ConsoleParts): Promise<Reply> {
  const front: Front = { waits: await isUnclaimed(database), mails: config.smtpUrl !== '' }
  return success({ status: 200, data: JSON.stringify(front) })
}
