/** The table of a giving report: a row for each group, months or the year before as columns, sums at the end. */
import type { GivingReport, GivingSums } from '../../../src/modules/contributions/giving-report.ts'
import { shortMonthOfYear } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { count } from '../formats/words.ts'
import { t } from '../texts/t.ts'
import { isOfGivers, rowName } from './report-words.ts'

const RIGHT = { textAlign: 'end' } as const

const headOf = (by: GivingReport['by']): string =>
  ({
    fund: t('Fund'),
    branch: t('Branch'),
    method: t('Method'),
    month: t('Month'),
    giver: t('Givers'),
    range: t('Gave in all'),
  })[by]

export function ReportTable({ report, months }: { report: GivingReport; months: boolean }) {
  const { by, rows, all, currency } = report
  const amount = (text: string): string => money(text, currency)
  const heads = months
    ? [...report.months.map(shortMonthOfYear), t('Total')]
    : [
        ...(isOfGivers(by) ? [t('Givers'), t('Givers, year before')] : []),
        t('Gifts'),
        t('Total'),
        t('Year before'),
        t('Difference'),
      ]
  const cells = ({ count: gifts, total, before, difference, givers, ...sums }: GivingSums): string[] =>
    months
      ? [...sums.months, total].map(amount)
      : [
          ...(givers === null ? [] : [count(givers.now), count(givers.before)]),
          count(gifts),
          ...[total, before, difference].map(amount),
        ]
  return (
    // Wider than a phone, it is moved sideways, by keyboard as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot move it
    <section className={months ? 'printed dense' : 'printed'} aria-label={t('Giving report')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" style={{ textAlign: 'start' }}>
              {headOf(by)}
            </th>
            {heads.map(head => (
              <th key={head} scope="col" style={RIGHT}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row" style={{ textAlign: 'start', fontWeight: 400 }}>
                {rowName(report, row)}
              </th>
              <Cells heads={heads} cells={cells(row)} />
            </tr>
          ))}
          <tr style={{ fontWeight: 650 }}>
            <th scope="row" style={{ textAlign: 'start' }}>
              {t('All')}
            </th>
            <Cells heads={heads} cells={cells(all)} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

const Cells = ({ heads, cells }: { heads: readonly string[]; cells: readonly string[] }) =>
  heads.map((head, at) => (
    <td key={head} style={RIGHT} className="nowrap">
      {cells[at]}
    </td>
  ))
