/** What a merge moves, in words. */
import type { MovedTable } from '../../../src/modules/index.ts'
import type { MergeCounts } from '../../../src/modules/people/merge-counts.ts'
import { counted, wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** What is moved by a merge, as people call it. */
export const WORDS: Record<MovedTable, [one: string, many: string]> = {
  contributions: ['gift', 'gifts'],
  gifts: [t('online payment'), t('online payments')],
  messages: ['message', 'messages'],
  inbox: ['answer', 'answers'],
  message_batch_recipients: [t('place in a group message'), t('places in group messages')],
  devices: ['device', 'devices'],
  prayer_requests: [t('prayer request'), t('prayer requests')],
  person_tags: ['tag', 'tags'],
}

const KINDS = Object.keys(WORDS) as MovedTable[]

/** What will move, as far as one may know how much, and what else does. */
export function moveWords(counts: MergeCounts<MovedTable>): string {
  const moved = KINDS.filter(kind => (counts[kind] ?? 0) > 0).map(kind => counted(counts[kind] ?? 0, ...WORDS[kind]))
  const untold = KINDS.filter(kind => counts[kind] === null).map(kind => WORDS[kind][1])
  const told = moved.length === 0 ? [] : [`${moved.join(', ')} will move to the record you keep.`]
  const others = untold.length === 0 ? [] : [`${wordOf(untold.join(' and '))} will move, too.`]
  return [...told, ...others].join(' ') || t('Nothing else is linked to the record you remove.')
}
