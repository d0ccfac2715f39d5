/** A message as it is typed. */
import { MERGE_TAGS, tagProblem } from '../../../src/modules/messaging/merge-tags.ts'
import type { Channel } from './channels.ts'
import type { Recipient } from './recipients.ts'

export interface MessageValues {
  channel: Channel
  recipients: Recipient[]
  subject: string
  body: string
}

export const EMPTY: MessageValues = { channel: 'sms', recipients: [], subject: '', body: '' }

export const TAGS: readonly string[] = MERGE_TAGS

export const FIELDS = Object.keys(EMPTY)

/** What is wrong before it is sent, by field. */
export function problemsOf({ recipients, subject, body }: MessageValues): Record<string, string> {
  const tags = { subject: tagProblem(subject), body: tagProblem(body) }
  const problems = {
    recipients: recipients.length === 0 ? 'Choose who gets it.' : undefined,
    subject: tags.subject && `The subject ${tags.subject}.`,
    body: body.trim() === '' ? 'Write something.' : tags.body && `The text ${tags.body}.`,
  }
  return Object.fromEntries(Object.entries(problems).filter(entry => entry[1] !== undefined)) as Record<string, string>
}
