/** Filters of the list of people, in words. */

import { givingWords } from '../formats/giving-words.ts'
import { listed, listOfAny } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

const WORDS: Record<string, (value: string) => string> = {
  q: value => t('search “{value}”', { value }),
  status: value => t('status {value}', { value }),
  branch_id: value => t('branch {value}', { value }),
  family_id: value => t('family {value}', { value }),
  tag: value => t('tag {value}', { value }),
  created_since: value => t('added since {value}', { value }),
  updated_since: value => t('changed since {value}', { value }),
  not_seen_weeks: value => t('not seen for {count, plural, one {# week} other {# weeks}}', { count: Number(value) }),
  giving: givingWords,
}

/**
 * `status Member, branch North`; empty for everybody.
 * @param filter parameters of the list
 * @param name what a record is called
 */
export function filterWords(filter: string, name: (resource: string, id: number) => string | undefined): string {
  const named: Record<string, (value: string) => string | undefined> = {
    status: value => listOfAny(value.split(',').map(wordOf)),
    branch_id: value => name('branches', Number(value)),
    family_id: value => name('families', Number(value)),
  }
  return listed(
    [...new URLSearchParams(filter)]
      .filter(([, value]) => value !== '')
      .map(([parameter, value]) => {
        const shown = named[parameter]?.(value) ?? value
        return WORDS[parameter]?.(shown) ?? t('{filter} {value}', { filter: wordOf(parameter), value: shown })
      }),
  )
}
