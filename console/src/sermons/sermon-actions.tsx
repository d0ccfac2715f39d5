/** What those who write sermons do with one: change, publish, take back, delete. */
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { reasonOf } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import type { Sermon } from '../api-types.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'

export function SermonActions({ sermon: { id, title, status } }: { sermon: Sermon }) {
  const { may } = useMembership()
  const [deleting, dialog] = useDisclosure(false)
  const publish = useOperation<{ id: number }>('sermons.publish')
  const unpublish = useOperation<{ id: number }>('sermons.unpublish')
  const published = status === 'published'
  const change = published ? unpublish : publish
  const press = (): void =>
    change.mutate(
      { id },
      {
        onSuccess: () => notifications.show({ message: `${title} is ${published ? 'a draft again' : 'published'}.` }),
        onError: error => notifications.show({ color: 'red', title: 'Not changed', message: reasonOf(error) }),
      },
    )
  return (
    <>
      <StatusBadge status={status} />
      {may('sermons.publish') && (
        <BusyButton variant={published ? 'default' : 'filled'} busy={change.isPending} onClick={press}>
          {published ? 'Unpublish' : 'Publish'}
        </BusyButton>
      )}
      {may('sermons.update') && (
        <LinkButton to={`/sermons/${id}/edit`} variant="default">
          Edit
        </LinkButton>
      )}
      {may('sermons.delete') && (
        <Button variant="default" onClick={dialog.open}>
          Delete
        </Button>
      )}
      {may('sermons.delete') && <DeleteDialog id={id} title={title} opened={deleting} onClose={dialog.close} />}
    </>
  )
}

function DeleteDialog({ id, title, ...dialog }: { id: number; title: string; opened: boolean; onClose(): void }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const remove = useOperation<{ id: number }>('sermons.delete')
  const submit = (): void =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          notifications.show({ message: `${title} is deleted.` })
          navigate(path('/sermons'), { replace: true })
        },
      },
    )
  return (
    <FormDialog
      title="Delete this sermon?"
      {...dialog}
      onSubmit={submit}
      submit="Delete the sermon"
      danger
      pending={remove.isPending}
      error={remove.error}
    >
      <Text size="sm">It disappears from every list, with its sections. This cannot be taken back.</Text>
    </FormDialog>
  )
}
