/** Adds a fund, or changes one. */
import { Autocomplete, Switch, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import type { Fund } from '../api-types.ts'
import { minorUnits, typedAmount } from '../formats/money.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

const KINDS = ['general', 'tithe', 'offering', 'missions', 'building']
const FIELDS = ['name', 'kind', 'description', 'target_amount', 'is_online']

interface FundDialogProps {
  /** The fund to change; none to add one. */
  fund?: Fund
  currency: string
  onClose(): void
}

interface TypedFund {
  name: string
  kind: string
  description: string
  target: string
  is_online: boolean
}

const typedOf = (fund: Fund | undefined, currency: string): TypedFund => ({
  name: fund?.name ?? '',
  kind: fund?.kind ?? 'general',
  description: fund?.description ?? '',
  target: fund?.target_amount ? typedAmount(fund.target_amount, currency) : '',
  is_online: fund?.is_online ?? true,
})

/** Mounted while it is open, so that it begins with the fund as it is. */
export function FundDialog({ fund, currency, onClose }: FundDialogProps) {
  const [typed, setTyped] = useState(() => typedOf(fund, currency))
  const [unread, setUnread] = useState('')
  const operation = useOperation<object, Fund>(fund ? 'funds.update' : 'funds.create')
  const { beside } = sortErrors(operation.error, FIELDS)

  function submit(): void {
    const { name, kind, description, target, is_online } = typed
    const target_amount = target.trim() === '' ? null : minorUnits(target, currency)
    setUnread(target_amount === undefined ? `Type an amount in ${currency}, such as 5000 or 5000.50` : '')
    if (target_amount === undefined) return
    const input = fund
      ? { id: fund.id, name, kind, description: description || null, target_amount, is_online }
      : { name, kind }
    operation.mutate(input, {
      onSuccess({ name: saved }) {
        notifications.show({ message: `${saved} is ${fund ? 'saved' : 'added'}.` })
        onClose()
      },
    })
  }

  const fields = {
    typed,
    currency,
    errors: unread ? { ...beside, target_amount: unread } : beside,
    onChange: (change: Partial<TypedFund>) => setTyped({ ...typed, ...change }),
  }
  return (
    <FormDialog
      title={fund ? `Edit ${fund.name}` : 'Add a fund'}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={fund ? 'Save' : 'Add a fund'}
      pending={operation.isPending}
      error={operation.error}
      fields={FIELDS}
    >
      <NameAndKind {...fields} />
      {fund && <Purpose {...fields} />}
    </FormDialog>
  )
}

interface FieldsProps {
  typed: TypedFund
  currency: string
  errors: Record<string, string>
  onChange(change: Partial<TypedFund>): void
}

function NameAndKind({ typed, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={190}
        value={typed.name}
        error={errors.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <Autocomplete
        label="Kind"
        data={KINDS}
        maxLength={40}
        value={typed.kind}
        error={errors.kind}
        onChange={kind => onChange({ kind })}
      />
    </>
  )
}

function Purpose({ typed, currency, errors, onChange }: FieldsProps) {
  return (
    <>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={2000}
        value={typed.description}
        error={errors.description}
        onChange={event => onChange({ description: event.currentTarget.value })}
      />
      <TextInput
        label={`Target (${currency})`}
        inputMode="decimal"
        value={typed.target}
        error={errors.target_amount}
        onChange={event => onChange({ target: event.currentTarget.value })}
      />
      <Switch
        label="Offered on the giving page"
        checked={typed.is_online}
        onChange={event => onChange({ is_online: event.currentTarget.checked })}
      />
    </>
  )
}
