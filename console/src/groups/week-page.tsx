/** Reports of the week: who has not handed in, with one tap to remind them, and what the reports come to by zone and week. */
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { MissingReport, ReportsOfWeek } from '../../../src/modules/group-reports/week-view.ts'
import { useView } from '../api/use-offers.ts'
import { addDays, day, moment, today } from '../formats/dates.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BranchFilter } from '../lists/filter-fields.tsx'
import { ExportLink } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { remindAll } from './remind-all.ts'
import { GroupTable, WeeksTable } from './week-tables.tsx'

const DAYS = 7

function WeekPage() {
  const [parameters] = useAddress()
  const asked = {
    week: parameters.get('week') ?? undefined,
    group_id: Number(parameters.get('group_id')) || undefined,
    branch_id: Number(parameters.get('branch_id')) || undefined,
  }
  const found = useView('reports_of_week', asked)
  return (
    <Page
      title={t('Reports of the week')}
      actions={
        <>
          <PrintButton />
          <ExportLink file="views/reports_of_week_file" query={asked} />
        </>
      }
    >
      <Stack>
        {found.error && <LoadProblem error={found.error} onRetry={found.refetch} />}
        {found.isLoading && <RowsSkeleton />}
        {found.data && <Week week={found.data} />}
      </Stack>
    </Page>
  )
}

function Week({ week }: { week: ReportsOfWeek }) {
  const { church } = useMembership()
  const [, change] = useAddress()
  const { from, to, root, missing, missing_ids } = week
  const isNow = today(church.timezone) <= to
  const go = (days: number) => change({ week: addDays(from, days) })
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="no-print" role="search">
        <Group gap="xs">
          <Button variant="default" onClick={() => go(-DAYS)}>
            {t('Week before')}
          </Button>
          <Button variant="default" disabled={isNow} onClick={() => go(DAYS)}>
            {t('Next week')}
          </Button>
        </Group>
        <BranchFilter />
      </SimpleGrid>
      <Text role="status" fw={600}>
        {t('{from} to {to}', { from: day(from), to: day(to) })}
      </Text>
      {root !== null && (
        <Text>
          {root.name}.{' '}
          <TextLink to={addressOf(from, root.parent_id)} underline="always">
            {t('One level up')}
          </TextLink>
        </Text>
      )}
      <Missing missing={missing} all={missing_ids} />
      <WithoutMeeting week={week} />
      <GroupTable week={week} addressOf={id => addressOf(from, id)} />
      <WeeksTable weeks={week.weeks} />
    </>
  )
}

const addressOf = (week: string, group: number | null): string =>
  `/reports?${new URLSearchParams({ week, ...(group !== null && { group_id: String(group) }) })}`

function Missing({ missing, all }: { missing: readonly MissingReport[]; all: readonly number[] }) {
  const { may } = useMembership()
  const remind = useReminding()
  const more = all.length - missing.length
  // Of those that are not listed the server knows whom it can reach.
  const isWorthIt = more > 0 || missing.filter(one => one.reachable).length > 1
  return (
    <Section
      title={t('Not handed in')}
      actions={
        may('group_reports.remind') &&
        isWorthIt && (
          <BusyButton variant="default" busy={remind.pending} onClick={() => void remind.all(all)}>
            {t('Remind all')}
          </BusyButton>
        )
      }
    >
      {missing.length === 0 && <Text c="dimmed">{t('Every report that was due is handed in.')}</Text>}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {missing.map(one => (
          <MissingRow key={one.meeting_id} one={one} remind={remind} />
        ))}
      </Stack>
      <More count={more} />
    </Section>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && (
    <Text size="sm" mt="xs">
      {t('{count, plural, one {# more is missing} other {# more are missing}}. Choose a zone to see them.', { count })}
    </Text>
  )

function WithoutMeeting({ week: { without_meeting, more_without_meeting } }: { week: ReportsOfWeek }) {
  if (without_meeting.length === 0) return null
  return (
    <Section title={t('Without a meeting this week')}>
      <Text size="sm">{t('These groups report weekly, and the calendar of this week has no meeting of theirs:')}</Text>
      <ul>
        {without_meeting.map(({ group_id, group_name }) => (
          <li key={group_id}>
            <TextLink to={`/groups/${group_id}`}>{group_name}</TextLink>
          </li>
        ))}
      </ul>
      <More count={more_without_meeting} />
    </Section>
  )
}

function useReminding() {
  const { act, pending } = useNotifiedAction('group_reports.remind', t('Not reminded'))
  const all = async (meetings: readonly number[]) => {
    const message = await remindAll(meetings, meeting_ids => act({ meeting_ids }))
    if (message !== undefined) notifications.show({ message })
  }
  return { pending, all }
}

function MissingRow({ one, remind }: { one: MissingReport; remind: ReturnType<typeof useReminding> }) {
  const { church, may } = useMembership()
  const { meeting_id, group_name, held_on, status, reminded_at, reachable } = one
  const state = status === 'returned' ? t('Returned') : status === 'draft' ? t('Begun') : undefined
  return (
    <Group component="li" justify="space-between" wrap="wrap" gap="xs">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {may('group_reports.submit') ? (
            <TextLink to={`/reports/meetings/${meeting_id}`}>{group_name}</TextLink>
          ) : (
            group_name
          )}
        </Text>
        <Text size="sm">
          {[day(held_on), state, reminded_at && t('Reminded {when}', { when: moment(reminded_at, church.timezone) })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Group gap="xs" className="no-print">
        {may('group_reports.remind') &&
          (reachable ? (
            <BusyButton
              size="xs"
              variant="default"
              busy={remind.pending}
              aria-label={t('Remind: {group}', { group: group_name })}
              onClick={() => void remind.all([meeting_id])}
            >
              {t('Remind')}
            </BusyButton>
          ) : (
            <Text size="sm" c="dimmed">
              {t('No leader who can be written to')}
            </Text>
          ))}
      </Group>
    </Group>
  )
}

/** What the church's pages show of it. */
export const page = explained(WeekPage, {
  says: t(
    'Which groups met this week, and which have not handed in their report yet. You can remind all that are late at once.',
  ),
  chapter: 'groups-and-classes#reports',
})
