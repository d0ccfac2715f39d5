/** The form of a record that has no page: in a dialog above the list. What is typed is kept until it is saved. */
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useKeptValues } from '../forms/use-kept-values.ts'
import type { AnyRecord, ShownForm, ShownResource } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { titleOf } from './field-value.tsx'
import { FormFields } from './form-fields.tsx'
import { filledOf, typedOf } from './typed.ts'
import { askedOf, useSaving } from './use-saving.ts'

interface RecordFormDialogProps {
  resource: ShownResource
  form: ShownForm
  /** That is changed; none where one is added. */
  record?: AnyRecord
  onClose(): void
}

export function RecordFormDialog({ resource, form, record, onClose }: RecordFormDialogProps) {
  const { church } = useMembership()
  const phrases = phrasesOf(resource)
  const { fields, currencyOf, send, error, errors, isPending } = useSaving(resource, form, record)
  const asked = askedOf(form)
  const initial =
    record === undefined
      ? filledOf(asked, new URLSearchParams(), church)
      : typedOf(asked, record, String(record.currency ?? church.currency))
  const { values, base, change, drop } = useKeptValues(`${resource.name}/${record?.id ?? 'new'}`, initial)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  function press(): void {
    const saved = (_id: number, said: string): void => {
      drop()
      notifications.show({ message: said })
      onClose()
    }
    send({ values, base, idempotencyKey }, { saved })
  }
  return (
    <FormDialog
      opened
      title={record === undefined ? t(phrases.add) : t('Edit {name}', { name: titleOf(resource, record, church) })}
      submit={record === undefined ? t('Add') : t('Save')}
      pending={isPending}
      error={error}
      fields={fields.map(({ name }) => name)}
      onSubmit={press}
      onClose={onClose}
    >
      <FormFields
        fields={fields}
        entry={{ values, errors, change, currency: currencyOf(values), isKept: record !== undefined }}
        autoFocus
      />
    </FormDialog>
  )
}
