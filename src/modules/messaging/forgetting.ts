/** What becomes of the messages of somebody who is forgotten, and of what is kept beside them. */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, type Forgotten, kept, namedIn, nameless } from '../../resource/forgetting.ts'
import { writeIn } from './outcomes.ts'

/** Why a message that waited was not sent. */
const FORGOTTEN = 'forgotten'

export const messagesForgotten = nameless(
  'The log counts what was sent and what it cost; it no longer says to whom, nor what.',
  () => ({
    to: sql`''`,
    subject: sql`null`,
    body: sql`''`,
    // Behind the colon stands what the provider said.
    error: sql`split_part(t.error, ':', 1)`,
    provider_id: sql`null`,
    person_id: sql`null`,
  }),
  {
    alsoBy: ['to'],
    hinders: {
      where: sql`t.status = 'sending'`,
      because: { code: 'sending' },
    },
    before: endWaiting,
  },
)

/** What was not handed over yet is not to go out any more. */
async function endWaiting(tx: Tx, { church }: Forgotten, theirs: Sql): Promise<void> {
  const waiting = await tx.all<{ id: number }>(sql`select t.id from messages as t
    where t.church_id = ${church.id} and ${theirs} and t.status = 'waiting'`)
  const skipped = { status: 'skipped', provider: null, provider_id: null, error: FORGOTTEN } as const
  await writeIn(
    tx,
    church,
    waiting.map(({ id }) => ({ message_id: id, ...skipped })),
  )
}

export const inboxForgotten = deleted('They are what somebody wrote.', { alsoBy: ['from'] })

export const devicesForgotten = deleted('Nothing is to be sent to them any more.')

/** The messages of somebody, as a column of theirs. */
const ofMessages = (column: Sql, forgotten: Forgotten): Sql => sql`(select ${column} from messages as t
  where t.church_id = ${forgotten.church.id} and ${namedIn(['person_id'], messagesForgotten.alsoBy)(forgotten)})`

export const messageCopies: readonly CopiesPeople[] = [
  {
    table: 'outbox',
    asked: { untold: 'They are copies of messages.' },
    theirs: forgotten => sql`t.message_id in ${ofMessages(sql`t.id`, forgotten)}`,
    forgotten: deleted('It holds messages in the place of sending them.'),
  },
  {
    table: 'message_receipts',
    asked: { untold: 'They say what became of messages, which tell it.' },
    theirs: forgotten => sql`(t.provider, t.provider_id) in ${ofMessages(sql`t.provider, t.provider_id`, forgotten)}`,
    forgotten: deleted('They are of messages that name nobody any more.'),
  },
  {
    table: 'message_batches',
    asked: { untold: 'What was written to them alone stands in the message.' },
    theirs: ({ church, ids }) => sql`t.total = 1 and t.id in (select r.batch_id from message_batch_recipients as r
      where r.church_id = ${church.id} and r.person_id = any(${[...ids]}::bigint[]))`,
    forgotten: nameless('What was written to them alone.', () => ({ subject: sql`null`, body: sql`''` })),
  },
  {
    table: 'message_opt_outs',
    asked: { told: true },
    words: { one: 'address that wants no messages', many: 'addresses that want no messages' },
    theirs: ({ addresses }) => sql`t.address = any(${[...addresses]}::text[])`,
    forgotten: kept('Whoever said that they want no messages must not get any, should the address come back.'),
  },
]
