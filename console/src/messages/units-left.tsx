/** How many SMS units the church has, in one line. */
import { Text } from '@mantine/core'
import { useView } from '../api/use-operations.ts'
import { counted } from '../formats/words.ts'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

export function UnitsLeft() {
  const { data } = useView('units')
  if (data === undefined) return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      {counted(data.free, t('SMS unit'), t('SMS units'))} left.{' '}
      {data.book !== null && (
        <TextLink to="/messages/units" underline="always" fz="inherit">
          {t('Unit history')}
        </TextLink>
      )}
    </Text>
  )
}
