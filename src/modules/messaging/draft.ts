/** A message as it will be: its merge tags replaced for one recipient, and whether its channel carries it. */
import type { Problems } from '../../errors.ts'
import { segmentsOf } from '../../lib/sms-segments.ts'
import { because } from '../../texts/because.ts'
import { fillTags, tagProblem } from './merge-tags.ts'
import type { SendChannel } from './provider.ts'
import type { Draft } from './queue.ts'
import type { Recipient } from './recipients.ts'

/** Longest subject, in characters. */
export const MOST_SUBJECT = 200

/** Characters that a message may have: what the channel carries. */
const MOST_CHARACTERS: Record<SendChannel, number> = { sms: 1_530, whatsapp: 4_096, push: 1_000, email: 10_000 }
const MOST_SEGMENTS = 10

/** What somebody wants to say, with merge tags. */
export interface Writing {
  channel: SendChannel
  subject?: string | null | undefined
  body: string
}

/** Names what is wrong with a subject and a body, before they are filled in for anybody. */
export function checkWriting({ channel, subject, body }: Partial<Writing>, problems: Problems): void {
  for (const [name, text] of Object.entries({ body, subject })) {
    const problem = typeof text === 'string' ? tagProblem(text) : undefined
    if (problem !== undefined) problems.add(name, problem)
  }
  if (subject?.includes('\n')) problems.add('subject', because('must be one line'))
  const problem = channel === undefined || body === undefined ? undefined : lengthProblem(channel, body)
  if (problem !== undefined) problems.add('body', problem)
}

/** What is wrong with the length of a text on a channel. */
function lengthProblem(channel: SendChannel, text: string): string | undefined {
  if ([...text].length > MOST_CHARACTERS[channel])
    return because('must be at most {most} characters on {channel}', { most: MOST_CHARACTERS[channel], channel })
  const segments = channel === 'sms' ? segmentsOf(text) : 1
  return segments > MOST_SEGMENTS
    ? because('takes {segments} SMS segments; at most {most} are sent', { segments, most: MOST_SEGMENTS })
    : undefined
}

/**
 * The message for one recipient.
 * @param elsewhere the branch of a message to an address that nobody on record has
 */
export function draft(
  { person, to, skip }: Recipient,
  { channel, body, subject }: Writing,
  church_name: string,
  elsewhere: number,
): Draft {
  const tags = { ...(person ?? addressTags(channel, to)), church_name }
  const titled = channel === 'email' || channel === 'push'
  const text = fillTags(body, tags)
  const error = text.trim() === '' ? 'empty_body' : lengthProblem(channel, text) === undefined ? undefined : 'too_long'
  return {
    person_id: person?.id ?? null,
    branch_id: person?.branch_id ?? elsewhere,
    to,
    subject: titled ? oneLine(fillTags(subject ?? '', tags)) || oneLine(church_name) : null,
    body: text,
    ...(error !== undefined && { end: { status: 'failed', error } }),
    ...(skip !== undefined && { end: { status: 'skipped', error: skip } }),
  }
}

const addressTags = (channel: SendChannel, to: string) => (channel === 'email' ? { email: to } : { phone: to })

/** A name with a line break must not add a header to an e-mail. */
const oneLine = (text: string): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, MOST_SUBJECT).join('')
