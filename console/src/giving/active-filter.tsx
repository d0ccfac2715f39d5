/** All funds, the active ones, the others. */
import { SegmentedControl } from '@mantine/core'
import { useAddress } from '../lists/use-address.ts'
import { t } from '../texts/t.ts'

const CHOICES = [
  { value: '', label: t('All') },
  { value: '1', label: t('Active') },
  { value: '0', label: t('Inactive') },
]

export function ActiveFilter() {
  const [parameters, change] = useAddress()
  return (
    <SegmentedControl
      aria-label={t('Which funds')}
      mb="md"
      data={CHOICES}
      value={parameters.get('active') ?? ''}
      onChange={active => change({ active })}
    />
  )
}
