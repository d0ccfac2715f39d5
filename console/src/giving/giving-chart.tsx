/** Giving of the last twelve months, stacked by fund. */
import { Text } from '@mantine/core'
import type { HomeGiving } from '../../../src/modules/contributions/home.ts'
import { Chart } from '../charts/chart.tsx'
import { mostOf } from '../charts/chart-data.ts'
import { month, shortMonth } from '../formats/dates.ts'
import { money, shortMoney } from '../formats/money.ts'
import { ChartSection } from '../home/chart-section.tsx'
import { useGiving } from '../home/views.ts'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

const MOST_FUNDS = 6

function GivingChart() {
  return (
    <ChartSection
      title={t('Giving by month')}
      view={useGiving()}
      actions={
        <TextLink to="/contributions" size="sm">
          {t('All gifts')}
        </TextLink>
      }
    >
      {giving => (giving.funds.length === 0 ? <NoGifts /> : <ByFund {...giving} />)}
    </ChartSection>
  )
}

function NoGifts() {
  const { may } = useMembership()
  return (
    <Text c="dimmed">
      {t('No gifts in the last twelve months.')}{' '}
      {may('contributions:write') && (
        <TextLink to="/contributions/new" underline="always">
          {t('Record the first one')}
        </TextLink>
      )}
    </Text>
  )
}

function ByFund({ currency, funds, months, this_month, last_month }: HomeGiving) {
  const rows = months.map(one => ({ name: month(one.month), short: shortMonth(one.month), values: one.amounts }))
  const names = funds.map(({ name }) => name)
  const shown = mostOf(names, rows, MOST_FUNDS, t('Other funds'))
  return (
    <Chart
      summary={t('Giving by month and fund, twelve months. This month {this_month}, last month {last_month}.', {
        this_month: money(this_month, currency),
        last_month: money(last_month, currency),
      })}
      height={280}
      data={{
        rowName: t('Month'),
        ...shown,
        format: value => money(value, currency),
        shorten: value => shortMoney(value, currency),
      }}
    />
  )
}

/** On the home page. */
export const givingChart: PagePart = { needs: 'home.giving', Part: GivingChart }
