/** Adds a fund, or changes one. */
import { Autocomplete, Switch, Textarea } from '@mantine/core'
import type { Fund } from '../api-types.ts'
import { minorUnits, typedAmount } from '../formats/money.ts'
import { ActionDialog, type DialogFields, sentTexts } from '../forms/action-dialog.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import { t } from '../texts/t.ts'

const KINDS = ['general', 'tithe', 'offering', 'missions', 'building']

const NEW = { name: '', kind: 'general' }

export function AddFundDialog({ onClose }: { onClose(): void }) {
  return (
    <ActionDialog
      action="funds.create"
      title={t('Add a fund')}
      submit={t('Add fund')}
      initial={NEW}
      input={typed => typed}
      done={({ name }) => t('{name} was added.', { name })}
      onClose={onClose}
    >
      {fields => <NameAndKind fields={fields} />}
    </ActionDialog>
  )
}

const typedOf = ({ name, kind, description, target_amount, is_online, is_deductible, currency }: Fund) => ({
  name,
  kind,
  description: description ?? '',
  target_amount: target_amount ? typedAmount(target_amount, currency) : '',
  is_online,
  is_deductible,
})

type TypedFund = ReturnType<typeof typedOf>

export function EditFundDialog({ fund, onClose }: { fund: Fund; onClose(): void }) {
  const { id, currency } = fund
  const targetOf = (typed: string) => (typed.trim() === '' ? null : minorUnits(typed, currency))
  return (
    <ActionDialog
      action="funds.update"
      title={t('Edit {name}', { name: fund.name })}
      submit={t('Save')}
      initial={typedOf(fund)}
      check={({ target_amount }) =>
        targetOf(target_amount) === undefined
          ? { target_amount: t('Type an amount in {currency}, such as 5000 or 5000.50', { currency }) }
          : {}
      }
      input={(_, { target_amount, ...changed }) => ({
        id,
        ...sentTexts(changed),
        ...(target_amount !== undefined && { target_amount: targetOf(target_amount) }),
      })}
      done={({ name }) => t('{name} was updated.', { name })}
      onClose={onClose}
    >
      {fields => (
        <>
          <NameAndKind fields={fields} />
          <Purpose fields={fields} currency={currency} />
        </>
      )}
    </ActionDialog>
  )
}

function NameAndKind<Values extends typeof NEW>({ fields }: { fields: DialogFields<Values> }) {
  const { values, errors, change } = fields
  return (
    <>
      <DialogText fields={fields} name="name" label={t('Name')} required maxLength={190} data-autofocus />
      <Autocomplete
        label={t('Kind')}
        data={KINDS}
        maxLength={40}
        value={values.kind}
        error={errors.kind}
        onChange={kind => change({ kind } as Partial<Values>)}
      />
    </>
  )
}

function Purpose({ fields, currency }: { fields: DialogFields<TypedFund>; currency: string }) {
  const { values, errors, change } = fields
  return (
    <>
      <Textarea
        label={t('Description')}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.description}
        error={errors.description}
        onChange={event => change({ description: event.currentTarget.value })}
      />
      <DialogText
        fields={fields}
        name="target_amount"
        label={t('Target ({currency})', { currency })}
        inputMode="decimal"
      />
      <Switch
        label={t('Show on the giving page')}
        checked={values.is_online}
        onChange={event => change({ is_online: event.currentTarget.checked })}
      />
      <Switch
        label={t('Gifts are deductible')}
        description={t('Statements of giving show gifts to other funds apart.')}
        checked={values.is_deductible}
        onChange={event => change({ is_deductible: event.currentTarget.checked })}
      />
    </>
  )
}
