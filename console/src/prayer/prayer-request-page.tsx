/** One prayer request. */
import { Stack, Text } from '@mantine/core'
import { useNames } from '../api/use-names.ts'
import { useBranches, useRecord } from '../api/use-records.ts'
import type { PrayerRequest } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { Details } from '../parts/details.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { Asking } from './asking.tsx'
import { FollowUp } from './follow-up.tsx'

const BACK = { path: '/prayer_requests', label: 'Prayer requests' }

export function PrayerRequestPage() {
  const id = useId()
  const request = useRecord('prayer_requests', id)
  return (
    <RecordFrame id={id} record={request} title="Prayer request" back={BACK}>
      {data => <RequestView request={data} />}
    </RecordFrame>
  )
}

function RequestView({ request }: { request: PrayerRequest }) {
  const { church, may } = useMembership()
  const branch = useBranches().data?.find(({ id }) => id === request.branch_id)?.name
  const asking = <Asking request={request} names={useNames([request.person_id])} />
  const linked = request.person_id !== null && may('people:read')
  const details = [
    { label: 'From', value: linked ? <TextLink to={`/people/${request.person_id}`}>{asking}</TextLink> : asking },
    { label: 'Email', value: request.email },
    { label: 'Phone', value: request.phone },
    { label: 'Category', value: request.category && wordOf(request.category) },
    { label: 'Urgent', value: request.is_urgent ? 'Yes' : 'No' },
    { label: 'May be shared', value: request.is_public ? 'Yes' : 'No' },
    { label: 'Prayed', value: request.prayed_count === 1 ? 'Once' : `${request.prayed_count} times` },
    { label: 'Branch', value: branch },
    { label: 'Source', value: wordOf(request.source) },
    { label: 'Added', value: moment(request.created_at, church.timezone) },
    { label: 'Answered', value: request.answered_at && moment(request.answered_at, church.timezone) },
  ]
  return (
    <Page title="Prayer request" back={BACK} actions={<FollowUp request={request} />} maw={760}>
      <Stack>
        <Section title="What to pray for">
          <Text className="pre-line">{request.body}</Text>
        </Section>
        {request.answer && (
          <Section title="Answer">
            <Text className="pre-line">{request.answer}</Text>
          </Section>
        )}
        <Section title="Details">
          <Details details={details} />
        </Section>
      </Stack>
    </Page>
  )
}
