/** What was sent to many at once. */
import { Badge, Paper, Text } from '@mantine/core'
import type { BatchEntry } from '../../../src/modules/messaging/batches.ts'
import { useViewParts } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { ShowMore } from '../lists/show-more.tsx'
import { usePrintedParts } from '../lists/use-printed-parts.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

/** What the view shows at once. */
const AT_ONCE = 50

const COLUMNS: Column<BatchEntry>[] = [
  { header: t('Message'), cell: ({ subject, body }) => (subject ?? body).slice(0, 80) },
  { header: t('Channel'), cell: ({ channel }) => wordOf(channel), phone: 'below' },
  {
    header: t('recipient|To'),
    cell: ({ total }) => t('{count, plural, one {# person} other {# people}}', { count: total }),
    phone: 'below',
    nowrap: true,
  },
  { header: t('By'), cell: ({ user_name }) => user_name, wide: true },
  { header: t('Status'), cell: batch => <BatchState batch={batch} />, phone: 'aside' },
  { header: t('Started'), cell: batch => <Begun batch={batch} />, phone: 'aside', nowrap: true },
]

/** Under way, done or stopped. */
export function BatchState({ batch: { finished_at, stopped_at } }: { batch: BatchEntry }) {
  const [word, color] = stopped_at
    ? [t('Stopped'), 'yellow']
    : finished_at
      ? [t('Done'), 'teal']
      : [t('Sending'), 'blue']
  return (
    <Badge variant="light" color={color} tt="none" fw={500} className="badge-whole" c="var(--mantine-color-text)">
      {word}
    </Badge>
  )
}

function Begun({ batch: { created_at } }: { batch: BatchEntry }) {
  return moment(created_at, useMembership().church.timezone)
}

function BatchesPage() {
  const printing = usePrinting()
  const parts = useViewParts('message_batches', {}, part =>
    part.length < AT_ONCE ? undefined : { before: part.at(-1)?.id },
  )
  const { rows, isWhole, areAll } = usePrintedParts(parts, printing)
  const waiting = printing && !isWhole
  return (
    <Page
      title={t('Group messages')}
      back={{ path: '/messages', label: t('Messages') }}
      actions={
        <>
          {!printing && <LinkButton to="/messages/new">{t('Write a message')}</LinkButton>}
          <ListOutput file="views/message_batches_file" query={{}} ready={isWhole} />
        </>
      }
    >
      {parts.error && <LoadProblem error={parts.error} onRetry={() => parts.refetch()} />}
      {(rows === undefined || waiting) && !parts.error && <RowsSkeleton />}
      {rows?.length === 0 && (
        <Paper withBorder p="xl" ta="center">
          <Text c="dimmed">{t('No group messages yet.')}</Text>
        </Paper>
      )}
      {rows !== undefined && rows.length > 0 && !waiting && <Batches rows={rows} areAll={areAll} />}
      <ShowMore parts={parts} label={t('Show older')} />
    </Page>
  )
}

function Batches({ rows, areAll }: { rows: readonly BatchEntry[]; areAll: boolean }) {
  const { path } = useMembership()
  return (
    <ViewRows
      framed
      label={t('Group messages')}
      rows={rows}
      columns={COLUMNS}
      href={({ id }) => path(`/messages/batches/${id}`)}
      areAll={areAll}
    />
  )
}

/** What the church's pages show of it. */
export const page = explained(BatchesPage, {
  says: t('Messages that went to many people, and how far each of them is.'),
  chapter: 'writing-to-people',
})
