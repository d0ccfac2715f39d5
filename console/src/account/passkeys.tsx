/** Somebody's passkeys: added, named, removed. */
import { Badge, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ShownPasskey } from '../../../src/console/passkeys.ts'
import { queryClient } from '../api/query-client.ts'
import { useOperation, useView } from '../api/use-operations.ts'
import { moment } from '../formats/dates.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useMembership } from '../session/membership.tsx'
import { hasPasskeys } from '../session/passkey.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'

type Asked = { passkey: ShownPasskey; what: 'rename' | 'remove' }

/** Reads everything again: who is signed in, and what the pages show. */
export const readAgain = (): void => void queryClient.invalidateQueries()

/** @param onAdded when one was added, and its recovery codes were kept */
export function Passkeys({ onAdded = readAgain }: { onAdded?(): void }) {
  const passkeys = useView<ShownPasskey[]>('passkeys')
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  if (passkeys.error) return <LoadProblem error={passkeys.error} onRetry={() => passkeys.refetch()} />
  if (!passkeys.data) return <RowsSkeleton rows={2} />
  return (
    <Stack>
      <Text size="sm">
        A passkey lets you sign in with your fingerprint, your face or a PIN, on your phone, your computer or a security
        key. It replaces your password and code, and no fake page can steal it.
      </Text>
      {passkeys.data.length > 0 && (
        <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {passkeys.data.map(passkey => (
            <Passkey key={passkey.id} passkey={passkey} onAsk={what => setAsked({ passkey, what })} />
          ))}
        </Box>
      )}
      <Group>
        {hasPasskeys() ? (
          <Button variant={passkeys.data.length > 0 ? 'default' : 'filled'} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            This browser has no passkeys at this address. They need https, or localhost.
          </Text>
        )}
      </Group>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} onAdded={onAdded} />}
      {asked?.what === 'rename' && <RenameDialog passkey={asked.passkey} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog passkey={asked.passkey} onClose={close} />}
    </Stack>
  )
}

function Passkey({ passkey, onAsk }: { passkey: ShownPasskey; onAsk(what: Asked['what']): void }) {
  const { church } = useMembership()
  const { name, backed_up, created_at, used_at } = passkey
  const used = used_at === null ? 'not used yet' : `last used ${moment(used_at, church.timezone)}`
  return (
    <Group component="li" justify="space-between" py="sm" gap="xs">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {backed_up && (
            <Badge variant="light" tt="none" c="var(--mantine-color-text)">
              In a password manager
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Added {moment(created_at, church.timezone)}, {used}
        </Text>
      </Box>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onAsk('rename')} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="xs" variant="default" onClick={() => onAsk('remove')} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </Group>
    </Group>
  )
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: ShownPasskey; onClose(): void }) {
  const [typed, setTyped] = useState(name)
  const rename = useOperation<{ id: string; name: string }>('passkeys.rename')
  return (
    <FormDialog
      title={`Rename ${name}`}
      opened
      onClose={onClose}
      onSubmit={() => rename.mutate({ id, name: typed }, { onSuccess: onClose })}
      submit="Save"
      pending={rename.isPending}
      error={rename.error}
      fields={['name']}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={typed}
        error={sortErrors(rename.error, ['name']).beside.name}
        onChange={event => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: ShownPasskey; onClose(): void }) {
  const remove = useOperation<{ id: string }>('passkeys.remove')
  const submit = (): void =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          readAgain()
          notifications.show({ message: `${name} is removed. You are signed out everywhere else.` })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Remove ${name}?`}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Remove"
      danger
      pending={remove.isPending}
      error={remove.error}
    >
      <Text size="sm">
        You can no longer sign in with it. Remove it from the device as well: it is of no use there.
      </Text>
    </FormDialog>
  )
}
