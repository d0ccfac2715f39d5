/** The chart of a giving report: its months, stacked by group; or people, beside those of the year before. */
import { Box } from '@mantine/core'
import type { GivingReport } from '../../../src/modules/contributions/giving-report.ts'
import { Chart } from '../charts/chart.tsx'
import { mostOf } from '../charts/chart-data.ts'
import { day, month, shortMonth } from '../formats/dates.ts'
import { money, shortMoney } from '../formats/money.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { isOfGivers, rowName } from './report-words.ts'

const MOST_GROUPS = 6

/** A drawing is no place for more digits than a number holds. */
function seriesOf(report: GivingReport) {
  const { by, months, rows } = report
  if (by === 'month') {
    const drawn = rows.map(row => ({
      name: month(row.key),
      short: shortMonth(row.key),
      values: [Number(row.total)],
    }))
    return { series: [t('Giving')], rows: drawn }
  }
  const given = rows.filter(({ count }) => count > 0)
  const drawn = months.map((one, at) => ({
    name: month(one),
    short: shortMonth(one),
    values: given.map(row => Number(row.months[at])),
  }))
  return mostOf(
    given.map(row => rowName(report, row)),
    drawn,
    MOST_GROUPS,
    t('what is left|Others'),
  )
}

export function ReportChart({ report }: { report: GivingReport }) {
  const { currency, all } = report
  if (isOfGivers(report.by)) return <GiversChart report={report} />
  if (all.count === 0) return null
  return (
    <Section title={t('By month')}>
      <Box style={{ overflow: 'hidden' }}>
        {/* Drawn anew for other groups: a drawing that was wider holds its place open. */}
        <Chart
          key={report.by}
          summary={t('Giving by month: {total} in all, {before} in the year before.', {
            total: money(all.total, currency),
            before: money(all.before, currency),
          })}
          height={260}
          data={{
            rowName: t('Month'),
            ...seriesOf(report),
            format: value => money(value, currency),
            shorten: value => shortMoney(value, currency),
          }}
        />
      </Box>
    </Section>
  )
}

/** How many people, beside how many a year before; gifts that name nobody have none. */
function GiversChart({ report }: { report: GivingReport }) {
  const { rows, all, now, before } = report
  if (all.givers === null || all.givers.now + all.givers.before === 0) return null
  const drawn = rows
    .filter(({ key }) => key !== 'unknown')
    .map(row => {
      const name = rowName(report, row)
      return { name, short: name, values: [row.givers?.now ?? 0, row.givers?.before ?? 0] }
    })
  return (
    <Section title={t('Givers')}>
      <Box style={{ overflow: 'hidden' }}>
        <Chart
          key={report.by}
          summary={t('{now, plural, one {# giver} other {# givers}}; {before, number} in the year before.', {
            now: all.givers.now,
            before: all.givers.before,
          })}
          lying
          apart
          data={{
            rowName: t('Givers'),
            rows: drawn,
            series: [now, before].map(({ from, to }) => t('{from} to {to}', { from: day(from), to: day(to) })),
            format: count,
            shorten: count,
          }}
        />
      </Box>
    </Section>
  )
}
