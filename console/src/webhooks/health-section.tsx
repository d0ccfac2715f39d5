/** How it went with an endpoint over time: a chart, and the same as a table. */

import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { partOfMomentIn } from '../../../src/texts/forms.ts'
import type { Endpoint, EndpointHealth } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { Chart } from '../charts/chart.tsx'
import { count } from '../formats/words.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t, writing } from '../texts/t.ts'
import { duration } from './endpoint-words.ts'

const SPANS = [
  { value: 'hours', label: t('24 hours') },
  { value: 'days', label: t('30 days') },
] as const

type Span = (typeof SPANS)[number]['value']

export function HealthSection({ endpoint: { id } }: { endpoint: Endpoint }) {
  const [span, setSpan] = useState<Span>('hours')
  const health = useView('endpoint_health', { id })
  return (
    <Section
      title={t('of an address|Health')}
      actions={
        <SegmentedControl
          aria-label={t('Time')}
          size="xs"
          data={[...SPANS]}
          value={span}
          onChange={value => setSpan(value as Span)}
        />
      }
    >
      {health.isLoading && <Skeleton height={260} />}
      {health.error && <LoadProblem error={health.error} onRetry={() => health.refetch()} />}
      {health.data && <Health health={health.data} span={span} />}
    </Section>
  )
}

/** Periods with the words of their beginning, by the clocks of the church. */
function useRows(health: EndpointHealth, span: Span) {
  const { church } = useMembership()
  const style =
    span === 'hours' ? ({ hour: 'numeric', minute: '2-digit' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return health[span].map(({ from, delivered, failed }) => ({
    time: partOfMomentIn(writing(), { at: from, timezone: church.timezone }, style),
    delivered,
    failed,
  }))
}

function Health({ health, span }: { health: EndpointHealth; span: Span }) {
  const rows = useRows(health, span)
  const delivered = rows.reduce((sum, row) => sum + row.delivered, 0)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)

  const words =
    span === 'hours'
      ? t('{delivered, number} delivered, {failed, number} failed in 24 hours.', { delivered, failed })
      : t('{delivered, number} delivered, {failed, number} failed in 30 days.', { delivered, failed })
  const { median_ms, p95_ms } = health
  const numbers = {
    rowName: span === 'hours' ? t('Hour') : t('Day'),
    rows: rows.map(({ time, delivered, failed }) => ({ name: time, short: time, values: [delivered, failed] })),
    series: [t('Delivered'), t('Failed')],
    format: count,
    shorten: count,
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        {words}{' '}
        {median_ms !== null &&
          p95_ms !== null &&
          t('Usually answered within {median}, 95% within {p95}.', {
            median: duration(median_ms),
            p95: duration(p95_ms),
          })}
      </Text>
      <Chart summary={t('Attempts over time. {words} The table has the numbers.', { words })} data={numbers} />
    </Stack>
  )
}
