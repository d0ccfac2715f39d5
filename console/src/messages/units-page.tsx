/** SMS units: what is left, and the book of what was added and charged. */
import { Button, NumberInput, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { Units } from '../../../src/modules/messaging/units-book.ts'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

function UnitsPage() {
  const { may, branch_id } = useMembership()
  const units = useView('units')
  const [opened, dialog] = useDisclosure(false)
  const back = may('messages:read') ? { back: { path: '/messages', label: t('Messages') } } : {}
  const allowed = may('units.add') && branch_id === null
  const printing = usePrinting()
  const actions = (
    <>
      {units.data?.book && <ListOutput file="views/units_file" query={{}} />}
      {allowed && !printing && <Button onClick={dialog.open}>{t('Add units')}</Button>}
    </>
  )
  return (
    <Page title={t('SMS units')} {...back} actions={actions} maw={860}>
      {units.error && <LoadProblem error={units.error} onRetry={() => units.refetch()} />}
      {units.isLoading && <RowsSkeleton />}
      {units.data?.book && <Book book={units.data.book} />}
      {units.data?.book === null && (
        <Section title={t('{count, plural, one {# unit} other {# units}} left', { count: units.data.free })}>
          <Text c="dimmed">
            {t('The unit history covers the whole church, and your access is limited to a branch.')}
          </Text>
        </Section>
      )}
      {opened && <AddDialog onClose={dialog.close} />}
    </Page>
  )
}

/** Of the book, the latest; the file has all of it. */
const SHOWN = 100

type Entry = NonNullable<Units['book']>['entries'][number]

const columnsFor = (timezone: string, linked: boolean, phone: boolean): Column<Entry>[] => [
  { header: t('When'), cell: ({ created_at }) => moment(created_at, timezone) },
  { header: t('What'), cell: entry => <What entry={entry} linked={linked} />, phone: 'below' },
  {
    header: t('Units'),
    cell: ({ units }) => (units > 0 ? `+${count(units)}` : count(units)),
    align: 'end',
    phone: 'aside',
    nowrap: true,
  },
  {
    header: t('Balance'),
    cell: ({ balance }) => (phone ? t('{count, number} left', { count: balance }) : count(balance)),
    align: 'end',
    phone: 'aside',
    nowrap: true,
  },
]

function What({ entry: { message_id, note }, linked }: { entry: Entry; linked: boolean }) {
  if (message_id === null) return note ?? t('Added')
  if (!linked) return note ?? t('Message {message_id}', { message_id })
  return (
    <TextLink to={`/messages/${message_id}`} fz="inherit">
      {t('Message {message_id}', { message_id })}
    </TextLink>
  )
}

function Book({ book: { balance, held, entries } }: { book: NonNullable<Units['book']> }) {
  const { church, may } = useMembership()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <Section title={t('{count, plural, one {# unit} other {# units}}', { count: balance })}>
      <Text size="sm" c="dimmed" mb="sm">
        {held > 0 &&
          t('{count, plural, one {# of them is reserved} other {# of them are reserved}} for messages on their way.', {
            count: held,
          })}{' '}
        {t('An SMS costs one unit per segment. The latest 100 entries are shown.')}
      </Text>
      {entries.length === 0 ? (
        <Text c="dimmed">{t('No units added yet.')}</Text>
      ) : (
        <ViewRows
          label={t('Entries')}
          rows={entries}
          columns={columnsFor(church.timezone, may('message'), phone)}
          areAll={entries.length < SHOWN}
        />
      )}
    </Section>
  )
}

function AddDialog({ onClose }: { onClose(): void }) {
  return (
    <ActionDialog
      action="units.add"
      title={t('Add units')}
      submit={t('Add units')}
      initial={{ units: '' as number | string, note: '' }}
      input={({ units, note }) => ({ units: units === '' ? (null as never) : Number(units), note })}
      done={({ balance }) =>
        t('The church now has {count, plural, one {# SMS unit} other {# SMS units}}.', { count: balance })
      }
      onClose={onClose}
    >
      {fields => (
        <>
          <Text size="sm">
            {t(
              'Units limit what you spend with your SMS provider. Enter what you bought; a negative number takes units away.',
            )}
          </Text>
          <NumberInput
            label={t('Units')}
            required
            allowDecimal={false}
            data-autofocus
            value={fields.values.units}
            error={fields.errors.units}
            onChange={units => fields.change({ units })}
          />
          <DialogText
            fields={fields}
            name="note"
            label={t('Reason')}
            required
            withAsterisk
            maxLength={200}
            placeholder={t('Invoice 17')}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** What the church's pages show of it. */
export const page = explained(UnitsPage, {
  says: t('How many SMS you have left, and what each message took of them.'),
  chapter: 'writing-to-people',
})
