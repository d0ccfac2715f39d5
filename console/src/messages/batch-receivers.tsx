/** Everybody whom a message to many is for, each with what became of it: part by part on a screen, all of them on paper. */
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { BatchProgress, BatchReceiver } from '../../../src/modules/messaging/batches.ts'
import { useViewParts } from '../api/use-offers.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { ShowMore } from '../lists/show-more.tsx'
import { usePrintedParts } from '../lists/use-printed-parts.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { reasonText } from './channels.ts'

/** What the view shows at once. */
const AT_ONCE = 100

const COLUMNS: Column<BatchReceiver>[] = [
  { header: t('Recipient'), cell: ({ name }) => name },
  { header: t('Status'), cell: receiver => <Outcome receiver={receiver} />, phone: 'aside' },
  { header: t('Why'), cell: ({ error }) => error && reasonText(error), phone: 'below' },
]

/** What the declaration of messages does not name: who has no message yet. */
const WORDS: Partial<Record<BatchReceiver['status'], string>> = {
  waiting: t('Waiting'),
  dropped: t('of a recipient|Left out'),
}

function Outcome({ receiver: { status } }: { receiver: BatchReceiver }) {
  const words = WORDS[status]
  return <StatusBadge status={status} of="message" {...(words !== undefined && { words })} />
}

export function BatchReceivers({ batch: { id, total, waiting } }: { batch: BatchProgress }) {
  const { path } = useMembership()
  const printing = usePrinting()
  const parts = useViewParts('message_batch_receivers', { id }, part =>
    part.length < AT_ONCE ? undefined : { after: part.at(-1)?.id },
  )
  // As many as there are: a message to many has an end.
  const { rows, isWhole } = usePrintedParts(parts, printing, true)
  const { refetch } = parts
  const waited = useRef(waiting)
  // Of whom nothing is to come, nothing is to be asked again.
  const isOpen = rows === undefined || rows.some(({ status }) => status === 'waiting')
  useEffect(() => {
    if (waited.current !== waiting && isOpen) void refetch()
    waited.current = waiting
  }, [waiting, isOpen, refetch])
  const loading = rows === undefined || (printing && !isWhole)
  return (
    <Section
      title={t('Recipients')}
      actions={<ListOutput file="views/message_batch_receivers_file" query={{ id }} ready={isWhole} />}
    >
      {parts.error && <LoadProblem error={parts.error} onRetry={() => refetch()} />}
      {loading && !parts.error && <RowsSkeleton rows={4} />}
      {total === 0 && <Text c="dimmed">{t('Nobody')}</Text>}
      {!loading && rows.length > 0 && (
        <ViewRows label={t('Recipients')} rows={rows} columns={COLUMNS} href={one => path(`/people/${one.id}`)} />
      )}
      <ShowMore parts={parts} label={t('Show more')} />
    </Section>
  )
}
