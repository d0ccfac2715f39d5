/** What was sent to an endpoint, newest first. */
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryEntry, Endpoint } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { exactMoment } from '../formats/dates.ts'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { MOST_PRINTED, usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { duration, outcomeWords } from './endpoint-words.ts'
import { MissedDialog } from './missed-dialog.tsx'

const LOOK_MS = 5_000
const FIRST = 10
/** What is looked at anew every few seconds. */
const FOLLOWED = 200

type Row = { id: number; attempt: DeliveryEntry }

export function DeliveryLog({ endpoint }: { endpoint: Endpoint }) {
  const [parameters, change] = useAddress()
  const [limit, setLimit] = useState(FIRST)
  const [missed, setMissed] = useState(false)
  const failed = parameters.get('failed') === '1'
  const printing = usePrinting()
  const query = { endpoint_id: endpoint.id, failed: failed || undefined, limit: printing ? MOST_PRINTED : limit }
  const log = useView('deliveries', query, true, () => query.limit <= FOLLOWED && LOOK_MS)
  const loading = log.isLoading || (printing && log.isPlaceholderData)
  const opened = parameters.get('delivery') ?? undefined
  return (
    <Section
      title={t('Deliveries')}
      actions={
        <>
          <ListOutput
            file="views/deliveries_file"
            query={{ endpoint_id: endpoint.id, failed: failed || undefined }}
            ready={log.data !== undefined && !loading}
          />
          {!printing && (
            <Button variant="default" onClick={() => setMissed(true)}>
              {t('Resend missed events')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="sm">
        <Switch
          label={t('Failed only')}
          checked={failed}
          onChange={event => change({ failed: event.currentTarget.checked ? '1' : undefined }, true)}
        />
        {loading && <RowsSkeleton rows={4} />}
        {log.error && <LoadProblem error={log.error} onRetry={() => log.refetch()} />}
        {log.data && !loading && <Attempts attempts={log.data} failed={failed} endpoint={endpoint} />}
        {!printing && log.data && log.data.length >= limit && limit < MOST_PRINTED && (
          <Group justify="center">
            <Button variant="default" onClick={() => setLimit(limit < FOLLOWED ? FOLLOWED : MOST_PRINTED)}>
              {t('Show more')}
            </Button>
          </Group>
        )}
      </Stack>
      <DeliveryDialog delivery={opened} onClose={() => change({ delivery: undefined }, true)} />
      {missed && <MissedDialog endpoint={endpoint} onClose={() => setMissed(false)} />}
    </Section>
  )
}

interface AttemptsProps {
  attempts: readonly DeliveryEntry[]
  failed: boolean
  endpoint: Endpoint
}

function Attempts({ attempts, failed, endpoint }: AttemptsProps) {
  const { church, path } = useMembership()
  if (attempts.length === 0) {
    return (
      <Text c="dimmed">
        {failed ? t('Nothing failed in the last 30 days.') : t('Nothing was sent in the last 30 days.')}
      </Text>
    )
  }
  const columns: Column<Row>[] = [
    { header: t('Event'), cell: ({ attempt }) => attempt.event || attempt.event_id },
    {
      header: t('Time'),
      cell: ({ attempt }) => exactMoment(attempt.started_at, church.timezone),
      phone: 'below',
      nowrap: true,
    },
    { header: t('Outcome'), cell: ({ attempt }) => <Outcome attempt={attempt} />, phone: 'below' },
    { header: t('Took'), cell: ({ attempt }) => duration(attempt.duration_ms), wide: true, nowrap: true },
  ]
  const rows = attempts.map((attempt, index) => ({ id: index, attempt }))
  const href = ({ attempt }: Row): string =>
    path(`/settings/webhooks/${endpoint.id}?${failed ? 'failed=1&' : ''}delivery=${attempt.id}`)
  const areAll = attempts.length < MOST_PRINTED
  return <ViewRows label={t('Deliveries')} rows={rows} columns={columns} href={href} areAll={areAll} noMore />
}

function Outcome({ attempt }: { attempt: DeliveryEntry }) {
  const wrong = attempt.outcome === 'failed' || attempt.outcome === 'retrying'
  return (
    <Text span inherit {...(wrong && { c: 'var(--mantine-color-error)' })}>
      {outcomeWords(attempt)}
    </Text>
  )
}
