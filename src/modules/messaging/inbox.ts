/** Messages that come in: kept, told by an event, and obeyed where they ask to opt out or in. */

import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { inParts, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { languageFor } from '../../texts/spoken.ts'
import { ownersOf } from '../people/addressees.ts'
import { inboxReceived } from './events.ts'
import { CONFIRMATION, keywordOf, optIn, optOut } from './opt-out.ts'
import { queueMessages } from './queue.ts'

/** A message as it came in. */
export interface Incoming {
  channel: 'sms' | 'whatsapp'
  provider: string
  /** The provider's id of it: one that is told again is known by it. */
  provider_id: string
  /** E.164. */
  from: string
  to: string
  body: string
  /** The provider has itself answered an opt-out. */
  confirmed: boolean
}

/**
 * Takes a message that came in, once. A STOP or START is obeyed and confirmed; anything else records
 * `messaging.inbox_received`.
 */
export async function takeIncoming(tx: Tx, church: Church, incoming: Incoming): Promise<void> {
  const { channel, provider, provider_id, from, to, body } = incoming
  const [owner] = await ownersOf(tx, church.id, channel, from)
  const kept = await tx.first<{ id: number }>(sql`
    insert into inbox (church_id, channel, provider, provider_id, person_id, "from", "to", body, created_at)
    values (${church.id}, ${channel}, ${provider}, ${provider_id}, ${owner?.id ?? null}, ${from}, ${to}, ${body},
      ${tx.now}::timestamptz)
    on conflict (church_id, provider, provider_id) do nothing returning id`)
  if (kept === undefined) return
  const asked = keywordOf(body)
  if (asked !== undefined) return await obey(tx, church, { ...incoming, ...asked, owner })
  const person_id = owner?.id ?? null
  const data = { id: kept.id, channel, from, to, person_id, body, received_at: printTimestamp(tx.now) }
  await record(tx, church, inboxReceived, JSON.stringify(data))
}

/** What somebody asks for by answering with a word. */
interface Answered extends Pick<Incoming, 'channel' | 'from' | 'confirmed'> {
  wants: 'out' | 'in'
  keyword: string
  /** Who has the address it came from. */
  owner: { id: number; branch_id: number; language: string | null } | undefined
}

/** Confirms once: who is out already is not written to again. */
async function obey(tx: Tx, church: Church, answered: Answered): Promise<void> {
  const { channel, from, confirmed, wants, keyword, owner } = answered
  if (wants === 'in') return await optIn(tx, church, channel, from)
  const changed = await optOut(tx, church, { channel, address: from, by: 'reply', keyword })
  if (!changed || confirmed) return
  const { say } = languageFor(church, owner?.language)
  const body = say('You will get no more messages from {church}. Reply START to get them again.', {
    church: church.name,
  })
  const whose = { person_id: owner?.id ?? null, branch_id: owner?.branch_id ?? church.hq_branch_id }
  const draft = { ...whose, to: from, subject: null, body }
  await queueMessages(tx, church, { channel, drafts: [draft], source: CONFIRMATION, many: false })
}

/** A message that came in, as lists show it. */
interface InboxEntry {
  id: number
  channel: string
  from: string
  to: string
  person_id: number | null
  body: string
  created_at: string
}

/** The newest messages that came in, newest first. */
export async function listInbox(read: Db, church: Church, limit: number): Promise<InboxEntry[]> {
  const entries =
    await read.all<InboxEntry>(sql`select id, channel, "from", "to", person_id, body, created_at from inbox
    where church_id = ${church.id} order by id desc limit ${limit}`)
  return entries.map(entry => ({ ...entry, created_at: printTimestamp(entry.created_at) }))
}

/** The same, with the name of who wrote. */
export interface InboxLetter extends InboxEntry {
  person_name: string | null
}

const MOST_SHOWN = 50
/** Messages that are in memory at once while a file is made. */
const FILE_BATCH = 500

/**
 * Messages that came in and are in the caller's sight, newest first. Who is limited to a branch sees those of its people;
 * what came from nobody on record belongs to the whole church.
 */
async function lettersOf(
  read: Db,
  { church, visible }: Caller,
  before = Number.MAX_SAFE_INTEGER,
  most = MOST_SHOWN,
): Promise<InboxLetter[]> {
  const seen = visible === null ? sql`true` : sql`p.branch_id = any(${idArray(visible)})`
  const letters = await read.all<InboxLetter>(sql`select i.id, i.channel, i."from", i."to", i.person_id, i.body,
      i.created_at, p.full_name as person_name
    from inbox i left join people p on p.church_id = i.church_id and p.id = i.person_id
    where i.church_id = ${church.id} and i.id < ${before} and ${seen} order by i.id desc limit ${most}`)
  return letters.map(letter => ({ ...letter, created_at: printTimestamp(letter.created_at) }))
}

export const inbox = view({
  name: 'inbox',
  may: within(STAFF),
  fields: { before: field.ref().settable().doc('The id of the last one that was seen, for the page after it') },
  run: ({ read }, caller, { before }) => lettersOf(read, caller, before),
})

export const inboxFile = tableFile({
  name: 'inbox_file',
  may: within(STAFF),
  fields: {},
  called: 'inbox',
  columns: {
    created_at: (one: InboxLetter) => one.created_at,
    channel: one => one.channel,
    from: one => one.from,
    name: one => one.person_name,
    to: one => one.to,
    body: one => one.body,
  },
  rows: ({ read }, caller) => inParts(FILE_BATCH, last => lettersOf(read, caller, last?.id, FILE_BATCH)),
})
