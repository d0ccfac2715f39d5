/** Says that what was typed earlier is here again. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { t } from '../texts/t.ts'

export function RestoredNotice({ shown, onDiscard }: { shown: boolean; onDiscard(): void }) {
  if (!shown) return null
  return (
    <Alert color="indigo" role="status">
      <Group justify="space-between">
        <Text size="sm">{t('Your unsaved changes were restored.')}</Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('Discard changes')}
        </Button>
      </Group>
    </Alert>
  )
}
