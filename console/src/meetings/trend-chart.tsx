/** How attendance goes: all services together week by week, beside the same weeks of a year ago. */
import { Box } from '@mantine/core'
import type { Trends } from '../../../src/modules/meetings/trends-view.ts'
import { Chart } from '../charts/chart.tsx'
import { day, shortDay } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { sundaysOver } from './trend-weeks.ts'

export function TrendChart({ trends: { weeks, now, before } }: { trends: Trends }) {
  const { church } = useMembership()
  const hasBefore = before.some(total => total !== null)
  const over = sundaysOver(weeks, church.timezone)
  const rows = over.map((sunday, at) => ({
    name: t('Week to {day}', { day: day(sunday) }),
    short: shortDay(sunday),
    values: [now[at] ?? null, ...(hasBefore ? [before[at] ?? null] : [])],
  }))
  if (rows.every(({ values }) => values.every(total => total === null))) return null
  return (
    <Section title={hasBefore ? t('This year against last') : t('How it goes')}>
      <Box style={{ overflow: 'hidden' }}>
        <Chart
          summary={summaryOf(over, now, before)}
          height={260}
          lines
          data={{
            rowName: t('Week'),
            rows,
            series: [t('These weeks'), ...(hasBefore ? [t('A year before')] : [])],
            format: count,
            shorten: count,
          }}
        />
      </Box>
    </Section>
  )
}

/** What stands out: the last week that was counted, and what it was a year before. */
function summaryOf(sundays: readonly string[], now: Trends['now'], before: Trends['before']): string {
  const at = now.findLastIndex((total, week) => total !== null && week < sundays.length)
  const total = now[at] ?? 0
  const sunday = sundays[Math.max(at, 0)] ?? ''
  const year = before[at]
  if (year === null || year === undefined) {
    return t('Attendance by week: {total, number} in the week to {day}.', { total, day: day(sunday) })
  }
  return t('Attendance by week: {total, number} in the week to {day}, {year, number} a year before.', {
    total,
    day: day(sunday),
    year,
  })
}
