/** Invites somebody; the link is shown once, to hand over where it was not mailed. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NewLink } from '../../../src/console/invitations.ts'
import { useOperation } from '../api/use-operations.ts'
import { moment } from '../formats/dates.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { CopyText } from '../shell/copy-text.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { type Place, RoleFields } from './role-fields.tsx'

const FIELDS = ['email', 'role', 'branch_id']

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { branch_id } = useMembership()
  const nobody: Place = { role: 'staff', branch_id }
  const [email, setEmail] = useState('')
  const [place, setPlace] = useState<Place>(nobody)
  const invite = useOperation<Place & { email: string }, NewLink>('users.invite')
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
      title="Invite somebody"
      opened={opened}
      onClose={close}
      onSubmit={() => invite.mutate({ email, ...place })}
      submit="Invite"
      pending={invite.isPending}
      error={invite.error}
      fields={FIELDS}
    >
      <TextInput
        label="E-mail"
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

const BECAME = {
  sent: 'The invitation was mailed. You can also hand over the link yourself.',
  failed: 'The mail could not be sent. Hand over the link yourself.',
  off: 'Mail is not set up on this server, so hand over the link yourself.',
}

/** The link of an invitation, now and never again. */
export function LinkDialog({ made, onClose }: { made: NewLink; onClose(): void }) {
  const { church } = useMembership()
  return (
    <Dialog opened onClose={onClose} title="Invitation ready">
      <Stack>
        <Alert color={made.mailed === 'failed' ? 'orange' : 'indigo'} role="status">
          <Text size="sm" c="var(--mantine-color-text)">
            {BECAME[made.mailed]}
          </Text>
        </Alert>
        <CopyText
          label="Link"
          value={made.link}
          description={`Good once, until ${moment(made.expires_at, church.timezone)}. It is not shown again.`}
        />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
