/** What was given, by fund, branch, method or month: month by month, or against the year before. */
import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { GivingReport } from '../../../src/modules/contributions/giving-report.ts'
import type { GivingGroup, Span } from '../../../src/modules/contributions/report-span.ts'
import { type Asked, useView } from '../api/use-offers.ts'
import { day, today } from '../formats/dates.ts'
import { everyOf } from '../formats/every-of.ts'
import { BranchFilter, RecordFilter, SelectFilter, TextFilter } from '../lists/filter-fields.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { PrintButton } from '../parts/print-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { GiversToWriteTo } from './givers-to-write-to.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportTable } from './report-table.tsx'
import { isOfGivers } from './report-words.ts'

const GROUPS = everyOf<GivingGroup>({ fund: true, branch: true, method: true, month: true, giver: true, range: true })
const GAPS = [90, 180, 365, 730]
const YEARS = 10

/** Whether a report has a column for each month. */
const hasMonths = (by: GivingGroup): boolean => by !== 'month' && !isOfGivers(by)

const groups = () =>
  [
    { value: 'fund', label: t('Fund') },
    { value: 'branch', label: t('Branch') },
    { value: 'method', label: t('Method') },
    { value: 'month', label: t('Month') },
    { value: 'giver', label: t('Givers: new, back, lapsed') },
    { value: 'range', label: t('Givers by how much they gave') },
  ].map(one => (one.value === 'fund' ? { ...one, value: '' } : one))

/** A year first, which is what is meant where nothing is said. */
const gaps = () => [
  { value: '', label: t('{count, plural, one {# day} other {# days}} without a gift', { count: 365 }) },
  ...GAPS.filter(count => count !== 365).map(count => ({
    value: String(count),
    label: t('{count, plural, one {# day} other {# days}} without a gift', { count }),
  })),
]

const span = ({ from, to }: Span): string => t('{from} to {to}', { from: day(from), to: day(to) })

function ReportPage() {
  const [parameters] = useAddress()
  const { church } = useMembership()
  const by = GROUPS.find(group => group === parameters.get('by')) ?? 'fund'
  const months = parameters.get('show') === 'months' && hasMonths(by)
  const asked: Asked<'giving_report'> = {
    by,
    year: Number(parameters.get('year')) || undefined,
    currency: parameters.get('currency') ?? undefined,
    branch_id: Number(parameters.get('branch_id')) || undefined,
    fund_id: Number(parameters.get('fund_id')) || undefined,
    days: by === 'giver' ? Number(parameters.get('days')) || undefined : undefined,
    ranges: by === 'range' ? (parameters.get('ranges') ?? undefined) : undefined,
  }
  const report = useView('giving_report', asked)
  const sent = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const file = (more: Record<string, string>): string =>
    `/console/api/${church.slug}/views/giving_report_file?${new URLSearchParams([...sent, ...Object.entries(more)])}`
  return (
    <Page
      title={t('Giving report')}
      actions={
        <>
          <Button component="a" variant="default" href={file({ format: 'csv' })} download>
            {t('Export')}
          </Button>
          <Button component="a" variant="default" href={file({ format: 'pdf', months: months ? '1' : '0' })} download>
            {t('Save as PDF')}
          </Button>
          <PrintButton />
        </>
      }
    >
      <Choices by={by} />
      {report.error && <LoadProblem error={report.error} onRetry={() => report.refetch()} />}
      {report.isLoading && <RowsSkeleton />}
      {report.data && <Report report={report.data} months={months} />}
    </Page>
  )
}

function Choices({ by }: { by: GivingGroup }) {
  const { church } = useMembership()
  const rates = useView('rates').data ?? []
  const now = Number(today(church.timezone).slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, back) => String(now - back))
  const currencies = [...new Set([church.currency, ...rates.map(({ currency }) => currency)])]
  return (
    <Stack gap="sm" mb="md" role="search" className="no-print">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <SelectFilter name="by" label={t('Giving by')} data={groups()} />
        <SelectFilter
          name="year"
          label={t('Year')}
          data={years.map((year, back) => ({
            value: back === 0 ? '' : year,
            label: back === 0 ? t('{year} so far', { year }) : year,
          }))}
        />
        {hasMonths(by) && (
          <SelectFilter
            name="show"
            label={t('Columns')}
            data={[
              { value: '', label: t('Compare with the year before') },
              { value: 'months', label: t('Month by month') },
            ]}
          />
        )}
        <SelectFilter
          name="currency"
          label={t('Currency')}
          data={[
            { value: '', label: t('All, in {currency}', { currency: church.currency }) },
            ...currencies.map(value => ({ value, label: t('Only gifts in {currency}', { currency: value }) })),
          ]}
        />
        <BranchFilter />
        {by !== 'fund' && <RecordFilter name="fund_id" label={t('Fund')} resource="funds" />}
        {by === 'giver' && <SelectFilter name="days" label={t('Lapsed after')} data={gaps()} />}
        {by === 'range' && (
          <TextFilter name="ranges" label={t('Ranges begin at')} placeholder={t('Round amounts, or 1000,5000')} />
        )}
      </SimpleGrid>
    </Stack>
  )
}

function Report({ report, months }: { report: GivingReport; months: boolean }) {
  const { now, before, all, currency } = report
  return (
    <Stack>
      <Text role="status">
        {months ? span(now) : t('{now}, compared with {before}', { now: span(now), before: span(before) })}.{' '}
        {t('{count, plural, one {# gift} other {# gifts}} in {currency}. Void gifts are left out.', {
          count: all.count,
          currency,
        })}
      </Text>
      <ReportChart report={report} />
      <ReportTable report={report} months={months} />
      {report.lapsed && <GiversToWriteTo report={report} lapsed={report.lapsed} />}
    </Stack>
  )
}

/** What the church's pages show of it. */
export const page = explained(ReportPage, {
  says: t(
    'What was given, by fund, month, branch or method. Choose the days, and print it or take it along as a file.',
  ),
  chapter: 'entering-gifts',
})
