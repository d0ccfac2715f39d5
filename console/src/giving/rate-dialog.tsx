/** Sets an exchange rate, and says in words what that means before it is set. */
import { Grid, Text, TextInput } from '@mantine/core'
import { day, today } from '../formats/dates.ts'
import { ActionDialog, type DialogFields } from '../forms/action-dialog.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { plainRate, shownRate } from './typed-rate.ts'

/** All of it is checked by the server, so that every wrong field is named at once. */
type TypedRate = { currency: string; rate: string; valid_from: string }

const plain = (typed: TypedRate): TypedRate => ({ ...typed, rate: plainRate(typed.rate) })

export function RateDialog({ currency, onClose }: { currency: string; onClose(): void }) {
  const { church } = useMembership()
  return (
    <ActionDialog
      action="rates.set"
      title={t('Add an exchange rate')}
      submit={t('Save rate')}
      initial={{ currency, rate: '', valid_from: today(church.timezone) }}
      input={plain}
      done={set => rateWords(set, church.currency)}
      onClose={onClose}
    >
      {fields => {
        const said = rateWords(plain(fields.values), church.currency)
        return (
          <>
            <RateFields fields={fields} base={church.currency} known={currency !== ''} />
            <Text size="sm" role="status">
              {said && <b>{said}</b>} {t('It applies until the next rate. Gifts already recorded keep their rate.')}
            </Text>
          </>
        )
      }}
    </ActionDialog>
  )
}

interface RateFieldsProps {
  fields: DialogFields<TypedRate>
  base: string
  /** Whether the currency is chosen already, so that one begins with the rate. */
  known: boolean
}

function RateFields({ fields, base, known }: RateFieldsProps) {
  const { values, errors, change } = fields
  return (
    <Grid>
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <TextInput
          label={t('Currency')}
          placeholder={t('USD')}
          maxLength={3}
          {...(!known && { 'data-autofocus': true })}
          value={values.currency}
          error={errors.currency}
          onChange={event => change({ currency: event.currentTarget.value.toUpperCase() })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <DialogText
          fields={fields}
          name="rate"
          label={t('Value of 1 in {base}', { base })}
          inputMode="decimal"
          {...(known && { 'data-autofocus': true })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <DialogText fields={fields} name="valid_from" label={t('From')} type="date" />
      </Grid.Col>
    </Grid>
  )
}

function rateWords({ currency, rate, valid_from }: TypedRate, base: string): string {
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d+(\.\d+)?$/.test(rate) || !/^\d{4}-\d\d-\d\d$/.test(valid_from)) return ''
  return t('1 {currency} = {rate} {base} from {day}.', { currency, rate: shownRate(rate), base, day: day(valid_from) })
}
