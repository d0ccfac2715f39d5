/** The subscriptions of an endpoint as they are sent. */
import { Group, Pill, Text } from '@mantine/core'
import { t } from '../texts/t.ts'
import { patternWords } from './endpoint-words.ts'

/** @param onRemove absent where they are only shown */
export function ChosenEvents({
  patterns,
  onRemove,
}: {
  patterns: readonly string[]
  onRemove?(pattern: string): void
}) {
  if (patterns.length === 0) return <Text c="dimmed">{t('No events chosen yet.')}</Text>
  return (
    <Group component="ul" gap="xs" m={0} p={0} aria-label={t('Chosen events')} style={{ listStyle: 'none' }}>
      {patterns.map(pattern => (
        <li key={pattern}>
          <Pill
            size="md"
            ff="monospace"
            withRemoveButton={onRemove !== undefined}
            onRemove={() => onRemove?.(pattern)}
            removeButtonProps={{ 'aria-label': `Remove ${patternWords(pattern)}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {patternWords(pattern)}
          </Pill>
        </li>
      ))}
    </Group>
  )
}
