/** All funds, the active ones, the others. */
import { SegmentedControl } from '@mantine/core'
import { useAddress } from '../lists/use-address.ts'

const CHOICES = [
  { value: '', label: 'All' },
  { value: '1', label: 'Active' },
  { value: '0', label: 'Inactive' },
]

export function ActiveFilter() {
  const [parameters, change] = useAddress()
  return (
    <SegmentedControl
      aria-label="Which funds"
      mb="md"
      data={CHOICES}
      value={parameters.get('active') ?? ''}
      onChange={active => change({ active })}
    />
  )
}
