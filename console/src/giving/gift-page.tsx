/** One online gift: what became of its payment, and the contribution it is. */
import { Stack, Text } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import type { Gift } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import { type Detail, Details } from '../parts/details.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { TestBadge } from './test-badge.tsx'
import { useTestGifts } from './use-test-gifts.ts'

const BACK = { path: '/gifts', label: 'Online gifts' }

const STATES: Record<Gift['status'], string> = {
  pending: 'Started, but not confirmed by the payment provider yet.',
  succeeded: 'Paid, and recorded as a gift.',
  failed: 'Not paid.',
  expired: 'Not paid in time. The giver would have to start again.',
}

export function GiftPage() {
  const id = useId()
  const gift = useRecord('gifts', id)
  return (
    <RecordFrame id={id} record={gift} title="Online gift" back={BACK}>
      {data => <GiftView gift={data} />}
    </RecordFrame>
  )
}

function GiftView({ gift }: { gift: Gift }) {
  const isTest = useTestGifts([gift.id]).has(gift.id)
  const { may } = useMembership()
  const state = (
    <>
      <StatusBadge status={gift.status} />
      {isTest && <TestBadge />}
    </>
  )
  return (
    <Page title={money(gift.amount, gift.currency)} back={BACK} actions={state} maw={760}>
      <Stack>
        {isTest && (
          <Notice colour="orange" title="This is a test">
            No money moved.
          </Notice>
        )}
        <Section title="Payment">
          <Text mb="md">
            {STATES[gift.status]}{' '}
            {gift.contribution_id !== null && may('contributions:read') && (
              <TextLink to={`/contributions/${gift.contribution_id}`}>See the recorded gift</TextLink>
            )}
          </Text>
          <Details details={usePayment(gift)} />
        </Section>
        <Section title="Giver">
          <Details details={useGiver(gift)} />
        </Section>
      </Stack>
    </Page>
  )
}

function usePayment(gift: Gift): Detail[] {
  const { timezone } = useMembership().church
  const branch = useBranches().data?.find(({ id }) => id === gift.branch_id)?.name
  const at = (moved: string | null) => moved && moment(moved, timezone)
  return [
    { label: 'Fund', value: gift.fund_name },
    { label: 'Branch', value: branch },
    { label: 'Provider', value: wordOf(gift.provider) },
    { label: 'Method', value: gift.method && wordOf(gift.method) },
    { label: 'Provider fee', value: gift.fee === null ? null : money(gift.fee, gift.currency) },
    { label: 'Reason', value: gift.error && wordOf(gift.error) },
    { label: 'Reference', value: gift.reference },
    { label: 'Started from', value: wordOf(gift.channel) },
    { label: 'Started', value: at(gift.created_at) },
    { label: 'Completed', value: at(gift.completed_at) },
    { label: 'Last changed', value: at(gift.updated_at) },
    { label: 'Number', value: gift.id },
  ]
}

function useGiver({ person_id, donor_name, donor_email, note, is_anonymous }: Gift): Detail[] {
  const { may } = useMembership()
  const person = useRecord('people', may('people:read') ? person_id : null)
  return [
    {
      label: 'Person',
      value: person.data && <TextLink to={`/people/${person.data.id}`}>{person.data.full_name}</TextLink>,
    },
    { label: "Giver's name", value: donor_name },
    { label: "Giver's email", value: donor_email },
    { label: 'Note', value: note && <Text className="pre-line">{note}</Text> },
    { label: 'Anonymous', value: is_anonymous ? 'Yes' : null },
  ]
}
