/** How many SMS units the church has, in one line. */
import { Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

export function UnitsLeft() {
  const { data } = useView('units')
  if (data === undefined) return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('{count, plural, one {# SMS unit} other {# SMS units}} left.', { count: data.free })}{' '}
      {data.book !== null && (
        <TextLink to="/messages/units" underline="always" fz="inherit">
          {t('Unit history')}
        </TextLink>
      )}
    </Text>
  )
}
