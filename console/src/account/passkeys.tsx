/** Somebody's passkeys: added, named, removed. */
import { Badge, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ShownPasskey } from '../../../src/console/passkeys.ts'
import { queryClient } from '../api/query-client.ts'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { ActionDialog, ConfirmDialog } from '../forms/action-dialog.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useMembership } from '../session/membership.tsx'
import { hasPasskeys } from '../session/passkey.ts'
import { t } from '../texts/t.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'

type Asked = { passkey: ShownPasskey; what: 'rename' | 'remove' }

/** Reads everything again: who is signed in, and what the pages show. */
export const readAgain = (): void => void queryClient.invalidateQueries()

/** @param onAdded when one was added, and its recovery codes were kept */
export function Passkeys({ onAdded = readAgain }: { onAdded?(): void }) {
  const passkeys = useView('passkeys')
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  if (passkeys.error) return <LoadProblem error={passkeys.error} onRetry={() => passkeys.refetch()} />
  if (!passkeys.data) return <RowsSkeleton rows={2} />
  return (
    <Stack>
      <Text size="sm">
        {t(
          'A passkey lets you sign in with your fingerprint, your face or a PIN, on your phone, your computer or a security key. It replaces your password and code, and fake websites cannot steal it.',
        )}
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
            {t('Add a passkey')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('Passkeys are not available in this browser at this address. They need https, or localhost.')}
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
  const added = moment(created_at, church.timezone)
  const used = used_at && moment(used_at, church.timezone)
  return (
    <Group component="li" justify="space-between" py="sm" gap="xs">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {backed_up && (
            <Badge variant="light" tt="none" c="var(--mantine-color-text)">
              {t('Saved in a password manager')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {used ? t('Added {added}, last used {used}', { added, used }) : t('Added {added}, not used yet', { added })}
        </Text>
      </Box>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onAsk('rename')} aria-label={t('Rename {name}', { name })}>
          {t('Rename')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onAsk('remove')} aria-label={t('Remove {name}', { name })}>
          {t('Remove')}
        </Button>
      </Group>
    </Group>
  )
}

interface PasskeyDialogProps {
  passkey: ShownPasskey
  onClose(): void
}

function RenameDialog({ passkey: { id, name: before }, onClose }: PasskeyDialogProps) {
  return (
    <ActionDialog
      action="passkeys.rename"
      title={t('Rename {before}', { before })}
      submit={t('Save')}
      initial={{ name: before }}
      input={({ name }) => ({ id, name })}
      done={(_, { name }) => t('{before} is now {name}.', { before, name })}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <TextInput
          label={t('Name')}
          required
          data-autofocus
          value={values.name}
          error={errors.name}
          onChange={event => change({ name: event.currentTarget.value })}
        />
      )}
    </ActionDialog>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  return (
    <ConfirmDialog
      action="passkeys.remove"
      input={{ id }}
      title={t('Remove {name}?', { name })}
      submit={t('Remove')}
      done={t('{name} was removed. You were signed out everywhere else.', { name })}
      onDone={readAgain}
      onClose={onClose}
    >
      <Text size="sm">{t('You will no longer be able to sign in with it. Delete it from your device as well.')}</Text>
    </ConfirmDialog>
  )
}
