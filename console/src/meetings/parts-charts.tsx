/** How each service goes, and each branch: a line for each, week by week. */
import { Box } from '@mantine/core'
import type { TrendService, Trends } from '../../../src/modules/meetings/trends-view.ts'
import { Chart } from '../charts/chart.tsx'
import { mostOf } from '../charts/chart-data.ts'
import { MOST_LINES } from '../charts/marker.tsx'
import { day, shortDay } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { serviceNames, sundaysOver } from './trend-weeks.ts'

/** What has a line: its name, and its figures by week. */
interface Part {
  name: string
  totals: readonly (number | null)[]
}

const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((all, one) => (one === null ? all : (all ?? 0) + one), null)

/** The figures of each branch, of its services together. */
function branchesOf(services: readonly TrendService[], weeks: number): Part[] {
  const ids = [...new Set(services.map(({ branch_id }) => branch_id))]
  return ids.map(id => {
    const those = services.filter(({ branch_id }) => branch_id === id)
    return {
      name: those[0]?.branch ?? '',
      totals: Array.from({ length: weeks }, (_, at) => sum(those.map(({ now }) => now[at] ?? null))),
    }
  })
}

/** Nothing for one service alone: it is the line of all. */
export function PartsCharts({ trends: { weeks, services } }: { trends: Trends }) {
  const shown = services.filter(({ now }) => now.some(total => total !== null))
  if (shown.length < 2) return null
  const names = serviceNames(shown)
  const branches = branchesOf(shown, weeks.length)
  const byService = shown.map((service, at) => ({ name: names[at] ?? '', totals: service.now }))
  return (
    <>
      <PartsChart title={t('By service')} others={t('Other services')} weeks={weeks} parts={byService} />
      {branches.length > 1 && (
        <PartsChart title={t('By branch')} others={t('Other branches')} weeks={weeks} parts={branches} />
      )}
    </>
  )
}

interface PartsChartProps {
  title: string
  /** What those are called that are one line. */
  others: string
  weeks: Trends['weeks']
  parts: readonly Part[]
}

function PartsChart({ title, others, weeks, parts }: PartsChartProps) {
  const { church } = useMembership()
  const sundays = sundaysOver(weeks, church.timezone)
  const most = parts.toSorted((one, other) => (sum(other.totals) ?? 0) - (sum(one.totals) ?? 0))
  const rows = sundays.map((sunday, at) => ({
    name: t('Week to {day}', { day: day(sunday) }),
    short: shortDay(sunday),
    values: most.map(({ totals }) => totals[at] ?? null),
  }))
  const data = mostOf(
    most.map(({ name }) => name),
    rows,
    MOST_LINES,
    others,
  )
  const last = data.rows.findLastIndex(({ values }) => values.some(total => total !== null))
  const week = data.rows[last]
  if (week === undefined) return null
  const figures = data.series.flatMap((name, at) => {
    const total = week.values[at] ?? null
    return total === null ? [] : [t('{name} {total, number}', { name, total })]
  })
  return (
    <Section title={title}>
      <Box style={{ overflow: 'hidden' }}>
        <Chart
          summary={t('{title}, in the week to {day}: {figures}.', {
            title,
            day: day(sundays[last] ?? ''),
            figures: listed(figures),
          })}
          height={260}
          lines
          data={{ ...data, rowName: t('Week'), format: count, shorten: count }}
        />
      </Box>
    </Section>
  )
}
