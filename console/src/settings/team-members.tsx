/** The people of the team: what they may do, and changing it. */
import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { TeamMember } from '../../../src/console/users.ts'
import { useBranches } from '../api/use-records.ts'
import { roleLabel } from '../formats/roles.ts'
import { ActionDialog, ConfirmDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { type Grant, RoleFields } from './role-fields.tsx'

type Asked = { member: TeamMember; what: 'change' | 'remove' }

export function TeamMembers({ members }: { members: readonly TeamMember[] }) {
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  return (
    <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {members.map(member => (
        <Member key={member.id} member={member} onAsk={what => setAsked({ member, what })} />
      ))}
      {asked?.what === 'change' && <ChangeDialog member={asked.member} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog member={asked.member} onClose={close} />}
    </Box>
  )
}

/** The name of a branch, where there is one. */
export function useBranchName(): (id: number | null) => string {
  const branches = useBranches().data ?? []
  return id =>
    id === null ? t('Whole church') : (branches.find(branch => branch.id === id)?.name ?? t('Branch {id}', { id }))
}

function Member({ member, onAsk }: { member: TeamMember; onAsk(what: Asked['what']): void }) {
  const { user, role, may } = useMembership()
  const branchName = useBranchName()
  const { name, email, two_factor_enabled } = member
  const mine = role === 'owner' || member.role !== 'owner'
  return (
    <Group component="li" justify="space-between" py="sm" gap="xs">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {member.user_id === user.id && (
            <Badge variant="light" tt="none" c="var(--mantine-color-text)">
              {t('You')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {email}
        </Text>
        <Text size="sm" c="dimmed">
          {roleLabel(member.role)} · {branchName(member.branch_id)} ·{' '}
          {two_factor_enabled ? t('Two-step sign-in on') : t('Two-step sign-in off')}
        </Text>
      </Box>
      {mine && may('users.change') && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onAsk('change')} aria-label={t('Change {name}', { name })}>
            {t('Change')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onAsk('remove')} aria-label={t('Remove {name}', { name })}>
            {t('Remove')}
          </Button>
        </Group>
      )}
    </Group>
  )
}

interface MemberDialogProps {
  member: TeamMember
  onClose(): void
}

function ChangeDialog({ member: { id, name, role, branch_id }, onClose }: MemberDialogProps) {
  return (
    <ActionDialog
      action="users.change"
      title={t('Change {name}', { name })}
      submit={t('Save')}
      initial={{ role, branch_id } satisfies Grant}
      input={grant => ({ id, ...grant })}
      done={(_, grant) => t("{name}'s role is now {role}.", { name, role: roleLabel(grant.role) })}
      onClose={onClose}
    >
      {({ values, errors, change }) => <RoleFields place={values} onChange={change} errors={errors} />}
    </ActionDialog>
  )
}

function RemoveDialog({ member: { id, name }, onClose }: MemberDialogProps) {
  return (
    <ConfirmDialog
      action="users.remove"
      input={{ id }}
      title={t('Remove {name}?', { name })}
      submit={t('Remove')}
      done={t('{name} was removed from the team.', { name })}
      onClose={onClose}
    >
      <Text size="sm">
        {t('They will lose access at once. What they recorded is kept, and so are their entries in the audit log.')}
      </Text>
    </ConfirmDialog>
  )
}
