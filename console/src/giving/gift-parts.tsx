/** What stands beside the drawn pages of online gifts: where people give, what became of a payment, which are tests. */
import { Badge, Stack, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import type { Gift } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import type { AnyRecord } from '../house/house.ts'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { GivingPagePanel } from './giving-page-panel.tsx'

const STATES: Record<Gift['status'], string> = {
  pending: t('Started, but not confirmed by the payment provider yet.'),
  succeeded: t('Paid, and recorded as a gift.'),
  failed: t('Not paid.'),
  expired: t('Not paid in time. The giver would have to start again.'),
}

/** Above the list: the giving page, and what is listed. */
export function AboveGifts() {
  const { may } = useMembership()
  return (
    <Stack mb="md">
      {may('giving_page') && <GivingPagePanel />}
      <Text c="dimmed" size="sm">
        {t('Every online gift that was started, completed or not. Completed ones are also listed under Gifts.')}
      </Text>
    </Stack>
  )
}

/** Ids of those gifts that are tests; none while it is not known. */
function useTestGifts(ids: readonly number[]): ReadonlySet<number> {
  const tests = useView('test_gifts', { ids: ids.join(',') }, ids.length > 0)
  return new Set(tests.data)
}

/** Marks payments in which no money moved. */
export function useTestMarks(gifts: readonly AnyRecord[]): (gift: AnyRecord) => React.ReactNode {
  const tests = useTestGifts(gifts.map(({ id }) => id))
  return ({ id }) =>
    tests.has(id) && (
      <Badge variant="outline" color="orange" tt="none" className="badge-whole" c="var(--mantine-color-text)">
        {t('Test payment')}
      </Badge>
    )
}

/** @param record an online gift: what became of its payment, and the contribution it is */
export function GiftState({ record }: { record: AnyRecord }) {
  const { church, may } = useMembership()
  const gift = record as AnyRecord & Gift
  const { id, status, contribution_id, refunded_amount, amount, currency } = gift
  const isTest = useTestGifts([id]).has(id)
  const isMismatch = status === 'failed' && gift.error === 'amount_mismatch'
  return (
    <>
      {isTest && (
        <Notice colour="orange" title={t('This is a test')}>
          {t('No money moved.')}
        </Notice>
      )}
      {gift.dispute === 'open' && (
        <Notice colour="red" title={t('The giver’s bank asks for this money back')}>
          {gift.respond_by === null
            ? t(
                'Answer at the payment provider, with what shows that it was given. Until it is decided the gift counts.',
              )
            : t(
                'Answer at the payment provider by {day}, with what shows that it was given. Until it is decided the gift counts.',
                { day: moment(gift.respond_by, church.timezone) },
              )}
        </Notice>
      )}
      {isMismatch && (
        <Notice colour="red" title={t('What was paid is not what was asked for')}>
          {gift.charged_amount !== null && gift.charged_currency !== null
            ? t('{paid} were paid, and {asked} were asked for. It is in no books until somebody has decided.', {
                paid: money(gift.charged_amount, gift.charged_currency),
                asked: money(amount, currency),
              })
            : t('It is in no books until somebody has decided. Look at the payment provider for what was paid.')}
        </Notice>
      )}
      {gift.error === 'unconfirmed' && (
        <Notice colour="orange" title={t('Nobody could confirm whether it was paid')}>
          {t('Look for it at the payment provider: its reference is below.')}
        </Notice>
      )}
      <Section title={t('Status')}>
        <Text>
          {isMismatch ? t('Paid, and not recorded yet.') : STATES[status]}{' '}
          {refunded_amount > 0 &&
            (refunded_amount === amount
              ? t('All of it went back.')
              : t('{amount} of it went back.', { amount: money(refunded_amount, currency) }))}{' '}
          {contribution_id !== null && may('contributions:read') && (
            <TextLink to={`/contributions/${contribution_id}`} underline="always">
              {t('See the recorded gift')}
            </TextLink>
          )}
        </Text>
      </Section>
    </>
  )
}
