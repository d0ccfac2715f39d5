/** How many SMS units the church has, in one line. */
import { Text } from '@mantine/core'
import type { Units } from '../../../src/modules/messaging/units-book.ts'
import { useView } from '../api/use-operations.ts'
import { counted } from '../formats/words.ts'
import { TextLink } from '../shell/text-link.tsx'

export function UnitsLeft() {
  const { data } = useView<Units>('units')
  if (data === undefined) return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      {counted(data.free, 'SMS unit', 'SMS units')} left.{' '}
      {data.book !== null && (
        <TextLink to="/messages/units" underline="always" fz="inherit">
          Book of units
        </TextLink>
      )}
    </Text>
  )
}
