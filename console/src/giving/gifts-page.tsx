/** Online gifts: the payment side of what people give on the giving page. */
import { Group, Stack, Text } from '@mantine/core'
import { type Names, useNames } from '../api/use-names.ts'
import type { Gift } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { DateFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { GivingPagePanel } from './giving-page-panel.tsx'
import { TestBadge } from './test-badge.tsx'
import { useTestGifts } from './use-test-gifts.ts'

const FILTERS = ['updated_since'] as const

const columnsFor = (names: Names, tests: ReadonlySet<number>, timezone: string): Column<Gift>[] => [
  {
    header: t('Giver'),
    cell: ({ person_id, donor_name, is_anonymous }) =>
      names.of(person_id) ?? donor_name ?? (is_anonymous ? t('Anonymous') : t('No name given')),
  },
  { header: t('Started'), cell: ({ created_at }) => moment(created_at, timezone), phone: 'below', nowrap: true },
  { header: t('Fund'), cell: ({ fund_name }) => fund_name, phone: 'below' },
  { header: t('Provider'), cell: ({ provider }) => provider, wide: true },
  {
    header: t('Status'),
    cell: ({ id, status }) => (
      <Group gap="xs" justify="flex-start">
        <StatusBadge status={status} />
        {tests.has(id) && <TestBadge />}
      </Group>
    ),
    phone: 'below',
  },
  {
    header: t('Amount'),
    cell: ({ amount, currency }) => money(amount, currency),
    align: 'right',
    phone: 'aside',
    nowrap: true,
  },
]

export function GiftsPage() {
  const { path, church, may } = useMembership()
  const list = useList('gifts', FILTERS)
  const names = useNames(list.data?.data.map(({ person_id }) => person_id) ?? [])
  const tests = useTestGifts(list.data?.data.map(({ id }) => id) ?? [])
  return (
    <Page title={t('Online gifts')}>
      <Stack>
        {may('giving_page') && <GivingPagePanel />}
        <div>
          <Filters
            search={
              <Text c="dimmed" size="sm">
                {t('Every online gift that was started, completed or not. Completed ones are also listed under Gifts.')}
              </Text>
            }
            names={FILTERS}
          >
            <DateFilter name="updated_since" label={t('Changed since')} />
          </Filters>
          <RecordList
            label={t('Online gifts')}
            list={list}
            columns={columnsFor(names, tests, church.timezone)}
            href={({ id }) => path(`/gifts/${id}`)}
            empty={<Text c="dimmed">{t('Nobody has started a gift on the giving page yet.')}</Text>}
          />
        </div>
      </Stack>
    </Page>
  )
}
