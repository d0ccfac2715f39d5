/** What is to be known of the sum of the list of gifts. */
import { useAddress } from '../lists/use-address.ts'
import { t } from '../texts/t.ts'

/** Gifts that are void are counted only where they were asked for. */
export function useVoidNote(): string | null {
  const [parameters] = useAddress()
  return ['all', 'void'].includes(parameters.get('status') ?? '') ? t('including void gifts') : null
}
