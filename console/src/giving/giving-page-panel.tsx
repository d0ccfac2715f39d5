/** Where people give: the address of the public page, to be copied and opened. */
import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import type { GivingPage } from '../../../src/modules/online-giving/gift-views.ts'
import { useView } from '../api/use-operations.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { CopyButton } from '../shell/copy-text.tsx'
import { Notice } from '../shell/notice.tsx'
import { Section } from '../shell/section.tsx'

export function GivingPagePanel() {
  const page = useView<GivingPage>('giving_page')
  return (
    <Section title="Giving page">
      {page.isLoading && <Skeleton height={60} />}
      {page.error && <LoadProblem error={page.error} onRetry={() => page.refetch()} />}
      {page.data && <Address page={page.data} />}
    </Section>
  )
}

function whyClosed({ provider, has_fund }: GivingPage): string | undefined {
  if (provider === null) return 'No payment provider is set for this church.'
  return has_fund ? undefined : 'No active fund is offered on it.'
}

function Address({ page }: { page: GivingPage }) {
  const { address, provider, is_test } = page
  const closed = whyClosed(page)
  return (
    <>
      <Group justify="space-between">
        <Anchor href={address} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Anchor>
        <CopyButton what="address" value={address} size="xs" />
      </Group>
      {closed !== undefined ? (
        <Notice colour="yellow" mt="sm" title="The page is closed">
          {closed} Until then, whoever opens the address finds nothing.
        </Notice>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          Payments go through {provider}.
        </Text>
      )}
      {is_test && (
        <Notice colour="orange" mt="sm" title="Payments are tests">
          No money moves, and yet each payment becomes a gift on record, so that everything can be tried. Void those
          gifts before the church begins.
        </Notice>
      )}
    </>
  )
}
