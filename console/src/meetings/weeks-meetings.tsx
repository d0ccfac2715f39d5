/** What the whole church holds around today: today first, then the days behind, then those to come. */
import { Box, Group, Stack, Text } from '@mantine/core'
import type { ListQuery } from '../api/resources.ts'
import { useBranches, useRecords } from '../api/use-records.ts'
import type { Meeting } from '../api-types.ts'
import { addDays, dayOfWeek, timeOfDay, today } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Days before today and after it that are shown. */
const AROUND = 6
/** More are in the list of meetings. */
const MOST = 50

export function WeeksMeetings({ branch_id }: { branch_id: number | undefined }) {
  const { church } = useMembership()
  const now = today(church.timezone)
  const query = {
    from: addDays(now, -AROUND),
    to: addDays(now, AROUND),
    sort: 'starts_at',
    per_page: MOST,
    of_groups: '0',
  }
  const meetings = useRecords('meetings', { ...query, ...(branch_id && { branch_id }) } as ListQuery<'meetings'>)
  const all = (meetings.data?.data ?? []).filter(({ status }) => status !== 'cancelled')
  const several = new Set(all.map(meeting => meeting.branch_id)).size > 1
  const groups = [
    { title: t('Today'), meetings: all.filter(({ held_on }) => held_on === now) },
    { title: t('The last days'), meetings: all.filter(({ held_on }) => held_on < now).reverse() },
    { title: t('Coming up'), meetings: all.filter(({ held_on }) => held_on > now) },
  ].filter(group => group.meetings.length > 0)
  if (meetings.data === undefined) {
    return meetings.error ? (
      <LoadProblem error={meetings.error} onRetry={meetings.refetch} />
    ) : (
      <RowsSkeleton rows={4} />
    )
  }
  return (
    <Section title={t('This week')}>
      {groups.length === 0 && <Text c="dimmed">{t('Nothing is held in these days.')}</Text>}
      <Stack gap="md">
        {groups.map(group => (
          <Box key={group.title}>
            <Text component="h3" size="sm" fw={650} m={0} c="dimmed">
              {group.title}
            </Text>
            <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {group.meetings.map(meeting => (
                <Held key={meeting.id} meeting={meeting} several={several} />
              ))}
            </Box>
          </Box>
        ))}
      </Stack>
    </Section>
  )
}

/** @param several whether those that are shown are of several branches */
function Held({ meeting, several }: { meeting: Meeting; several: boolean }) {
  const { id, name, held_on, local_time, branch_id, total, status } = meeting
  const branches = useBranches().data ?? []
  const branch = several ? branches.find(one => one.id === branch_id)?.name : undefined
  const when = t('{day}, {time}', { day: dayOfWeek(held_on), time: timeOfDay(local_time) })
  return (
    <li className="record-card record-row" style={{ paddingInline: 0 }}>
      <Box miw={0}>
        <TextLink to={`/meetings/${id}`} className="record-link" fw={500}>
          {name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {branch === undefined ? when : t('{when}, {branch}', { when, branch })}
        </Text>
      </Box>
      <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
        {total !== null && <Text fw={650}>{count(total)}</Text>}
        {total === null && status !== 'planned' && (
          <Text size="sm" c="dimmed">
            {t('Not counted')}
          </Text>
        )}
        <StatusBadge status={status} of="meeting" />
      </Group>
    </li>
  )
}
