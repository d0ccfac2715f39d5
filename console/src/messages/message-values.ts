/** A message as it is typed. */
import { MERGE_TAGS, tagProblem } from '../../../src/modules/messaging/merge-tags.ts'
import type { Actions } from '../api/offers.ts'
import { t } from '../texts/t.ts'
import type { Channel } from './channels.ts'
import type { Recipient } from './recipients.ts'

/** As the form holds it. */
export interface MessageValues {
  channel: Channel
  recipients: Recipient[]
  /** Everyone who matches these parameters of the list of people, in the place of `recipients`; null for those. */
  filter: string | null
  subject: string
  body: string
}

/** What the form begins with. */
export const EMPTY: MessageValues = { channel: 'sms', recipients: [], filter: null, subject: '', body: '' }

/** Merge tags, by name. */
export const TAGS: readonly string[] = MERGE_TAGS

/** Fields that show their errors themselves. */
export const FIELDS = ['channel', 'recipients', 'subject', 'body']

/** What is wrong before it is sent, by field. */
export function problemsOf({ recipients, filter, subject, body }: MessageValues): Record<string, string> {
  const tags = { subject: tagProblem(subject), body: tagProblem(body) }
  const problems = {
    recipients: filter === null && recipients.length === 0 ? t('Choose at least one recipient.') : undefined,
    subject: tags.subject && t('The subject {subject}.', { subject: tags.subject }),
    body: body.trim() === '' ? t('Write a message.') : tags.body && t('The text {body}.', { body: tags.body }),
  }
  return Object.fromEntries(Object.entries(problems).filter(entry => entry[1] !== undefined)) as Record<string, string>
}

/** What the server is asked for people of the church. */
export type BatchInput = Actions['messages.preview']['input']

/** The message as a batch; undefined where it goes to an address that is nobody's, which is sent to by itself. */
export function batchOf({ channel, recipients, filter, subject, body }: MessageValues): BatchInput | undefined {
  const titled = (channel === 'email' || channel === 'push') && subject.trim() !== ''
  const message = { channel, body, ...(titled && { subject: subject.trim() }) }
  if (filter !== null) return { ...message, filter }
  const person_ids = recipients.flatMap(one => ('person_id' in one ? [one.person_id] : []))
  return person_ids.length === recipients.length ? { ...message, person_ids } : undefined
}
