/** What a merge moves, in words. */
import type { MovedCount } from '../../../src/modules/people/merge-counts.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { listOfAll } from '../formats/lists.ts'
import { t } from '../texts/t.ts'

/** What will move, as far as one may know how much, and what else does. */
export function moveWords(moved: readonly MovedCount[]): string {
  const told = moved.flatMap(one => (one.count ? t(phrasesOf(one).counted, { count: one.count }) : []))
  const untold = moved.flatMap(one => (one.count === null ? t(phrasesOf(one).several) : []))
  const sentences = [
    told.length > 0 && t('{records} will move to the record you keep.', { records: listOfAll(told) }),
    untold.length > 0 && t('What you cannot see will move, too: {records}.', { records: listOfAll(untold) }),
  ].filter(sentence => sentence !== false)
  return sentences.length > 0 ? sentences.join(' ') : t('Nothing else is linked to the record you remove.')
}
