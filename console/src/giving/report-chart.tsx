/** The chart of a giving report: its months, stacked by group. */
import { Box } from '@mantine/core'
import type { GivingReport } from '../../../src/modules/contributions/giving-report.ts'
import { Chart } from '../charts/chart.tsx'
import { mostOf } from '../charts/chart-data.ts'
import { month, shortMonth } from '../formats/dates.ts'
import { money, moneyOf, shortMoney } from '../formats/money.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { rowName } from './report-words.ts'

const MOST_GROUPS = 6

/** A drawing is no place for more digits than a number holds. */
function seriesOf({ by, months, rows }: GivingReport) {
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
    given.map(row => rowName(by, row)),
    drawn,
    MOST_GROUPS,
    t('Others'),
  )
}

export function ReportChart({ report }: { report: GivingReport }) {
  const { currency, all } = report
  if (all.count === 0) return null
  return (
    <Section title={t('By month')}>
      <Box style={{ overflow: 'hidden' }}>
        {/* Drawn anew for other groups: a drawing that was wider holds its place open. */}
        <Chart
          key={report.by}
          summary={t('Giving by month: {total} in all, {before} in the year before.', {
            total: moneyOf(all.total, currency),
            before: moneyOf(all.before, currency),
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
