/** Sends nothing: keeps what it is given where a developer can read it. For the demo church and for trying things out. */
import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { printTimestamp } from '../../../lib/calendar.ts'
import type { Church } from '../../../resource/caller.ts'
import { type StepContext, step, type TakeStep } from '../../../resource/step.ts'
import { type Outbound, type Provider, type ProviderDeclaration, SEND_CHANNELS } from '../provider.ts'

/** What was "sent", as lists show it. */
export interface OutboxEntry {
  id: number
  message_id: number
  channel: string
  to: string
  subject: string | null
  body: string
  unsubscribe_url: string | null
  created_at: string
}

export const DEVELOPMENT: ProviderDeclaration = {
  name: 'development',
  title: 'Development outbox',
  channels: SEND_CHANNELS,
  settings: {},
  rate: { perSecond: 1_000, atOnce: 8 },
}

/** The provider. @param take how its outbox is written */
export const development = (take: TakeStep): Provider => ({
  ...DEVELOPMENT,
  async send(outbound) {
    const kept = await take(keep, outbound.church, outbound)
    return { taken: true, provider_id: `outbox-${kept?.id}` }
  },
})

const keep = step({
  name: 'outbox.keep',
  by: 'worker',
  unseen: true,
  run(
    tx,
    { church }: StepContext<Outbound['church']>,
    { message_id, channel, to, subject, body, unsubscribe_url }: Outbound,
  ) {
    return tx.first<{ id: number }>(sql`
      insert into outbox (church_id, message_id, channel, "to", subject, body, unsubscribe_url, created_at)
      values (${church.id}, ${message_id}, ${channel}, ${to}, ${subject}, ${body}, ${unsubscribe_url},
        ${tx.now}::timestamptz) returning id`)
  },
})

/** The newest messages of the outbox, newest first. */
export async function listOutbox(read: Db, church: Church, limit: number): Promise<OutboxEntry[]> {
  const entries = await read.all<OutboxEntry>(sql`
    select id, message_id, channel, "to", subject, body, unsubscribe_url, created_at from outbox
    where church_id = ${church.id} order by id desc limit ${limit}`)
  return entries.map(entry => ({ ...entry, created_at: printTimestamp(entry.created_at) }))
}
