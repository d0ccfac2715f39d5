/** Sends everything again that an endpoint did not get since a moment. */
import { Text, TextInput } from '@mantine/core'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { counted } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { t } from '../texts/t.ts'

/** What the field holds, by the clock of this browser, as a moment of the API. */
const momentOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString())

export function MissedDialog({ endpoint: { id }, onClose }: { endpoint: Endpoint; onClose(): void }) {
  return (
    <ActionDialog
      action="endpoints.redeliver_since"
      title={t('Resend missed events')}
      submit={t('Resend events')}
      initial={{ since: '' }}
      input={({ since }) => ({ id, since: momentOf(since) })}
      done={({ redelivered }) =>
        redelivered === 0
          ? t('Nothing was missed.')
          : `${counted(redelivered, t('event is'), t('events are'))} being sent again.`
      }
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {t(
              'Every event since then that failed or was discarded, and was not delivered later, is sent once more. Events are kept for 30 days.',
            )}
          </Text>
          <TextInput
            type="datetime-local"
            label={t('Since')}
            description={t('In the time zone of this device')}
            required
            data-autofocus
            value={values.since}
            error={errors.since}
            onChange={event => change({ since: event.currentTarget.value })}
          />
        </>
      )}
    </ActionDialog>
  )
}
