/** Asks before signing out where something was not sent: it would be gone with the rest that this device keeps. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../texts/t.ts'

interface SignOutDialogProps {
  /** How many entries would be lost, in all churches of this person; 0 where there is nothing to ask. */
  count: number
  onStay(): void
  onSignOut(): void
}

export function SignOutDialog({ count, onStay, onSignOut }: SignOutDialogProps) {
  return (
    <Dialog opened={count > 0} onClose={onStay} title={t('Sign out and lose what was not sent?')}>
      <Stack>
        <Text>
          {t(
            '{count, plural, one {# entry is} other {# entries are}} on this device only. Signing out discards what was not sent, so that nobody else finds it here.',
            { count },
          )}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onStay}>
            {t('Stay signed in')}
          </Button>
          <Button color="red.9" onClick={onSignOut}>
            {t('Discard and sign out')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
