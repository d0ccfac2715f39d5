/** Where one is in a list, and how to go on. */
import { Button, Group, Text } from '@mantine/core'
import type { ListMeta } from '../api/addresses.ts'
import { t } from '../texts/t.ts'
import { useAddress } from './use-address.ts'

export function Pager({ meta: { page, per_page, total, total_pages } }: { meta: ListMeta }) {
  const [, change] = useAddress()
  if (total === 0) return null
  const first = (page - 1) * per_page + 1
  const last = Math.min(page * per_page, total)
  const past = first > total
  const go = (to: number): void => {
    change({ page: to === 1 ? undefined : String(to) })
    window.scrollTo(0, 0)
  }
  return (
    <Group component="nav" aria-label={t('Pages')} justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {past
          ? t('Nothing on page {page, number} of {total, number}', { page, total })
          : total_pages > 1
            ? t('{first, number} to {last, number} of {total, number}, page {page, number} of {pages, number}', {
                first,
                last,
                total,
                page,
                pages: total_pages,
              })
            : t('{first, number} to {last, number} of {total, number}', { first, last, total })}
      </Text>
      {(total_pages > 1 || page > 1) && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={page <= 1} onClick={() => go(Math.min(page - 1, total_pages))}>
            {t('Previous')}
          </Button>
          <Button size="xs" variant="default" disabled={page >= total_pages} onClick={() => go(page + 1)}>
            {t('Next')}
          </Button>
          <Button size="xs" variant="default" disabled={page >= total_pages} onClick={() => go(total_pages)}>
            {t('Last')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
