/** The fields of a gift. Enter in any of them saves. */
import { Button, Checkbox, Collapse, Grid, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { useView } from '../api/use-offers.ts'
import { useFunds } from '../api/use-records.ts'
import { minorUnits, money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { isEnvelope, type TypedGift } from './gift-entry.ts'
import { METHODS } from './methods.ts'

interface GiftFormProps {
  form: UseFormReturnType<TypedGift>
  round: number
  amountRef: RefObject<HTMLInputElement | null>
  onSave(typed: TypedGift): void
}

/** Enter in a select saves, too. */
function saveFromSelect(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

export function GiftForm({ form, round, amountRef, onSave }: GiftFormProps) {
  const [opened, { toggle }] = useDisclosure(false)
  const { may } = useMembership()
  // Before the page is drawn: what is typed at once would be lost.
  useLayoutEffect(() => amountRef.current?.focus(), [amountRef])
  const { amount, currency } = form.values
  const read = minorUnits(amount, currency)
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      onSubmit={form.onSubmit(onSave)}
      onKeyDown={saveFromSelect}
      aria-label={t('Gift')}
    >
      <Stack>
        <Grid align="start">
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput
              label={t('Amount ({currency})', { currency })}
              inputMode="decimal"
              required
              withAsterisk={false}
              ref={amountRef}
              {...form.getInputProps('amount')}
            />
            <Text size="xs" c="dimmed" mih={18}>
              {read !== undefined && money(read, currency)}
            </Text>
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 8 }}>
            {may('people:read') ? <GiverField form={form} round={round} /> : <NameField form={form} />}
          </Grid.Col>
          <Stays form={form} />
        </Grid>
        <Collapse expanded={opened}>
          <More form={form} />
        </Collapse>
        <Group justify="space-between">
          <Button variant="subtle" onClick={toggle} aria-expanded={opened}>
            {opened ? t('Show less') : t('Reference, note and more')}
          </Button>
          <Button type="submit">{t('Save gift')}</Button>
        </Group>
      </Stack>
    </Paper>
  )
}

type Form = UseFormReturnType<TypedGift>

function NameField({ form }: { form: Form }) {
  return <TextInput label={t('Giver')} maxLength={190} {...form.getInputProps('donor_name')} />
}

function GiverField({ form, round }: { form: Form; round: number }) {
  const { person, donor_name, given_on } = form.values
  const { may } = useMembership()
  const typed = donor_name.trim()
  const asks = person === null && isEnvelope(typed) && given_on !== '' && may('envelope_owner')
  const found = useView('envelope_owner', { number: typed, on: given_on }, asks)
  const envelope = asks && found.data && !found.isPlaceholderData ? found.data : undefined
  return (
    <RecordPicker
      key={round}
      resource="people"
      label={t('Giver')}
      placeholder={t('Type a name, email or member number')}
      value={person?.id ?? null}
      error={form.errors.person_id ?? form.errors.envelope ?? form.errors.donor_name}
      description={
        person !== null || typed === ''
          ? ''
          : !isEnvelope(typed)
            ? t('Saved under this name only, unless you choose a person')
            : envelope === undefined
              ? t('The number of an envelope')
              : envelope.owner?.full_name
                ? t('Envelope {number}: {name}', { number: typed, name: envelope.owner.full_name })
                : t('Nobody has envelope {number} on that day', { number: typed })
      }
      onChange={found => form.setFieldValue('person', found && { id: found.id, title: found.title })}
      onType={text => form.setFieldValue('donor_name', text)}
    />
  )
}

function Stays({ form }: { form: Form }) {
  const funds = useFunds().data?.filter(({ is_active }) => is_active) ?? []
  const usual = funds.find(({ is_default }) => is_default)
  return (
    <>
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <NativeSelect
          label={t('Fund')}
          data={funds.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(form.values.fund_id ?? usual?.id ?? '')}
          error={form.errors.fund_id}
          onChange={event => form.setFieldValue('fund_id', Number(event.currentTarget.value))}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 4 }}>
        <NativeSelect
          label={t('Method')}
          data={METHODS.map(value => ({ value, label: wordOf(value) }))}
          {...form.getInputProps('method')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 4 }}>
        <TextInput label={t('Date')} type="date" required withAsterisk={false} {...form.getInputProps('given_on')} />
      </Grid.Col>
    </>
  )
}

function More({ form }: { form: Form }) {
  const currency = form.getInputProps('currency')
  return (
    <Grid align="end">
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <TextInput label={t('Reference')} maxLength={190} {...form.getInputProps('reference')} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <TextInput label={t('Note')} maxLength={2000} {...form.getInputProps('note')} />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 2 }}>
        <TextInput
          label={t('Currency')}
          maxLength={3}
          {...currency}
          onChange={event => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 2 }}>
        <Checkbox label={t('Anonymous')} mb={8} {...form.getInputProps('is_anonymous', { type: 'checkbox' })} />
      </Grid.Col>
    </Grid>
  )
}
