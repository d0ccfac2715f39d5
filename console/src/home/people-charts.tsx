/** People by status, and newcomers of the last weeks. */
import { Text } from '@mantine/core'
import type { HomePeople } from '../../../src/modules/people/home.ts'
import { Chart } from '../charts/chart.tsx'
import { day, shortDay } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { count, wordOf } from '../formats/words.ts'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'
import { ChartSection } from './chart-section.tsx'
import { usePeople } from './views.ts'

function StatusChart() {
  return (
    <ChartSection
      title={t('People by status')}
      view={usePeople()}
      actions={
        <TextLink to="/people" size="sm">
          {t('All people')}
        </TextLink>
      }
    >
      {people => (people.total === 0 ? <Nobody /> : <ByStatus {...people} />)}
    </ChartSection>
  )
}

function Nobody() {
  const { may } = useMembership()
  return (
    <Text c="dimmed">
      {t('No people yet.')}{' '}
      {may('people:write') && (
        <TextLink to="/people/new" underline="always">
          {t('Add the first person')}
        </TextLink>
      )}
    </Text>
  )
}

function ByStatus({ total, statuses }: HomePeople) {
  const rows = statuses.map(one => {
    const name = wordOf(one.status)
    return {
      name: t('{status}: {count, number}', { status: name, count: one.count }),
      short: name,
      values: [one.count],
    }
  })
  return (
    <Chart
      summary={t('{count, plural, one {# person} other {# people}} by status. {statuses}.', {
        count: total,
        statuses: listed(rows.map(({ name }) => name)),
      })}
      lying
      data={{ rowName: t('Status'), rows, series: [t('People')], format: count, shorten: count }}
    />
  )
}

function NewcomersChart() {
  return (
    <ChartSection title={t('Newcomers by week')} view={usePeople()}>
      {people => <ByWeek {...people} />}
    </ChartSection>
  )
}

function ByWeek({ newcomers }: HomePeople) {
  const all = newcomers.reduce((sum, week) => sum + week.count, 0)
  if (all === 0) return <Text c="dimmed">{t('No newcomers in the last twelve weeks.')}</Text>
  const rows = newcomers.map(({ week, count: some }) => ({
    name: t('Week of {day}', { day: day(week) }),
    short: shortDay(week),
    values: [some],
  }))
  return (
    <Chart
      summary={t('Newcomers by week: {all, number} in twelve weeks, {latest, number} this week.', {
        all,
        latest: newcomers.at(-1)?.count ?? 0,
      })}
      data={{ rowName: t('Week'), rows, series: [t('Newcomers')], format: count, shorten: count }}
    />
  )
}

/** On the home page. */
export const statusChart: PagePart = { Part: StatusChart }

/** On the home page. */
export const newcomersChart: PagePart = { Part: NewcomersChart }
