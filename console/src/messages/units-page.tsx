/** SMS units: what is left, and the book of what was added and charged. */
import { Button, NumberInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import type { Units } from '../../../src/modules/messaging/units-book.ts'
import { useOperation, useView } from '../api/use-operations.ts'
import { moment } from '../formats/dates.ts'
import { count, counted } from '../formats/words.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { Column } from '../lists/columns.ts'
import { RecordCards } from '../lists/record-cards.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { RecordTable } from '../lists/record-table.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { Section } from '../shell/section.tsx'
import { TextLink } from '../shell/text-link.tsx'

export function UnitsPage() {
  const { may, branch_id } = useMembership()
  const units = useView<Units>('units')
  const [opened, dialog] = useDisclosure(false)
  const back = may('messages:read') ? { back: { path: '/messages', label: 'Messages' } } : {}
  const allowed = may('units.add') && branch_id === null
  const add = allowed && <Button onClick={dialog.open}>Note units</Button>
  return (
    <Page title="SMS units" {...back} actions={add} maw={860}>
      {units.error && <LoadProblem error={units.error} onRetry={() => units.refetch()} />}
      {units.isLoading && <RowsSkeleton />}
      {units.data?.book && <Book book={units.data.book} />}
      {units.data?.book === null && (
        <Section title={`${counted(units.data.free, 'unit', 'units')} left`}>
          <Text c="dimmed">The book of units belongs to the whole church, and your access is limited to a branch.</Text>
        </Section>
      )}
      {allowed && <AddDialog opened={opened} onClose={dialog.close} />}
    </Page>
  )
}

type Entry = NonNullable<Units['book']>['entries'][number]

const columnsFor = (timezone: string, linked: boolean, phone: boolean): Column<Entry>[] => [
  { header: 'When', cell: ({ created_at }) => moment(created_at, timezone) },
  { header: 'What', cell: entry => <What entry={entry} linked={linked} />, phone: 'below' },
  {
    header: 'Units',
    cell: ({ units }) => (units > 0 ? `+${count(units)}` : count(units)),
    align: 'right',
    phone: 'aside',
    nowrap: true,
  },
  {
    header: 'Balance',
    cell: ({ balance }) => (phone ? `${count(balance)} left` : count(balance)),
    align: 'right',
    phone: 'aside',
    nowrap: true,
  },
]

function What({ entry: { message_id, note }, linked }: { entry: Entry; linked: boolean }) {
  if (message_id === null) return note ?? 'Noted'
  if (!linked) return note ?? `Message ${message_id}`
  return (
    <TextLink to={`/messages/${message_id}`} fz="inherit">
      Message {message_id}
    </TextLink>
  )
}

function Book({ book: { balance, held, entries } }: { book: NonNullable<Units['book']> }) {
  const { church, may } = useMembership()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const Rows = phone ? RecordCards : RecordTable
  return (
    <Section title={`${count(balance)} units`}>
      <Text size="sm" c="dimmed" mb="sm">
        {held > 0 && `${count(held)} of them are set aside for messages on their way. `}
        An SMS costs one unit for each of its segments. The latest 100 entries are shown.
      </Text>
      {entries.length === 0 ? (
        <Text c="dimmed">No units were added yet.</Text>
      ) : (
        <Rows label="Entries" rows={entries} columns={columnsFor(church.timezone, may('message'), phone)} />
      )}
    </Section>
  )
}

const EMPTY = { units: '' as number | string, note: '' }
const FIELDS = Object.keys(EMPTY)

function AddDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const add = useOperation<{ units: number | undefined; note: string }, { balance: number }>('units.add')
  const form = useForm({ initialValues: EMPTY })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => form.setErrors(sortErrors(add.error, FIELDS).beside), [add.error])
  function close(): void {
    form.reset()
    add.reset()
    onClose()
  }
  const submit = (): void =>
    add.mutate(
      { units: form.values.units === '' ? undefined : Number(form.values.units), note: form.values.note },
      {
        onSuccess: ({ balance }) => {
          notifications.show({ message: `The church has ${count(balance)} SMS units now.` })
          close()
        },
      },
    )
  return (
    <FormDialog
      title="Note units"
      opened={opened}
      onClose={close}
      onSubmit={submit}
      submit="Note"
      pending={add.isPending}
      error={add.error}
      fields={FIELDS}
    >
      <Text size="sm">
        Units limit what may be spent at your SMS provider. Note here what you bought; a negative number takes units
        away.
      </Text>
      <NumberInput label="Units" required allowDecimal={false} data-autofocus {...form.getInputProps('units')} />
      <TextInput label="What for" required maxLength={200} placeholder="Invoice 17" {...form.getInputProps('note')} />
    </FormDialog>
  )
}
