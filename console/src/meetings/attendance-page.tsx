/** Attendance at a glance: what is held around today, the weeks by service, how it goes, who has not been seen. */
import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { Trends } from '../../../src/modules/meetings/trends-view.ts'
import type { ListQuery } from '../api/resources.ts'
import { useView } from '../api/use-offers.ts'
import { useRecords } from '../api/use-records.ts'
import { BranchFilter, SelectFilter } from '../lists/filter-fields.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { GroupWeeks } from './group-weeks.tsx'
import { PartsCharts } from './parts-charts.tsx'
import { TrendChart } from './trend-chart.tsx'
import { WeekTable } from './week-table.tsx'
import { WeeksMeetings } from './weeks-meetings.tsx'

/** Weeks that can be chosen; half a year unless one does. */
const WEEKS = ['13', '26', '52']
const USUAL = '26'
/** So long somebody is missed. */
const MISSED_WEEKS = 6

function AttendancePage() {
  const { may } = useMembership()
  const [parameters] = useAddress()
  const branch_id = Number(parameters.get('branch_id')) || undefined
  const weeks = WEEKS.find(one => one === parameters.get('weeks')) ?? USUAL
  const trends = useView('attendance_trends', { weeks: Number(weeks), branch_id })
  return (
    <Page
      title={t('Attendance')}
      actions={
        <>
          <PrintButton />
          <LinkButton to="/meetings" variant="default">
            {t('All meetings')}
          </LinkButton>
          {may('meetings:write') && <LinkButton to="/meetings/new">{t('Add a meeting')}</LinkButton>}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mb="md" role="search" className="no-print">
        <SelectFilter
          name="weeks"
          label={t('Weeks')}
          data={WEEKS.map(value => ({
            value: value === USUAL ? '' : value,
            label: t('The last {count, number} weeks', { count: Number(value) }),
          }))}
        />
        <BranchFilter />
      </SimpleGrid>
      <Stack>
        <WeeksMeetings branch_id={branch_id} />
        {trends.error && <LoadProblem error={trends.error} onRetry={trends.refetch} />}
        {trends.isLoading && <RowsSkeleton />}
        {trends.data && <Counted trends={trends.data} branch_id={branch_id} />}
        {trends.data && <GroupWeeks trends={trends.data} branch_id={branch_id} />}
        {may('people:read') && <NotSeen branch_id={branch_id} />}
      </Stack>
    </Page>
  )
}

function Counted({ trends, branch_id }: { trends: Trends; branch_id: number | undefined }) {
  const { may } = useMembership()
  const counted = [...trends.now, ...trends.before].some(total => total !== null)
  if (!counted) {
    return (
      <Section title={t('Week by week')}>
        <Text c="dimmed">
          {t('Nobody has been counted yet. Open a meeting to count heads, take the roll, or give an usher the link.')}{' '}
          {may('schedules:write') && (
            <TextLink to="/schedules/new" underline="always">
              {t('Add the schedule of your services')}
            </TextLink>
          )}
        </Text>
      </Section>
    )
  }
  return (
    <>
      <TrendChart key={branch_id} trends={trends} />
      <PartsCharts key={`parts ${branch_id}`} trends={trends} />
      <WeekTable trends={trends} />
    </>
  )
}

/** Leads to the list of people, from where one writes to them. */
function NotSeen({ branch_id }: { branch_id: number | undefined }) {
  const query = { not_seen_weeks: MISSED_WEEKS, ...(branch_id && { branch_id }) }
  const people = useRecords('people', { ...query, per_page: 1 } as ListQuery<'people'>)
  const total = people.data?.meta.total
  const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (
    <Section title={t('Not seen lately')}>
      {people.error && <LoadProblem error={people.error} onRetry={people.refetch} />}
      {people.isLoading && <RowsSkeleton rows={1} />}
      {total === 0 && (
        <Text c="dimmed">{t('Everybody who was marked on a roll has been seen in the last six weeks.')}</Text>
      )}
      {total !== undefined && total > 0 && (
        <Text>
          {t(
            '{count, plural, one {# person who came before has} other {# people who came before have}} not been seen for six weeks.',
            { count: total },
          )}{' '}
          <TextLink to={`/people?${address}`} underline="always">
            {t('See who they are, and write to them')}
          </TextLink>
        </Text>
      )}
    </Section>
  )
}

/** What the church's pages show of it. */
export const page = explained(AttendancePage, {
  says: t('How many came, week by week, and to which meeting. Open a meeting to call its roll.'),
  chapter: 'first-sunday#call-the-roll',
})
