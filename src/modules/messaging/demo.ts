/** The messages of the demo church. */
import type { Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { seededRandom } from '../../lib/random.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { demoMessages } from './demo-messages.ts'
import { messages } from './messages.ts'

const SEED = 1663

/** Adds what was sent in the last weeks. */
export async function writeInDemo(tx: Tx, { id: church, name, people, day }: DemoChurch): Promise<void> {
  const list = demoMessages(seededRandom(SEED), people, name, day)
  const words = 'channel, "to", subject, body, status, error, source'
  const types = `branch_id bigint, person_id bigint, ${words.replaceAll(',', ' text,')} text, units integer, created_at timestamptz`
  await tx.run(sql`insert into messages (church_id, branch_id, person_id, ${raw(words)}, units, created_at, updated_at,
      sent_at, delivered_at)
    select ${church}, branch_id, person_id, ${raw(words)}, units, created_at, created_at, created_at,
      case when status = 'delivered' then created_at end
    from ${listed(list, types)} order by ordinality`)
  await recount(tx, church, messages)
}
