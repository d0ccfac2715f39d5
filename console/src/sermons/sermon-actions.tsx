/** What those who write sermons do with one: change, publish, take back, delete. */
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import type { Sermon } from '../api-types.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function SermonActions({ sermon: { id, title, status } }: { sermon: Sermon }) {
  const { may } = useMembership()
  const [deleting, dialog] = useDisclosure(false)
  const publish = useNotifiedAction('sermons.publish', t('Not published'))
  const unpublish = useNotifiedAction('sermons.unpublish', t('Not unpublished'))
  const published = status === 'published'
  const change = published ? unpublish : publish
  const press = (): void =>
    void change.act(
      { id },
      published ? t('{title} was unpublished.', { title }) : t('{title} was published.', { title }),
    )
  return (
    <>
      <StatusBadge status={status} />
      {may('sermons.publish') && (
        <BusyButton variant={published ? 'default' : 'filled'} busy={change.pending} onClick={press}>
          {published ? t('Unpublish') : t('Publish')}
        </BusyButton>
      )}
      {may('sermons.update') && (
        <LinkButton to={`/sermons/${id}/edit`} variant="default">
          {t('Edit')}
        </LinkButton>
      )}
      {may('sermons.delete') && (
        <Button variant="default" onClick={dialog.open}>
          {t('Delete')}
        </Button>
      )}
      {deleting && <DeleteDialog id={id} title={title} onClose={dialog.close} />}
    </>
  )
}

function DeleteDialog({ id, title, onClose }: { id: number; title: string; onClose(): void }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      action="sermons.delete"
      input={{ id }}
      title={t('Delete this sermon?')}
      submit={t('Delete sermon')}
      done={t('{title} was deleted.', { title })}
      onDone={() => navigate(path('/sermons'), { replace: true })}
      onClose={onClose}
    >
      <Text size="sm">{t('It will be deleted with its sections. This cannot be undone.')}</Text>
    </ConfirmDialog>
  )
}
