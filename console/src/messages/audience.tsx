/** Everyone who matches a filter of the list of people, in words. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import { givingWords } from '../formats/giving-words.ts'
import { listed, listOfAny } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

interface AudienceProps {
  /** Parameters of the list of people. */
  filter: string
  onRemove(): void
}

const WORDS: Record<string, (value: string) => string> = {
  q: value => t('search “{value}”', { value }),
  status: value => t('status {value}', { value }),
  branch_id: value => t('branch {value}', { value }),
  family_id: value => t('family {value}', { value }),
  tag: value => t('tag {value}', { value }),
  created_since: value => t('added since {value}', { value }),
  updated_since: value => t('changed since {value}', { value }),
  not_seen_weeks: value => t('not seen for {count, plural, one {# week} other {# weeks}}', { count: Number(value) }),
  giving: givingWords,
}

/** `status Member, branch North`; empty for everybody. */
function useWords(filter: string): string {
  const wanted = new URLSearchParams(filter)
  const branches = useBranches().data ?? []
  const family = useRecord('families', Number(wanted.get('family_id')) || undefined).data?.name
  const named: Record<string, (value: string) => string | undefined> = {
    status: value => listOfAny(value.split(',').map(wordOf)),
    branch_id: value => branches.find(({ id }) => String(id) === value)?.name,
    family_id: () => family,
  }
  return listed(
    [...wanted]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => {
        const shown = named[name]?.(value) ?? value
        return WORDS[name]?.(shown) ?? t('{filter} {value}', { filter: wordOf(name), value: shown })
      }),
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
