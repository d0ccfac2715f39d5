/** Invites somebody; where mail is not set up the link is shown once, to hand over. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NewLink } from '../../../src/console/invitations.ts'
import { useAction } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { type Grant, RoleFields } from './role-fields.tsx'

const FIELDS = ['email', 'role', 'branch_id']

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { branch_id } = useMembership()
  const nobody: Grant = { role: 'staff', branch_id }
  const [email, setEmail] = useState('')
  const [place, setPlace] = useState<Grant>(nobody)
  const invite = useAction('users.invite')
  const { beside } = sortErrors(invite.error, FIELDS)

  function close(): void {
    if (invite.data) {
      setEmail('')
      setPlace(nobody)
    }
    invite.reset()
    onClose()
  }

  if (opened && invite.data) return <LinkDialog made={invite.data} onClose={close} />
  return (
    <FormDialog
      title={t('Invite someone')}
      opened={opened}
      onClose={close}
      onSubmit={() => invite.mutate({ email, ...place })}
      submit={t('Invite')}
      pending={invite.isPending}
      error={invite.error}
      fields={FIELDS}
    >
      <TextInput
        label={t('Email')}
        type="email"
        required
        data-autofocus
        value={email}
        error={beside.email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <RoleFields place={place} onChange={setPlace} errors={beside} />
    </FormDialog>
  )
}

function became({ mailed, email }: NewLink): string {
  if (mailed === 'sent')
    return t('The invitation is on its way to {email}. Only they can open it.', { email: email ?? '' })
  if (mailed === 'failed')
    return t('The email to {email} could not be sent. Check the address, then send a new link.', { email: email ?? '' })
  return email === null
    ? t('This invitation has no email address, so pass on the link yourself.')
    : t('Email is not set up on this server, so pass on the link yourself.')
}

/** What became of an invitation: the link, now and never again, where it was not mailed. */
export function LinkDialog({ made, onClose }: { made: NewLink; onClose(): void }) {
  const { church } = useMembership()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={made.mailed === 'failed' ? t('Invitation not sent') : t('Invitation ready')}
    >
      <Stack>
        <Alert color={made.mailed === 'failed' ? 'orange' : 'indigo'} role="status">
          <Text size="sm" c="var(--mantine-color-text)">
            {became(made)}
          </Text>
        </Alert>
        {made.link !== null && (
          <CopyText
            label={t('Link')}
            value={made.link}
            description={t('Works once, until {moment}. It will not be shown again.', {
              moment: moment(made.expires_at, church.timezone),
            })}
          />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
