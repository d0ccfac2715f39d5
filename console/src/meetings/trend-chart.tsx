/** How attendance goes: all services together week by week, beside the same weeks of a year ago. */
import { Box } from '@mantine/core'
import type { Trends } from '../../../src/modules/meetings/trends-view.ts'
import { Chart } from '../charts/chart.tsx'
import { addDays, day, shortDay, today } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** From a Monday to its Sunday. */
const TO_SUNDAY = 6

export function TrendChart({ trends: { weeks, now, before } }: { trends: Trends }) {
  const { church } = useMembership()
  const hasBefore = before.some(total => total !== null)
  // A week under way would look like a fall.
  const over = weeks.filter(monday => addDays(monday, TO_SUNDAY) <= today(church.timezone))
  const rows = over.map((monday, at) => {
    const sunday = addDays(monday, TO_SUNDAY)
    return {
      name: t('Week to {day}', { day: day(sunday) }),
      short: shortDay(sunday),
      values: [now[at] ?? null, ...(hasBefore ? [before[at] ?? null] : [])],
    }
  })
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
function summaryOf(weeks: Trends['weeks'], now: Trends['now'], before: Trends['before']): string {
  const at = now.findLastIndex((total, week) => total !== null && week < weeks.length)
  const total = now[at] ?? 0
  const sunday = addDays(weeks[Math.max(at, 0)] ?? '1970-01-01', TO_SUNDAY)
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
