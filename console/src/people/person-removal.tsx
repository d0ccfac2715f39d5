/** Takes a person out of the lists, and back: each behind a dialog that says what happens. */
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Person } from '../api-types.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function RemovePerson({ person: { id, full_name, deleted_at } }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('people.remove') || deleted_at !== null) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Remove')}
      </Button>
      {opened && (
        <ConfirmDialog
          action="people.remove"
          input={{ id }}
          title={t('Remove {full_name}?', { full_name })}
          submit={t('Remove')}
          done={t('{full_name} was removed.', { full_name })}
          onClose={dialog.close}
        >
          <Stack gap="xs">
            <Text size="sm">{t('They will no longer appear in lists and totals, and nobody can message them.')}</Text>
            <Text size="sm">
              {t(
                'The record is kept with its history, and gifts and messages stay as they are. You can restore it at any time.',
              )}
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
      <Button onClick={dialog.open}>{t('Restore')}</Button>
      {opened && (
        <ConfirmDialog
          action="people.restore"
          input={{ id }}
          title={t('Restore {full_name}?', { full_name })}
          submit={t('Restore')}
          danger={false}
          done={t('{full_name} was restored.', { full_name })}
          onClose={dialog.close}
        >
          <Text size="sm">
            {t(
              'They will appear in lists and totals again, in the same family and branch, and count towards your plan.',
            )}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
