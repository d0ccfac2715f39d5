/** One gift. */
import { Text } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import type { Contribution } from '../api-types.ts'
import { day, moment } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import { useMembership } from '../session/membership.tsx'
import { type Detail, Details } from '../shell/details.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { Section } from '../shell/section.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { useId } from '../shell/use-id.ts'
import { Giver } from './giver.tsx'

const BACK = { path: '/contributions', label: 'Gifts' }

export function ContributionPage() {
  const id = useId()
  const gift = useRecord('contributions', id)
  return (
    <RecordFrame id={id} record={gift} title="Gift" back={BACK}>
      {data => <GiftView gift={data} />}
    </RecordFrame>
  )
}

function GiftView({ gift }: { gift: Contribution }) {
  const { church, may } = useMembership()
  const branch = useBranches().data?.find(({ id }) => id === gift.branch_id)?.name
  const giver = <Giver gift={gift} />
  const linked = gift.person_id !== null && may('people:read')
  const details: Detail[] = [
    { label: 'Giver', value: linked ? <TextLink to={`/people/${gift.person_id}`}>{giver}</TextLink> : giver },
    { label: 'Date', value: day(gift.given_on) },
    { label: 'Fund', value: gift.fund_name },
    { label: 'Method', value: wordOf(gift.method) },
    { label: 'Branch', value: branch },
    { label: 'Reference', value: gift.reference },
    { label: 'Note', value: gift.note && <Text className="pre-line">{gift.note}</Text> },
    {
      label: `In ${church.currency}`,
      value: gift.currency === church.currency ? null : money(gift.amount_base, church.currency),
    },
    { label: 'Name given', value: gift.donor_name },
    { label: 'E-mail given', value: gift.donor_email },
    { label: 'Phone given', value: gift.donor_phone },
    { label: 'Anonymous', value: gift.is_anonymous ? 'Yes' : null },
    { label: 'Source', value: wordOf(gift.source) },
    { label: 'Payment', value: gift.payment_id },
    { label: 'Recorded', value: moment(gift.created_at, church.timezone) },
    { label: 'Number', value: gift.id },
  ]
  const state = gift.status === 'void' && <StatusBadge status="void" />
  return (
    <Page title={money(gift.amount, gift.currency)} back={BACK} actions={state} maw={760}>
      <Section title="Gift">
        <Details details={details} />
      </Section>
    </Page>
  )
}
