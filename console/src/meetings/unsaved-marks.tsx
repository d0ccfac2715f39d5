/** Said on a roll while marks that were tapped wait for the server. */
import { Text } from '@mantine/core'
import { t } from '../texts/t.ts'

/** @param kept how many wait */
export function UnsavedMarks({ kept }: { kept: number }) {
  if (kept === 0) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {t(
        '{count, plural, one {# mark is} other {# marks are}} not saved yet: the server cannot be reached. What you tapped is kept on this device, and sent by itself later.',
        { count: kept },
      )}
    </Text>
  )
}
