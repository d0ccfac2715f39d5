/** POST /messages (spec, Messages; decisions, Messages). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { effectWrite } from '../../resource/effect.ts'
import type { Input, JsonSchema, Sent } from '../../resource/field.ts'
import type { Answer, WriteContext } from '../../resource/resource.ts'
import * as field from '../../resource/types.ts'
import { defaultBranch } from '../church/visible-branch.ts'
import { checkWriting, draft, MOST_SUBJECT } from './draft.ts'
import { messageFields, STATUSES } from './fields.ts'
import { MERGE_TAGS } from './merge-tags.ts'
import { SEND_CHANNELS } from './provider.ts'
import { queueMessages } from './queue.ts'
import { addressAsked, MOST_RECIPIENTS, peopleAsked, type Recipient } from './recipients.ts'

const TAGS = MERGE_TAGS.map(tag => `{${tag}}`).join(', ')

const sendFields = {
  ...messageFields,
  channel: field.oneOf(SEND_CHANNELS).required(),
  person_id: field.ref('people').settable().doc('One person'),
  person_ids: field.idList(MOST_RECIPIENTS).settable().doc(`Up to ${MOST_RECIPIENTS} people, each once`),
  to: field.text(254).settable().doc('A raw phone number or e-mail address'),
  subject: field
    .text(MOST_SUBJECT)
    .nullable()
    .settable()
    .doc("Of an e-mail or push message; default the church's name"),
  body: field.text(10_000).required().doc(`The text, with merge tags: ${TAGS}`),
}

type SendInput = Input<typeof sendFields>

const ANSWER: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    person_id: { type: ['integer', 'null'] },
    status: { type: 'string', enum: STATUSES },
    error: { type: ['string', 'null'] },
    channel: { type: 'string', enum: SEND_CHANNELS },
  },
  required: ['id', 'person_id', 'status', 'error', 'channel'],
}

const COUNTS = ['total', 'sent', 'failed', 'skipped']

export const sendMessage = effectWrite({
  fields: sendFields,
  answers: {
    data: { anyOf: [ANSWER, { type: 'array', items: ANSWER, description: 'For person_ids' }] },
    meta: {
      type: 'object',
      description: 'For person_ids',
      properties: Object.fromEntries(COUNTS.map(name => [name, { type: 'integer' }])),
      required: COUNTS,
    },
    refusals: ['send_failed', 'recipient_skipped'],
    example: { id: 1, person_id: 1, status: 'sent', error: null, channel: 'sms' },
  },
  unknown: 'refuse',
  doc: 'Sends a message to one recipient or many, and answers with what became of it',
  example: { channel: 'sms', person_id: 1, body: 'Dear {first_name}, see you on Sunday.' },
  check,
  async begin(tx: Tx, { caller }: WriteContext, input: SendInput, recipients: Recipient[]): Promise<string> {
    const { channel, subject, body } = input
    const writing = { channel, subject, body }
    const drafts = recipients.map(recipient => draft(recipient, writing, caller.church.name, defaultBranch(caller)))
    const many = input.person_ids !== undefined
    return String(
      await queueMessages(tx, caller.church, {
        channel,
        drafts,
        source: caller.by.kind === 'key' ? 'api' : 'console',
        many,
      }),
    )
  },
  outcome,
})

const ONE_OF = 'send exactly one of person_id, person_ids and to'

async function check(
  db: Db,
  { caller }: WriteContext,
  input: Sent<typeof sendFields>,
  problems: Problems,
): Promise<Recipient[]> {
  const { channel, body, subject } = input
  checkWriting({ ...(channel && { channel }), ...(body && { body }), subject }, problems)
  const names = (['person_id', 'person_ids', 'to'] as const).filter(
    name => input[name] !== undefined || problems.has(name),
  )
  if (names.length !== 1) {
    for (const name of names.length === 0 ? ['person_id', 'person_ids', 'to'] : names) problems.add(name, ONE_OF)
    return []
  }
  if (channel === undefined) return []
  const { person_id, person_ids, to } = input
  if (person_id !== undefined) {
    return await peopleAsked(db, caller, { channel, field: 'person_id', ids: [person_id] }, problems)
  }
  if (person_ids !== undefined) {
    return await peopleAsked(db, caller, { channel, field: 'person_ids', ids: person_ids }, problems)
  }
  const recipient = to === undefined ? undefined : await addressAsked(db, caller, { channel, to }, problems)
  return recipient === undefined ? [] : [recipient]
}

interface Row {
  id: number
  person_id: number | null
  status: string
  error: string | null
  channel: string
}

async function outcome(db: Db, church: number, task: string): Promise<Answer | ApiError | undefined> {
  const rows = await db.all<Row & { many: boolean }>(sql`
    select m.id, m.person_id, m.status, m.error, m.channel, t.many
    from message_tasks t join messages m on m.church_id = t.church_id and m.task_id = t.id
    where t.church_id = ${church} and t.id = ${task}::bigint order by m.id`)
  const [first] = rows
  if (first === undefined || rows.some(({ status }) => status === 'waiting' || status === 'sending')) return undefined
  const data = rows.map(({ id, person_id, status, error, channel }) => ({ id, person_id, status, error, channel }))
  if (first.many) return { status: 201, data: JSON.stringify(data), meta: counts(rows) }
  if (first.status === 'skipped') return refusal('recipient_skipped', first, 'was skipped')
  if (first.status === 'failed') return refusal('send_failed', first, 'was not sent')
  return { status: 201, data: JSON.stringify(data[0]) }
}

/** What to do about it, where that is not what the provider said. */
const ADVICE: Partial<Record<string, string>> = {
  deceased: 'They are on record as having died.',
  opted_out: 'They have opted out of this channel.',
  no_address: 'They have no address for this channel.',
  no_provider: 'The church has no provider for this channel; an administrator can set one up.',
  provider_login: 'The provider does not accept the sign-in or the key. Set up the provider again.',
  provider_settings: 'Set up the provider again.',
  address_not_allowed: 'A mail server that is set in the console has to have a public address.',
  insufficient_units: 'The church has not enough SMS units. Nothing was charged.',
  empty_body: 'With its merge tags replaced nothing is left of it.',
  too_long: 'With its merge tags replaced it is longer than the channel carries.',
  timed_out: 'It was never handed over. Send it again, with a new Idempotency-Key.',
  interrupted: 'The server stopped before it was handed over. Send it again, with a new Idempotency-Key.',
  unknown_outcome: 'Nobody can tell whether the provider took it, so it is not sent again by itself.',
}

/** A message that was not sent. */
export class NotSent extends ApiError {
  /** As the log of messages has it: a code, and after a colon what the provider said. */
  readonly reason: string | null

  constructor(code: 'recipient_skipped' | 'send_failed', message: string, reason: string | null) {
    super(code, { message })
    this.reason = reason
  }
}

function refusal(code: 'recipient_skipped' | 'send_failed', { id, error }: Row, what: string): NotSent {
  const advice = ADVICE[error?.split(':')[0] ?? '']
  return new NotSent(code, `Message ${id} ${what}: ${error}.${advice === undefined ? '' : ` ${advice}`}`, error)
}

function counts(rows: readonly Row[]) {
  const of = (...states: string[]): number => rows.filter(({ status }) => states.includes(status)).length
  return { total: rows.length, sent: of('sent', 'delivered'), failed: of('failed'), skipped: of('skipped') }
}
