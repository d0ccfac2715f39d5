/** Invitations that nobody has used: renewed, or taken back. */
import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { NewLink } from '../../../src/console/invitations.ts'
import type { OpenInvitation } from '../../../src/console/users.ts'
import { moment } from '../formats/dates.ts'
import { roleLabel } from '../formats/roles.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { LinkDialog } from './invite-dialog.tsx'
import { useBranchName } from './team-members.tsx'

export function OpenInvitations({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const [made, setMade] = useState<NewLink>()
  const renew = useNotifiedAction('users.renew_invitation', t('Not renewed'))
  const revoke = useNotifiedAction('users.revoke_invitation', t('Not withdrawn'))
  return (
    <>
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {invitations.map(one => (
          <Invitation
            key={one.id}
            invitation={one}
            onRenew={() => void renew.act({ id: one.id }).then(setMade)}
            onRevoke={() => void revoke.act({ id: one.id }, t('The invitation was withdrawn.'))}
          />
        ))}
      </Box>
      {made && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

interface InvitationProps {
  invitation: OpenInvitation
  onRenew(): void
  onRevoke(): void
}

function Invitation({ invitation, onRenew, onRevoke }: InvitationProps) {
  const { church, role } = useMembership()
  const branchName = useBranchName()
  const { email, branch_id, invited_by, expires_at, expired } = invitation
  const whose = email ?? t('Anyone with the link')
  const until = moment(expires_at, church.timezone)
  return (
    <Group component="li" justify="space-between" py="sm" gap="xs">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500}>{whose}</Text>
        <Text size="sm" c="dimmed">
          {[
            roleLabel(invitation.role),
            branchName(branch_id),
            invited_by !== null && t('invited by {name}', { name: invited_by }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {expired ? t('Expired {until}', { until }) : t('Valid until {until}', { until })}
        </Text>
      </Box>
      {(role === 'owner' || invitation.role !== 'owner') && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onRenew} aria-label={t('Send new link to {whose}', { whose })}>
            {t('Send new link')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={onRevoke}
            aria-label={t('Withdraw the invitation of {whose}', { whose })}
          >
            {t('Withdraw')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
