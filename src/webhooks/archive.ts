/** What of webhooks moves with a church: the endpoints, switched off, so that no receiver is told twice. */
import { sql } from '../db/sql.ts'
import type { InArchive } from '../resource/in-archive.ts'
import { sealedPreviousSecret, sealedSecret } from './sealed-secret.ts'

export const webhooksInArchive: InArchive = {
  leftOut: {
    webhook_lanes: 'which node sends to an endpoint; made anew',
    webhook_deliveries: 'what is under way is sent by the installation that began it',
    webhook_attempts: 'the log of what another installation sent',
  },
  // An id is known to every node of an installation; the new one gives its own.
  columnsLeftOut: { webhook_endpoints: ['id', 'previous_secret', 'previous_secret_until'] },
  sealed: [sealedSecret, sealedPreviousSecret],
  arrives: {
    webhook_endpoints(row, now) {
      row.status = 'off'
      row.status_reason = 'The church came from another installation. Switch it on when that one has stopped sending.'
      row.status_since = now
    },
  },
  unsettled: [
    {
      one: 'webhook on its way',
      many: 'webhooks on their way',
      means: 'they are sent from here, and are not in the file.',
      count: church =>
        sql`select count(*)::int as n from webhook_deliveries where church_id = ${church} and kind <> 'test'`,
    },
  ],
  async complete(tx, church) {
    await tx.run(sql`insert into webhook_lanes (church_id, endpoint_id)
      select ${church}, id from webhook_endpoints where church_id = ${church}`)
  },
}
