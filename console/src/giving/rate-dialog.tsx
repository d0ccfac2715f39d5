/** Sets an exchange rate, and says in words what that means before it is set. */
import { Grid, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import { day, today } from '../formats/dates.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { plainRate, shownRate } from './typed-rate.ts'

const FIELDS = ['currency', 'rate', 'valid_from']

interface TypedRate {
  currency: string
  rate: string
  valid_from: string
}

export function RateDialog({ currency: first, onClose }: { currency: string; onClose(): void }) {
  const { church } = useMembership()
  const [typed, setTyped] = useState<TypedRate>({ currency: first, rate: '', valid_from: today(church.timezone) })
  const operation = useOperation<TypedRate, TypedRate>('rates.set')
  const { beside } = sortErrors(operation.error, FIELDS)
  const set = (change: Partial<TypedRate>): void => setTyped({ ...typed, ...change })
  const plain = { ...typed, rate: plainRate(typed.rate) }
  const said = inWords(plain, church.currency)

  function submit(): void {
    operation.mutate(plain, {
      onSuccess(done) {
        notifications.show({ message: `${inWords(done, church.currency)}.` })
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title="Set an exchange rate"
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Set rate"
      pending={operation.isPending}
      error={operation.error}
      fields={FIELDS}
    >
      <RateFields typed={typed} base={church.currency} errors={beside} known={first !== ''} onChange={set} />
      <Text size="sm" role="status">
        {said && <b>{said}. </b>}It holds until the next rate. Gifts already recorded keep the rate they have.
      </Text>
    </FormDialog>
  )
}

interface RateFieldsProps {
  typed: TypedRate
  base: string
  errors: Record<string, string>
  /** Whether the currency is chosen already, so that one begins with the rate. */
  known: boolean
  onChange(change: Partial<TypedRate>): void
}

function RateFields({ typed, base, errors, known, onChange }: RateFieldsProps) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <TextInput
          label="Currency"
          placeholder="USD"
          maxLength={3}
          {...(!known && { 'data-autofocus': true })}
          value={typed.currency}
          error={errors.currency}
          onChange={event => onChange({ currency: event.currentTarget.value.toUpperCase() })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <TextInput
          label={`One unit in ${base}`}
          inputMode="decimal"
          {...(known && { 'data-autofocus': true })}
          value={typed.rate}
          error={errors.rate}
          onChange={event => onChange({ rate: event.currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <TextInput
          label="From"
          type="date"
          value={typed.valid_from}
          error={errors.valid_from}
          onChange={event => onChange({ valid_from: event.currentTarget.value })}
        />
      </Grid.Col>
    </Grid>
  )
}

function inWords({ currency, rate, valid_from }: TypedRate, base: string): string {
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d+(\.\d+)?$/.test(rate) || !/^\d{4}-\d\d-\d\d$/.test(valid_from)) return ''
  return `1 ${currency} = ${shownRate(rate)} ${base} from ${day(valid_from)}`
}
