/** One gift. */
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ContributionAside } from '../../../src/modules/contributions/contribution-view.ts'
import { useNames } from '../api/use-names.ts'
import { useView } from '../api/use-offers.ts'
import { useBranches, useRecord } from '../api/use-records.ts'
import type { Contribution } from '../api-types.ts'
import { day, moment } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { type Detail, Details } from '../parts/details.tsx'
import { Notice } from '../parts/notice.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { BatchButton } from './batch-of-gift.tsx'
import { Giver } from './giver.tsx'
import { ReceiptButton } from './statement-parts.tsx'
import { VoidDialog } from './void-dialog.tsx'

const BACK = { path: '/contributions', label: t('Gifts') }

export function ContributionPage() {
  const id = useId()
  const gift = useRecord('contributions', id)
  return (
    <RecordFrame id={id} record={gift} title={t('Gift')} back={BACK}>
      {data => <GiftView gift={data} />}
    </RecordFrame>
  )
}

function GiftView({ gift }: { gift: Contribution }) {
  const { may } = useMembership()
  const [opened, { open, close }] = useDisclosure(false)
  const view = useView('contribution', { id: gift.id }, may('contribution'))
  // What stays while another gift loads is of the gift before it.
  const aside = view.isPlaceholderData ? undefined : view.data
  const isVoid = gift.status === 'void'
  const actions = (
    <>
      <PrintButton />
      {isVoid && <StatusBadge status="void" />}
      <BatchButton gift={gift} />
      {!isVoid && gift.person_id !== null && may('statements.receipt') && <ReceiptButton gift={gift} />}
      {!isVoid && may('contributions.void') && (
        <Button variant="default" onClick={open}>
          {t('Void…')}
        </Button>
      )}
    </>
  )
  return (
    <Page title={money(gift.amount, gift.currency)} back={BACK} actions={actions} maw={760}>
      <Stack>
        {aside?.is_test && (
          <Notice colour="orange" title={t('This is a test')}>
            {t('No money moved: this gift was made on the giving page while payments were in test mode.')}{' '}
            {!isVoid && t('It counts in every total until you void it.')}
          </Notice>
        )}
        {isVoid && <VoidNotice said={aside?.void ?? null} />}
        {aside?.replaced_by != null && (
          <TextLink to={`/contributions/${aside.replaced_by}`}>{t('The gift that stands in its place')}</TextLink>
        )}
        {aside?.replaces_id != null && (
          <TextLink to={`/contributions/${aside.replaces_id}`}>{t('What is left of an earlier gift')}</TextLink>
        )}
        <Section title={t('Gift')}>
          <GiftDetails gift={gift} online={aside?.gift_id ?? null} />
        </Section>
      </Stack>
      {opened && <VoidDialog gift={gift} onClose={close} />}
    </Page>
  )
}

function VoidNotice({ said }: { said: ContributionAside['void'] }) {
  const { church } = useMembership()

  return (
    <Notice colour="red" title={t('This gift is void')}>
      <Text size="sm">
        {said && voidedText(said.by, said.at && moment(said.at, church.timezone))}{' '}
        {t('It stays in the list but is left out of every total.')}
      </Text>
      {said?.reason && (
        <Text size="sm" className="pre-line">
          {t('Reason: {reason}', { reason: said.reason })}
        </Text>
      )}
    </Notice>
  )
}

function GiftDetails({ gift, online }: { gift: Contribution; online: number | null }) {
  const { church, may } = useMembership()
  const branch = useBranches().data?.find(({ id }) => id === gift.branch_id)?.name
  const giver = <Giver gift={gift} names={useNames([gift.person_id])} />
  const linked = gift.person_id !== null && may('people:read')
  const payment = online !== null && church.modules.includes('giving') && may('gifts:read')
  const details: Detail[] = [
    { label: t('Giver'), value: linked ? <TextLink to={`/people/${gift.person_id}`}>{giver}</TextLink> : giver },
    { label: t('Date'), value: day(gift.given_on) },
    { label: t('Fund'), value: gift.fund_name },
    { label: t('Method'), value: wordOf(gift.method) },
    { label: t('Branch'), value: branch },
    {
      label: t('Batch'),
      value:
        gift.batch_id !== null && may('batches:read') ? (
          <TextLink to={`/batches/${gift.batch_id}`}>{t('No. {number}', { number: gift.batch_id })}</TextLink>
        ) : (
          gift.batch_id
        ),
    },
    { label: t('Reference'), value: gift.reference },
    { label: t('Note'), value: gift.note && <Text className="pre-line">{gift.note}</Text> },
    {
      label: t('In {currency}', { currency: church.currency }),
      value: gift.currency === church.currency ? null : money(gift.amount_base, church.currency),
    },
    { label: t("Giver's name"), value: gift.donor_name },
    { label: t("Giver's email"), value: gift.donor_email },
    { label: t("Giver's phone"), value: gift.donor_phone },
    { label: t('Anonymous'), value: gift.is_anonymous ? t('Yes') : null },
    { label: t('Source'), value: wordOf(gift.source) },
    {
      label: t('Payment'),
      value: payment ? (
        <TextLink to={`/gifts/${online}`}>{gift.payment_id ?? t('Online gift')}</TextLink>
      ) : (
        gift.payment_id
      ),
    },
    { label: t('Recorded'), value: moment(gift.created_at, church.timezone) },
    { label: t('Number'), value: gift.id },
  ]
  return <Details details={details} />
}

/** Who voided it and when, as far as it is known. */
function voidedText(by: string | null, at: string | null): string {
  if (by && at) return t('It was voided by {by} on {at}.', { by, at })
  if (by) return t('It was voided by {by}.', { by })
  return at ? t('It was voided on {at}.', { at }) : ''
}
