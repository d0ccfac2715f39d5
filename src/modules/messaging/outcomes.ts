/** Writes down what became of messages: state, units, totals, `message.sent`, in one transaction a church. */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { type EventChurch, recordMany } from '../../events/record.ts'
import { SETTLED } from '../../resource/effect.ts'
import { type StepContext, step } from '../../resource/step.ts'
import { type Delta, summed, tally } from '../../resource/tally.ts'
import { messagePrinter } from './fields.ts'
import { settleUnits, unitsOf } from './sms-units.ts'

/** What became of one message. */
export interface SendOutcome {
  message_id: number
  status: 'sent' | 'failed' | 'skipped'
  provider: string | null
  provider_id: string | null
  /** A code and, after a colon, what the provider said; null where it was sent. */
  error: string | null
  /** What an SMS cost as it was sent, where nobody knew before. */
  units?: number
}

interface Before {
  id: number
  task_id: number
  branch_id: number
  channel: string
  body: string
  status: string
  held_units: number
  /** It is not in the log. */
  removed: boolean
}

/** Nobody can tell whether the provider took the message: it is never sent again (decisions, Crash while sending). */
export const UNKNOWN_OUTCOME = 'unknown_outcome'

/** The server stopped before the message was handed to a provider: it was surely not sent. */
export const INTERRUPTED = 'interrupted'

/** Such a failure was said by us, not by the provider: the provider's own answer takes its place. */
const SAID_BY_US = [UNKNOWN_OUTCOME, INTERRUPTED]

const MOST_CHARACTERS = 500

/** What somebody else said, so that it can be stored. */
export const storable = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')].slice(0, MOST_CHARACTERS).join('').trim()

/**
 * Writes outcomes of messages that are on their way. A message that has its outcome keeps it, but for a failure that was
 * said by us.
 */
export const writeOutcomes = step({
  name: 'messages.write_outcomes',
  by: 'worker',
  run: (tx, { church }: StepContext<EventChurch>, outcomes: readonly SendOutcome[]) => writeIn(tx, church, outcomes),
})

/** The same, in the caller's transaction. */
export async function writeIn(tx: Tx, church: EventChurch, outcomes: readonly SendOutcome[]): Promise<void> {
  const found =
    await tx.all<Before>(sql`select id, task_id, branch_id, channel, body, status, held_units, removed from messages
    where church_id = ${church.id} and id = any(${idArray(outcomes.map(one => one.message_id))})
      and (status in ('waiting', 'sending') or (status = 'failed' and error = any(${SAID_BY_US}::text[])))
    order by id for no key update`)
  const before = new Map(found.map(row => [row.id, row]))
  const news = outcomes.flatMap(outcome => {
    const old = before.get(outcome.message_id)
    if (old === undefined || (old.status === 'failed' && outcome.status !== 'sent')) return []
    const sms = old.channel === 'sms' && outcome.status === 'sent'
    return [{ ...cleaned(outcome), old, units: sms ? (outcome.units ?? (old.held_units || unitsOf(old.body))) : 0 }]
  })
  if (news.length === 0) return
  const paid = await settleUnits(
    tx,
    church.id,
    news.map(({ message_id, units, old, status }) => {
      return { message_id, units, held: old.held_units, charge: status === 'sent' }
    }),
  )
  const unlisted = new Set(found.filter(({ removed }) => removed).map(({ id }) => String(id)))
  const isUnlisted = (row: TextRow): boolean => unlisted.has(messagePrinter.column(row, 'id') ?? '')
  const rows = await update(
    tx,
    church.id,
    news.map(one => ({ ...one, units: paid.get(one.message_id) ?? 0 })),
  )
  await tally(tx, church.id, 'messages', summed(news.flatMap(deltas)))
  const sent = rows
    .filter(row => messagePrinter.column(row, 'status') === 'sent' && !isUnlisted(row))
    .map(row => messagePrinter.print(row))
  if (sent.length > 0) await recordMany(tx, church, 'message.sent', sent)
  finishTasks(tx, church.id, new Set(news.map(({ old }) => old.task_id)))
}

const cleaned = ({ provider_id, error, ...outcome }: SendOutcome): SendOutcome => ({
  ...outcome,
  provider_id: provider_id === null ? null : storable(provider_id),
  error: error === null ? null : storable(error),
})

async function update(tx: Tx, church: number, news: readonly (SendOutcome & { units: number })[]): Promise<TextRow[]> {
  const types = raw('message_id bigint, status text, provider text, provider_id text, error text, units integer')
  return await tx.text(sql`update messages as t set status = new.status, provider = new.provider,
      provider_id = new.provider_id, error = new.error, units = new.units, held_units = 0,
      sent_at = case when new.status = 'sent' then ${tx.now}::timestamptz end, updated_at = ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as new (${types})
    where t.church_id = ${church} and t.id = new.message_id returning ${messagePrinter.columns}`)
}

function deltas({ old, status }: SendOutcome & { old: Before }): Delta[] {
  const { id, branch_id, removed } = old
  const came = { id, branch_id, status, removed, n: 1 }
  return old.status === 'failed' ? [{ ...came, status: 'failed', n: -1 }, came] : [came]
}

/** A task none of whose messages is on its way is nobody's to renew or give up. */
function finishTasks(tx: Tx, church: number, tasks: ReadonlySet<number>): void {
  tx.send(sql`update message_tasks as task set claimed_until = null
    where church_id = ${church} and id = any(${idArray([...tasks])}) and not exists (select 1 from messages as m
      where m.church_id = ${church} and m.task_id = task.id and m.status in ('waiting', 'sending'))`)
  for (const task of tasks) tx.announce(SETTLED, { church_id: church, task: String(task) })
}
