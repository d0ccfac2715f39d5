/** What of messages moves with a church: what was sent and received, not what is under way, so that nobody is told twice. */
import { sql } from '../../db/sql.ts'
import type { InArchive } from '../../resource/in-archive.ts'
import { sealedSecrets } from './provider-accounts.ts'

export const messagesInArchive: InArchive = {
  leftOut: {
    message_tasks: 'work of senders; the messages themselves go along',
    message_receipts: 'receipts that wait a day for a message that is still being written down',
    outbox: 'what development accounts kept in the place of sending',
  },
  only: {
    messages: {
      where: sql`status not in ('waiting', 'sending')`,
      because: 'messages on their way are sent by the installation that took them',
    },
  },
  sealed: [sealedSecrets],
  arrives: {
    // Only whoever runs the service lets an account name a host of its own network, and they have not said so here.
    message_providers(row) {
      row.public_only = true
    },
    message_batches(row, now) {
      row.stopped_at ??= row.finished_at === null ? now : null
      row.finished_at ??= now
    },
    message_batch_recipients(row) {
      if (row.state === 'waiting') row.state = 'stopped'
    },
    // What it was set aside for stayed behind.
    sms_accounts(row) {
      row.held = 0
    },
  },
  unsettled: [
    {
      one: 'message on its way',
      many: 'messages on their way',
      means: 'they are sent from here, and are not in the file.',
      count: church =>
        sql`select count(*)::int as n from messages where church_id = ${church} and status in ('waiting', 'sending')`,
    },
    {
      one: 'message to many that is not finished',
      many: 'messages to many that are not finished',
      means: 'in the other place they are stopped. Let them end, or stop them here.',
      count: church =>
        sql`select count(*)::int as n from message_batches where church_id = ${church} and finished_at is null`,
    },
  ],
  sums: [{ table: 'sms_entries', by: [], of: ['units'] }],
}
