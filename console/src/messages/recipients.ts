/** Whom a message goes to, and in which requests it is sent. */
import type { MessageCreate } from '../api-types.ts'
import type { Found } from '../forms/found.ts'

/** A person on record, or an address as it is. */
export type Recipient = ({ person_id: number } | { to: string }) & Pick<Found, 'title' | 'detail'>

/** Stays the same for the same recipient. */
export const recipientKey = (recipient: Recipient): string =>
  'to' in recipient ? `to:${recipient.to}` : `person:${recipient.person_id}`

/** The recipients with others added, each once. */
export function withRecipients(before: readonly Recipient[], added: readonly Recipient[]): Recipient[] {
  return [...new Map([...before, ...added].map(recipient => [recipientKey(recipient), recipient])).values()]
}

/** One request, with those it is for. */
export interface Batch {
  recipients: readonly Recipient[]
  body: MessageCreate
}

/** People of one request: few enough that progress is seen; the API takes 100. */
const PEOPLE_AT_ONCE = 25

/** The requests that send a message: people together, addresses one by one. Always the same for the same message. */
export function batchesOf(
  message: Pick<MessageCreate, 'channel' | 'body' | 'subject'>,
  recipients: readonly Recipient[],
): Batch[] {
  const people = recipients.filter(one => 'person_id' in one)
  const addresses = recipients.filter(one => 'to' in one)
  const groups = Array.from({ length: Math.ceil(people.length / PEOPLE_AT_ONCE) }, (_, index) =>
    people.slice(index * PEOPLE_AT_ONCE, (index + 1) * PEOPLE_AT_ONCE),
  )
  return [
    ...groups.map(group => ({
      recipients: group,
      body: { ...message, person_ids: group.map(({ person_id }) => person_id) },
    })),
    ...addresses.map(one => ({ recipients: [one], body: { ...message, to: one.to } })),
  ]
}

/** What somebody pasted: one recipient a line, or separated by commas or semicolons. */
export const pastedLines = (text: string): string[] =>
  [...new Set(text.split(/[\n,;\t]+/).map(line => line.trim()))].filter(line => line !== '')

/** How a pasted line is looked up. */
export function kindOf(line: string): 'email' | 'phone' | 'q' {
  if (/^\S+@\S+\.\S+$/.test(line)) return 'email'
  return /^\+?[\d\s()./-]{7,20}$/.test(line) ? 'phone' : 'q'
}
