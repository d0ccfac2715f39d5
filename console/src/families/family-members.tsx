/** The people of a household. */
import { Group, Stack, Text } from '@mantine/core'
import type { Family } from '../api-types.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import { TextLink } from '../shell/text-link.tsx'

export function FamilyMembers({ members }: { members: Family['members'] }) {
  if (members.length === 0) return <Text c="dimmed">Nobody is in sight here.</Text>
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {members.map(({ id, first_name, last_name, family_role, status }) => (
        <Group key={id} component="li" justify="space-between" wrap="nowrap">
          <div>
            <TextLink to={`/people/${id}`}>{[first_name, last_name].filter(Boolean).join(' ')}</TextLink>
            {family_role && (
              <Text size="sm" c="dimmed">
                {wordOf(family_role)}
              </Text>
            )}
          </div>
          <StatusBadge status={status} />
        </Group>
      ))}
    </Stack>
  )
}
