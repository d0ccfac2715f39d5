/** The people of a household. */
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Family } from '../api-types.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

type Member = Family['members'][number]

interface FamilyMembersProps {
  members: Family['members']
  /** What one may do with each. */
  action?(member: Member): ReactNode
}

export function FamilyMembers({ members, action }: FamilyMembersProps) {
  if (members.length === 0) return <Text c="dimmed">{t('No members to show.')}</Text>
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {members.map(member => (
        <Row key={member.id} member={member} action={action?.(member)} />
      ))}
    </Stack>
  )
}

function Row({ member, action }: { member: Member; action: ReactNode }) {
  const { id, first_name, last_name, family_role, status } = member
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <TextLink to={`/people/${id}`}>{[first_name, last_name].filter(Boolean).join(' ')}</TextLink>
        {family_role && (
          <Text size="sm" c="dimmed">
            {wordOf(family_role)}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <StatusBadge status={status} />
        {action}
      </Group>
    </Group>
  )
}
