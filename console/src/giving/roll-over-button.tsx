/** Begins a new series of envelopes: everybody keeps their number. */
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { today } from '../formats/dates.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Of the list of envelopes. */
export function RollOverButton() {
  const { church, may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('envelopes.roll_over')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Begin a new series')}
      </Button>
      {opened && (
        <ActionDialog
          action="envelopes.roll_over"
          title={t('Begin a new series?')}
          submit={t('Begin it')}
          initial={{ series: '', next_series: '', valid_from: today(church.timezone) }}
          input={({ series, next_series, valid_from }) => ({
            ...(series.trim() !== '' && { series }),
            ...(next_series.trim() !== '' && { next_series }),
            valid_from,
          })}
          done={({ given_out }) =>
            t('The new series has begun: {count, plural, one {# envelope} other {# envelopes}}.', { count: given_out })
          }
          onClose={dialog.close}
        >
          {fields => (
            <>
              <Text size="sm">
                {t('Whoever has an envelope of the old series keeps the number. The old envelopes end the day before.')}
              </Text>
              <DialogText
                fields={fields}
                name="series"
                label={t('Old series')}
                description={t('Empty for the usual envelopes')}
                data-autofocus
              />
              <DialogText
                fields={fields}
                name="next_series"
                label={t('New series')}
                description={t('Empty for the usual envelopes')}
              />
              <DialogText fields={fields} name="valid_from" label={t('First day')} type="date" />
            </>
          )}
        </ActionDialog>
      )}
    </>
  )
}
