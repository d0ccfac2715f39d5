/** Takes a person out of the lists, and back: each behind a dialog that says what happens. */
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Person } from '../api-types.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'

export function RemovePerson({ person: { id, full_name, deleted_at } }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('people.remove') || deleted_at !== null) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Remove
      </Button>
      {opened && (
        <ConfirmDialog
          action="people.remove"
          input={{ id }}
          title={`Remove ${full_name}?`}
          submit="Remove"
          done={`${full_name} was removed.`}
          onClose={dialog.close}
        >
          <Stack gap="xs">
            <Text size="sm">They will no longer appear in lists and totals, and nobody can message them.</Text>
            <Text size="sm">
              The record is kept with its history, and gifts and messages stay as they are. You can restore it at any
              time.
            </Text>
          </Stack>
        </ConfirmDialog>
      )}
    </>
  )
}

export function RestorePerson({ person: { id, full_name, deleted_at } }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('people.restore') || deleted_at === null) return null
  return (
    <>
      <Button onClick={dialog.open}>Restore</Button>
      {opened && (
        <ConfirmDialog
          action="people.restore"
          input={{ id }}
          title={`Restore ${full_name}?`}
          submit="Restore"
          danger={false}
          done={`${full_name} was restored.`}
          onClose={dialog.close}
        >
          <Text size="sm">
            They will appear in lists and totals again, in the same family and branch, and count towards your plan.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
