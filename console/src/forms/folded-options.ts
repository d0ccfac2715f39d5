/** Offers what is typed, whatever its case and diacritics: as the lists search. */
import type { OptionsFilter } from '@mantine/core'
import { fold } from '../../../src/lib/fold.ts'

/** The options whose label contains what is typed. */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search.trim())
  return options.filter(one => !('label' in one) || fold(one.label).includes(wanted)).slice(0, limit)
}
