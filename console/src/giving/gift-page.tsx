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
import { t } from '../texts/t.ts'
import { TestBadge } from './test-badge.tsx'
import { useTestGifts } from './use-test-gifts.ts'

const BACK = { path: '/gifts', label: t('Online gifts') }

const STATES: Record<Gift['status'], string> = {
  pending: t('Started, but not confirmed by the payment provider yet.'),
  succeeded: t('Paid, and recorded as a gift.'),
  failed: t('Not paid.'),
  expired: t('Not paid in time. The giver would have to start again.'),
}

export function GiftPage() {
  const id = useId()
  const gift = useRecord('gifts', id)
  return (
    <RecordFrame id={id} record={gift} title={t('Online gift')} back={BACK}>
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
          <Notice colour="orange" title={t('This is a test')}>
            {t('No money moved.')}
          </Notice>
        )}
        <Section title={t('Payment')}>
          <Text mb="md">
            {STATES[gift.status]}{' '}
            {gift.contribution_id !== null && may('contributions:read') && (
              <TextLink to={`/contributions/${gift.contribution_id}`}>{t('See the recorded gift')}</TextLink>
            )}
          </Text>
          <Details details={usePayment(gift)} />
        </Section>
        <Section title={t('Giver')}>
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
    { label: t('Fund'), value: gift.fund_name },
    { label: t('Branch'), value: branch },
    { label: t('Provider'), value: wordOf(gift.provider) },
    { label: t('Method'), value: gift.method && wordOf(gift.method) },
    { label: t('Provider fee'), value: gift.fee === null ? null : money(gift.fee, gift.currency) },
    { label: t('Reason'), value: gift.error && wordOf(gift.error) },
    { label: t('Reference'), value: gift.reference },
    { label: t('Started from'), value: wordOf(gift.channel) },
    { label: t('Started'), value: at(gift.created_at) },
    { label: t('Completed'), value: at(gift.completed_at) },
    { label: t('Last changed'), value: at(gift.updated_at) },
    { label: t('Number'), value: gift.id },
  ]
}

function useGiver({ person_id, donor_name, donor_email, note, is_anonymous }: Gift): Detail[] {
  const { may } = useMembership()
  const person = useRecord('people', may('people:read') ? person_id : null)
  return [
    {
      label: t('Person'),
      value: person.data && <TextLink to={`/people/${person.data.id}`}>{person.data.full_name}</TextLink>,
    },
    { label: t("Giver's name"), value: donor_name },
    { label: t("Giver's email"), value: donor_email },
    { label: t('Note'), value: note && <Text className="pre-line">{note}</Text> },
    { label: t('Anonymous'), value: is_anonymous ? t('Yes') : null },
  ]
}
