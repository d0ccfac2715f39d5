/** Where people give: the address of the public page, to be copied and opened. */
import { Skeleton, Text } from '@mantine/core'
import type { GivingPage } from '../../../src/modules/online-giving/gift-views.ts'
import { useView } from '../api/use-offers.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { Notice } from '../parts/notice.tsx'
import { PublicAddress } from '../parts/public-address.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

export function GivingPagePanel() {
  const page = useView('giving_page')
  return (
    <Section title={t('Giving page')}>
      {page.isLoading && <Skeleton height={60} />}
      {page.error && <LoadProblem error={page.error} onRetry={() => page.refetch()} />}
      {page.data && <Address page={page.data} />}
    </Section>
  )
}

function whyClosed({ provider, has_fund }: GivingPage): string | undefined {
  if (provider === null) return t('This church has no payment provider yet.')
  return has_fund ? undefined : t('No active fund is shown on it.')
}

function Address({ page }: { page: GivingPage }) {
  const { address, provider, is_test } = page
  const closed = whyClosed(page)
  return (
    <>
      <PublicAddress address={address} />
      {closed !== undefined ? (
        <Notice colour="yellow" mt="sm" title={t('The page is closed')}>
          {t('{closed} Until then, visitors will find nothing at this address.', { closed })}
        </Notice>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Payments go through {provider}.', { provider: t(provider ?? '') })}
        </Text>
      )}
      {is_test && (
        <Notice colour="orange" mt="sm" title={t('Payments are in test mode')}>
          {t(
            'No money moves, but each payment is recorded as a gift so that you can try everything. Void those gifts before you go live.',
          )}
        </Notice>
      )}
    </>
  )
}
