/** Closes a journal: asked twice, since nothing opens it again. */
import { Text } from '@mantine/core'
import { addDays, day, today } from '../formats/dates.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function CloseJournalDialog({ nextFrom, onClose }: { nextFrom: string | null; onClose(): void }) {
  const { church } = useMembership()
  const now = today(church.timezone)
  const lastMonth = addDays(`${now.slice(0, 8)}01`, -1)
  const from = nextFrom ?? `${lastMonth.slice(0, 4)}-01-01`
  return (
    <ActionDialog
      action="journals.close"
      title={t('Close a journal')}
      submit={t('Close journal')}
      danger
      initial={{ from, to: lastMonth < from ? addDays(now, -1) : lastMonth }}
      input={({ from: first, to }) => ({ to, ...(nextFrom === null && { from: first }) })}
      done={({ number }) => t('Journal {number} is closed.', { number })}
      onClose={onClose}
    >
      {fields => (
        <>
          <Text size="sm">
            {t(
              'It never changes afterwards, and cannot be opened again. Later changes of its days are booked in the next journal.',
            )}
          </Text>
          {nextFrom === null ? (
            <DialogText fields={fields} name="from" label={t('First day')} type="date" />
          ) : (
            <Text size="sm">{t('It begins on {day}.', { day: day(nextFrom) })}</Text>
          )}
          <DialogText fields={fields} name="to" label={t('Last day')} type="date" data-autofocus />
        </>
      )}
    </ActionDialog>
  )
}
