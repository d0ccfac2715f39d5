/** What stands beside the drawn page of a gift: how it became void, what stands in its place, the payment, its batch and receipt. */
import { Text } from '@mantine/core'
import type { ContributionAside } from '../../../src/modules/contributions/contribution-view.ts'
import { useView } from '../api/use-offers.ts'
import type { Contribution } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import type { AnyRecord } from '../house/house.ts'
import { Notice } from '../parts/notice.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { BatchButton } from './batch-of-gift.tsx'
import { ReceiptButton } from './statement-parts.tsx'

/** @param record a gift of the books */
export function ContributionState({ record }: { record: AnyRecord }) {
  const { church, may } = useMembership()
  const view = useView('contribution', { id: record.id }, may('contribution'))
  // What stays while another gift loads is of the gift before it.
  const aside = view.isPlaceholderData ? undefined : view.data
  const isVoid = record.status === 'void'
  const payment = church.modules.includes('giving') && may('gifts:read') ? aside?.gift_id : undefined
  return (
    <>
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
      {payment != null && <TextLink to={`/gifts/${payment}`}>{t('Online gift')}</TextLink>}
    </>
  )
}

/** @param record a gift of the books */
export function ContributionActions({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  const gift = record as AnyRecord & Contribution
  const receipt = gift.status !== 'void' && gift.person_id !== null && may('statements.receipt')
  return (
    <>
      <BatchButton gift={gift} />
      {receipt && <ReceiptButton gift={gift} />}
    </>
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

/** Who voided it and when, as far as it is known. */
function voidedText(by: string | null, at: string | null): string {
  if (by && at) return t('It was voided by {by} on {at}.', { by, at })
  if (by) return t('It was voided by {by}.', { by })
  return at ? t('It was voided on {at}.', { at }) : ''
}
