/** What can be done with a record: a button each, and a dialog where something is asked. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { reasonOf } from '../api/refusal.ts'
import { useDeclaredAction } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import type { AnyRecord, ShownAction } from '../house/house.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { t } from '../texts/t.ts'
import { FieldInput, inWords, sentValue, typedOf } from './field-input.tsx'

/** Whether the record is in a state that allows it. */
const isOpen = ({ when }: ShownAction, record: AnyRecord): boolean =>
  Object.entries(when).every(([name, allowed]) => allowed?.includes(String(record[name])) !== false)

/** Those that the record's state allows; the first stands out. */
export function RecordActions({ actions, record }: { actions: readonly ShownAction[]; record: AnyRecord }) {
  const open = actions.filter(action => isOpen(action, record))
  return open.map((action, at) =>
    action.fields.length === 0 ? (
      <AtOnce key={action.name} action={action} record={record} first={at === 0} />
    ) : (
      <WithDialog key={action.name} action={action} record={record} first={at === 0} />
    ),
  )
}

interface ActionProps {
  action: ShownAction
  record: AnyRecord
  first: boolean
}

const look = (first: boolean) => (first ? {} : { variant: 'default' })

function AtOnce({ action: { name, label, done }, record, first }: ActionProps) {
  const doing = useDeclaredAction(name)
  const press = (): void =>
    doing.mutate(
      { id: record.id },
      {
        onSuccess: () => notifications.show({ message: done }),
        onError: error => notifications.show({ color: 'red', title: t('Not saved'), message: reasonOf(error) }),
      },
    )
  return (
    <BusyButton {...look(first)} busy={doing.isPending} onClick={press}>
      {label}
    </BusyButton>
  )
}

function WithDialog(props: ActionProps) {
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button {...look(props.first)} onClick={dialog.open}>
        {props.action.label}
      </Button>
      <ActionDialog {...props} opened={opened} onClose={dialog.close} />
    </>
  )
}

interface ActionDialogProps extends ActionProps {
  opened: boolean
  onClose(): void
}

function ActionDialog({ action: { name, asks, done, fields }, record, opened, onClose }: ActionDialogProps) {
  const doing = useDeclaredAction(name)
  const draft = useDraftForm(`${name}/${record.id}`, typedOf(fields, record))
  const { form } = draft
  const names = fields.map(field => field.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => form.setErrors(inWords(sortErrors(doing.error, names).beside, fields)), [doing.error])
  const submit = (): void => {
    const sent = fields.map(field => [field.name, sentValue(field, form.values[field.name])])
    doing.mutate(
      { id: record.id, ...Object.fromEntries(sent) },
      {
        onSuccess: () => {
          draft.drop()
          notifications.show({ message: done })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={asks}
      opened={opened}
      onClose={onClose}
      onSubmit={submit}
      submit={t('Save')}
      pending={doing.isPending}
      error={doing.error}
      fields={names}
    >
      {fields.map((field, at) => (
        <FieldInput key={field.name} field={field} form={form} autoFocus={at === 0} />
      ))}
    </FormDialog>
  )
}
