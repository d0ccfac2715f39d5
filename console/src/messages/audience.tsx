/** Everyone who matches a filter of the list of people, in words. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'
import { filterWords } from './audience-words.ts'

interface AudienceProps {
  /** Parameters of the list of people. */
  filter: string
  onRemove(): void
}

/** `status Member, branch North`; empty for everybody. */
function useWords(filter: string): string {
  const wanted = new URLSearchParams(filter)
  const branches = useBranches().data ?? []
  const family = useRecord('families', Number(wanted.get('family_id')) || undefined).data?.name
  return filterWords(filter, (resource, number) =>
    resource === 'families' ? family : branches.find(({ id }) => id === number)?.name,
  )
}

export function Audience({ filter, onRemove }: AudienceProps) {
  const words = useWords(filter)
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={500}>
            {words === '' ? t('Everyone on the people list') : t('Everyone who matches')}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {words !== '' && t('{filters}.', { filters: words })}{' '}
            <TextLink to={`/people?${filter}`} underline="always" fz="inherit">
              {t('See the list')}
            </TextLink>
          </Text>
        </div>
        <Button size="xs" variant="default" onClick={onRemove}>
          {t('Choose people instead')}
        </Button>
      </Group>
    </Paper>
  )
}
