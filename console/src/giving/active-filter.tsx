/** All funds, the active ones, the others. */
import { SegmentedControl } from '@mantine/core'
import { SaidFilter } from '../lists/said-filter.tsx'
import { useAddress } from '../lists/use-address.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { t } from '../texts/t.ts'

const CHOICES = [
  { value: '', label: t('All') },
  { value: '1', label: t('Active') },
  { value: '0', label: t('Inactive') },
]

export function ActiveFilter() {
  const [parameters, change] = useAddress()
  const active = parameters.get('active') ?? ''
  if (usePrinting()) {
    const chosen = CHOICES.find(({ value }) => value === active && value !== '')
    return <SaidFilter label={t('Which funds')} value={chosen?.label} />
  }
  return (
    <SegmentedControl
      aria-label={t('Which funds')}
      mb="md"
      data={CHOICES}
      value={active}
      onChange={wanted => change({ active: wanted })}
    />
  )
}
