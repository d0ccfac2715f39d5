/** What people of the demo church pray for. */
import type { Tx } from '../../db/database.ts'
import { insertRow } from '../../resource/creation.ts'
import type { DemoChurch } from '../../resource/demo.ts'
import type { Values } from '../../resource/rows.ts'
import { prayerRequests } from './prayer-requests.ts'

/** Who asks without a name is on record. */
const PRAYERS: readonly Values<typeof prayerRequests.fields>[] = [
  {
    category: 'health',
    body: 'For my mother, who has an operation on Thursday.',
    is_urgent: true,
    status: 'praying',
    prayed_count: 7,
  },
  { category: 'work', body: 'For a new job; my contract ends this month.', is_public: true },
  {
    name: 'A visitor',
    category: 'family',
    body: 'That my brother and I speak with each other again.',
    is_public: true,
    status: 'praying',
    prayed_count: 3,
  },
  {
    category: 'thanks',
    body: 'For a safe birth.',
    is_public: true,
    status: 'answered',
    prayed_count: 21,
    answer: 'A girl; both are well.',
  },
]

/** Adds them: requests of some who visit, and of a guest. */
export async function prayInDemo(tx: Tx, { id, branches, people }: DemoChurch): Promise<void> {
  const table = { name: prayerRequests.name, printer: prayerRequests.alone }
  for (const [index, prayer] of PRAYERS.entries()) {
    const person = prayer.name === undefined ? people[index * 3] : undefined
    await insertRow(tx, table, id, {
      ...prayer,
      person_id: person?.id,
      branch_id: person?.branch_id ?? branches[0],
      ...(prayer.answer !== undefined && { answered_at: tx.now }),
      source: 'online',
    })
  }
}
