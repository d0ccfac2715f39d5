/** Why records stay when an import is taken back, in the language of the page. */
import { type Hindrance, reasonWords, type StayReason } from '../../../src/texts/stay-reasons.ts'
import { listOfAll } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import { useHouse } from '../house/house.ts'
import { locale, t } from '../texts/t.ts'

/** Why an import cannot be taken back at all. */
export function hindranceSentence(hindrance: Hindrance): string {
  switch (hindrance) {
    case 'too_old':
      return t('This import is older than {days, number} days, and can no longer be taken back.', { days: 30 })
    case 'not_kept':
      return t('This import was made before imports could be taken back.')
    case 'hidden':
      return t('This import has records that you may not see. Ask an administrator to take it back.')
  }
}

/** Says reasons of records of a resource: its fields are called what its declaration calls them. */
export function useReasonWords(): (resource: string, reasons: readonly StayReason[]) => string {
  const house = useHouse()
  return (resource, reasons) => {
    const fields = house?.find(({ name }) => name === resource)?.fields ?? []
    const label = (name: string): string => within(fields.find(one => one.name === name)?.label ?? wordOf(name))
    return reasonWords(reasons, { say: t, label, list: listOfAll })
  }
}

/** Within a sentence English has labels in small letters; other languages have them as they are. */
const within = (label: string): string => (locale().startsWith('en') ? label.toLowerCase() : label)
