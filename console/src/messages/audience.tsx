/** Everyone who matches a filter of the list of people, in words. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import { wordOf } from '../formats/words.ts'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

interface AudienceProps {
  /** Parameters of the list of people. */
  filter: string
  onRemove(): void
}

const LABELS: Record<string, string> = {
  q: 'search',
  status: 'status',
  branch_id: 'branch',
  family_id: 'family',
  tag: 'tag',
  created_since: t('added since'),
  updated_since: t('changed since'),
}

/** `status member, branch North`; empty for everybody. */
function useWords(filter: string): string {
  const wanted = new URLSearchParams(filter)
  const branches = useBranches().data ?? []
  const family = useRecord('families', Number(wanted.get('family_id')) || undefined).data?.name
  const named: Record<string, (value: string) => string | undefined> = {
    status: value => value.split(',').map(wordOf).join(' or '),
    branch_id: value => branches.find(({ id }) => String(id) === value)?.name,
    family_id: () => family,
    q: value => `"${value}"`,
  }
  return [...wanted]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${LABELS[name] ?? wordOf(name).toLowerCase()} ${named[name]?.(value) ?? value}`)
    .join(', ')
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
            {words}
            {words !== '' && '. '}
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
