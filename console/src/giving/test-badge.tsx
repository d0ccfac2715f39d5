/** Marks a payment in which no money moved. */
import { Badge } from '@mantine/core'
import { t } from '../texts/t.ts'

export function TestBadge() {
  return (
    <Badge variant="outline" color="orange" tt="none" miw="max-content" c="var(--mantine-color-text)">
      {t('Test payment')}
    </Badge>
  )
}
