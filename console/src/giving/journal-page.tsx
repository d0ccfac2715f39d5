/** The journal for accounting programs: its accounts, what is closed, and the next one. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Journals, ShownJournal } from '../../../src/modules/journal/journals-view.ts'
import { useView } from '../api/use-offers.ts'
import { day, moment } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import type { Column } from '../lists/columns.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { ViewRows } from '../lists/view-rows.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { AccountsDialog, nameOfAccount } from './accounts-dialog.tsx'
import { CloseJournalDialog } from './close-journal-dialog.tsx'

function JournalPage() {
  const found = useView('journals')
  const [open, setOpen] = useState<'accounts' | 'close'>()
  const done = (): void => setOpen(undefined)
  return (
    <Page title={t('Journal')} maw={860}>
      <Stack>
        <Text c="dimmed" size="sm">
          {t(
            'What was given as your accounting program books it: money of each way to give is debited, the funds are credited. Close a period when its books are done. A closed journal never changes; what is recorded or voided later for its days is booked in the next one.',
          )}
        </Text>
        {found.error && <LoadProblem error={found.error} onRetry={() => found.refetch()} />}
        {found.isLoading && <RowsSkeleton />}
        {found.data && (
          <>
            <Next journals={found.data} onClose={() => setOpen('close')} />
            <Closed journals={found.data} />
            <Accounts journals={found.data} onEdit={() => setOpen('accounts')} />
            {open === 'accounts' && <AccountsDialog accounts={found.data.accounts} onClose={done} />}
            {open === 'close' && <CloseJournalDialog nextFrom={found.data.next_from} onClose={done} />}
          </>
        )}
      </Stack>
    </Page>
  )
}

/** The address of a journal as a file. */
function useFile(): (asked: Record<string, string>) => string {
  const { church } = useMembership()
  return asked => `/console/api/${church.slug}/views/journal_file?${new URLSearchParams(asked)}`
}

function Next({ journals: { next_from }, onClose }: { journals: Journals; onClose(): void }) {
  const file = useFile()
  return (
    <Section title={t('of a journal|Open')}>
      <Text mb="sm">
        {next_from === null
          ? t('No journal is closed yet. Say with the first one from which day on your books are kept with it.')
          : t('Open since {day}.', { day: day(next_from) })}
      </Text>
      <Group gap="xs">
        {next_from !== null && (
          <Button component="a" variant="default" href={file({})} download>
            {t('Save it as it is now')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close a journal')}</Button>
      </Group>
    </Section>
  )
}

function Closed({ journals: { journals, currency } }: { journals: Journals }) {
  const file = useFile()
  const { church } = useMembership()
  if (journals.length === 0) return null
  const columns: Column<ShownJournal & { id: number }>[] = [
    { header: t('No.'), cell: ({ number }) => number },
    {
      header: t('Days'),
      cell: ({ from_on, to_on }) => t('{from} to {to}', { from: day(from_on), to: day(to_on) }),
      phone: 'below',
    },
    {
      header: t('Booked'),
      cell: ({ total }) => money(total, currency),
      align: 'end',
      phone: 'below',
      nowrap: true,
    },
    {
      header: t('when|Closed'),
      cell: ({ closed_at, closed_by }) =>
        listed([moment(closed_at, church.timezone), ...(closed_by ? [closed_by] : [])]),
      wide: true,
    },
    { header: t('Checksum'), cell: ({ sha256 }) => sha256.slice(0, 12), wide: true },
    {
      header: t('File'),
      onScreen: true,
      phone: 'aside',
      cell: ({ number }) => (
        <Button
          component="a"
          size="xs"
          variant="default"
          href={file({ number: String(number) })}
          aria-label={t('Save journal {number} as CSV', { number })}
          download
        >
          {t('CSV')}
        </Button>
      ),
    },
  ]
  const rows = journals.map(one => ({ ...one, id: one.number }))
  return (
    <Section title={t('Closed journals')}>
      <ViewRows label={t('Closed journals')} rows={rows} columns={columns} />
    </Section>
  )
}

function Accounts({ journals: { accounts }, onEdit }: { journals: Journals; onEdit(): void }) {
  // Payouts are booked only where a church wants that.
  const open = accounts.filter(({ code, purpose }) => code === null && purpose === null).length
  const rows = accounts.map((one, id) => ({ ...one, id }))
  const edit = (
    <Button size="xs" variant="default" onClick={onEdit}>
      {t('Set accounts')}
    </Button>
  )
  const columns: Column<(typeof rows)[number]>[] = [
    { header: t('Fund or way to give'), cell: one => nameOfAccount(one) },
    {
      header: t('Booked as'),
      cell: ({ fund }) => (fund === null ? t('Debit') : t('Credit')),
      phone: 'below',
    },
    { header: t('Account'), cell: ({ code }) => code ?? '–', phone: 'aside', nowrap: true },
  ]
  return (
    <Section title={t('Accounts')} actions={edit}>
      {open > 0 && (
        <Text size="sm" mb="sm">
          {t(
            '{open, plural, one {# has} other {# have}} no account yet. What is used must have one before you close.',
            {
              open,
            },
          )}
        </Text>
      )}
      <ViewRows label={t('Accounts')} rows={rows} columns={columns} />
    </Section>
  )
}

/** What the church's pages show of it. */
export const page = explained(JournalPage, {
  says: t(
    'What was given by double entry, for your bookkeeper or your accounting program. Days that are closed do not change any more.',
  ),
  chapter: 'entering-gifts',
})
