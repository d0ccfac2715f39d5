/** Takes a person out of the lists, and back: each behind a dialog that says what happens. */
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useOperation } from '../api/use-operations.ts'
import type { Person } from '../api-types.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'

export function RemovePerson({ person }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const remove = useOperation<{ id: number }>('people.remove')
  if (!may('people.remove') || person.deleted_at !== null) return null
  async function submit(): Promise<void> {
    const done = await remove.mutateAsync({ id: person.id }).catch(() => undefined)
    if (done === undefined) return
    dialog.close()
    notifications.show({ message: `${person.full_name} is removed.` })
  }
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Remove
      </Button>
      <FormDialog
        title={`Remove ${person.full_name}?`}
        opened={opened}
        onClose={dialog.close}
        onSubmit={() => void submit()}
        submit="Remove"
        danger
        pending={remove.isPending}
        error={remove.error}
      >
        <Stack gap="xs">
          <Text size="sm">They leave the lists and the totals, and nobody can write to them.</Text>
          <Text size="sm">
            The record is kept, with its history. Gifts and messages stay as they are. You can restore them at any time.
          </Text>
        </Stack>
      </FormDialog>
    </>
  )
}

export function RestorePerson({ person }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const restore = useOperation<{ id: number }>('people.restore')
  if (!may('people.restore') || person.deleted_at === null) return null
  async function submit(): Promise<void> {
    const done = await restore.mutateAsync({ id: person.id }).catch(() => undefined)
    if (done === undefined) return
    dialog.close()
    notifications.show({ message: `${person.full_name} is back in the lists.` })
  }
  return (
    <>
      <Button onClick={dialog.open}>Restore</Button>
      <FormDialog
        title={`Restore ${person.full_name}?`}
        opened={opened}
        onClose={dialog.close}
        onSubmit={() => void submit()}
        submit="Restore"
        pending={restore.isPending}
        error={restore.error}
      >
        <Text size="sm">
          They come back into the lists and the totals as they were, in the same family and branch. They count for the
          plan again.
        </Text>
      </FormDialog>
    </>
  )
}
