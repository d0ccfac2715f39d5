/** What all that matches comes to, and where there are more pages than one, what those on this page do. */
import { Text } from '@mantine/core'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import type { ListMeta } from '../api/addresses.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import type { AnyRecord, ShownResource } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

interface ListSumProps {
  resource: ShownResource
  /** Undefined while it is added up. */
  list: { data: AnyRecord[]; meta: ListMeta & Record<string, unknown> } | undefined
  /** What is to be known of it. */
  note: string | null
}

export function ListSum({ resource, list, note }: ListSumProps) {
  const { church } = useMembership()
  const { sum } = resource
  if (sum === null) return null
  if (list === undefined) return <Text c="dimmed">{t('Adding up…')}</Text>
  const { data, meta } = list
  const shown = data.reduce((all, record) => all + Number(record[sum.column] ?? 0), 0)
  return (
    <div role="status">
      <Text>
        <Text span fw={650} size="xl">
          {money(Number(meta[sum.name]), church.currency)}
        </Text>{' '}
        <Text span c="dimmed">
          {listed([t(phrasesOf(resource).within, { count: meta.total }), ...(note ? [note] : [])])}
        </Text>
      </Text>
      {data.length > 0 && data.length < meta.total && (
        <Text size="sm" c="dimmed">
          {t('{amount} on this page', { amount: money(shown, church.currency) })}
        </Text>
      )}
    </div>
  )
}
