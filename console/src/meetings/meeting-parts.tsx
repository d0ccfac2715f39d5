/** What a meeting's page has beside what is drawn: when it is, its head counts, its roll. */
import { Stack, Text } from '@mantine/core'
import type { Roll } from '../../../src/modules/meetings/roll-view.ts'
import { dayOfWeek, timeOfDay } from '../formats/dates.ts'
import type { AnyRecord } from '../house/house.ts'
import { Notice } from '../parts/notice.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { CountsSection } from './counts-section.tsx'
import { RollSection } from './roll-section.tsx'
import { useRoll } from './use-roll.ts'
import { UsherLink } from './usher-link.tsx'

/** Above what is drawn of a meeting. */
export function MeetingAttendance({ record }: { record: AnyRecord }) {
  const meeting = record as Roll['meeting']
  const { id, status } = meeting
  const open = status === 'planned' || status === 'open'
  const roll = useRoll(id)
  return (
    <Stack>
      <Text>{t('{day}, {time}', { day: dayOfWeek(meeting.held_on), time: timeOfDay(meeting.local_time) })}</Text>
      <Closed status={status} />
      <CountsSection roll={roll} open={open} actions={open && <UsherLink meeting={id} />} />
      <RollSection meeting={meeting} roll={roll} open={open} />
    </Stack>
  )
}

/** Why nothing can be recorded. */
function Closed({ status }: { status: string }) {
  const { may } = useMembership()
  if (status !== 'closed' && status !== 'cancelled') return null
  return (
    <Notice
      colour="yellow"
      title={status === 'closed' ? t('This meeting is closed.') : t('This meeting is cancelled.')}
    >
      {may('meetings.reopen')
        ? t('Nothing more is recorded of it. To set something right, open it again.')
        : t('Nothing more is recorded of it.')}
    </Notice>
  )
}
