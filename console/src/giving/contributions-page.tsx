/** The list of gifts, with the total of all that match. */
import { Group, Text } from '@mantine/core'
import { type Names, useNames } from '../api/use-names.ts'
import type { Contribution } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { BranchFilter, ChoiceFilter, DateFilter, FundFilter, RecordFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { ListOutput } from '../lists/list-output.tsx'
import { PeriodFilter } from '../lists/period-filter.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useList } from '../lists/use-list.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { Giver } from './giver.tsx'
import { METHODS, SOURCES } from './methods.ts'

const FILTERS = [
  'from',
  'to',
  'fund_id',
  'person_id',
  'method',
  'source',
  'status',
  'branch_id',
  'updated_since',
] as const

const columnsFor = (names: Names): Column<Contribution>[] => [
  { header: t('Giver'), cell: gift => <Giver gift={gift} names={names} /> },
  {
    header: t('Date'),
    cell: ({ given_on }) => day(given_on),
    sort: { up: '-given_on', down: 'given_on' },
    nowrap: true,
    phone: 'below',
  },
  { header: t('Fund'), cell: ({ fund_name }) => fund_name, phone: 'below' },
  { header: t('Method'), cell: ({ method }) => wordOf(method), wide: true },
  { header: t('Reference'), cell: ({ reference }) => reference, wide: true },
  { header: t('Amount'), cell: gift => <Amount gift={gift} />, align: 'right', phone: 'aside' },
]

function Amount({ gift: { amount, currency, status } }: { gift: Contribution }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {status === 'void' && <StatusBadge status="void" />}
      <Text span inherit fw={500} td={status === 'void' ? 'line-through' : undefined}>
        {money(amount, currency)}
      </Text>
    </Group>
  )
}

export function ContributionsPage() {
  const { may, path } = useMembership()
  const list = useList('contributions', FILTERS, { sort: '-given_on' })
  const names = useNames(list.data?.data.map(({ person_id }) => person_id) ?? [])
  const meta = list.data?.meta
  const printing = usePrinting()
  const actions = (
    <>
      <ListOutput file="contributions/export" query={list.query} />
      {may('contributions:write') && !printing && <LinkButton to="/contributions/new">{t('Record gifts')}</LinkButton>}
    </>
  )
  return (
    <Page title={t('Gifts')} actions={actions}>
      <Filters search={(meta || !list.error) && <Total meta={meta} rows={list.data?.data ?? []} />} names={FILTERS}>
        <PeriodFilter />
        <DateFilter name="from" label={t('From')} />
        <DateFilter name="to" label={t('To')} />
        <FundFilter />
        {may('people:read') && <RecordFilter name="person_id" label={t('Giver')} resource="people" />}
        <ChoiceFilter name="method" label={t('Method')} choices={METHODS} />
        <ChoiceFilter name="source" label={t('Source')} choices={SOURCES} />
        <ChoiceFilter name="status" label={t('Status')} choices={['void', 'all']} usual="posted" />
        <BranchFilter />
        <DateFilter name="updated_since" label={t('Changed since')} />
      </Filters>
      <RecordList
        label={t('Gifts')}
        list={list}
        columns={columnsFor(names)}
        href={({ id }) => path(`/contributions/${id}`)}
        empty={<Text c="dimmed">{t('No gifts recorded yet.')}</Text>}
      />
    </Page>
  )
}

interface Sums {
  total: number
  sum_amount_base: number
  base_currency: string
}

/** The sum of all that match, and where there are more pages than one, of those that are shown. */
function Total({ meta, rows }: { meta: Sums | undefined; rows: readonly Contribution[] }) {
  const [parameters] = useAddress()
  if (meta === undefined) return <Text c="dimmed">{t('Adding up…')}</Text>
  const shown = rows.reduce((sum, { amount_base }) => sum + amount_base, 0)
  const part = rows.length < meta.total
  const withVoid = ['all', 'void'].includes(parameters.get('status') ?? '')
  return (
    <div role="status">
      <Text>
        <Text span fw={650} size="xl">
          {money(meta.sum_amount_base, meta.base_currency)}
        </Text>{' '}
        <Text span c="dimmed">
          {withVoid
            ? t('in {count, plural, one {# gift} other {# gifts}}, including void gifts', { count: meta.total })
            : t('in {count, plural, one {# gift} other {# gifts}}', { count: meta.total })}
        </Text>
      </Text>
      {part && rows.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('{amount} on this page', { amount: money(shown, meta.base_currency) })}
        </Text>
      )}
    </div>
  )
}
