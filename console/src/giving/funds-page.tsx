/** Funds. */
import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Fund } from '../api-types.ts'
import { money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { ActiveFilter } from './active-filter.tsx'
import { AddFundDialog, EditFundDialog } from './fund-dialog.tsx'
import { FundMenu } from './fund-menu.tsx'

const COLUMNS: Column<Fund>[] = [
  { header: t('Name'), cell: fund => <Name fund={fund} /> },
  { header: t('Kind'), cell: ({ kind }) => wordOf(kind), phone: 'below' },
  { header: t('Description'), cell: ({ description }) => description, wide: true },
  {
    header: t('Target'),
    cell: ({ target_amount, currency }) => target_amount !== null && money(target_amount, currency),
    align: 'right',
    phone: 'aside',
  },
  { header: t('Online giving'), cell: ({ is_online }) => (is_online ? t('Yes') : t('No')), wide: true },
  { header: t('Gifts'), cell: fund => <Gifts fund={fund} />, phone: 'aside', onScreen: true },
]

function Name({ fund: { name, is_default, is_active } }: { fund: Fund }) {
  return (
    <Group gap="xs">
      <Text span inherit fw={500}>
        {name}
      </Text>
      {is_default && (
        <Badge variant="light" tt="none" c="var(--mantine-color-text)">
          {t('Default')}
        </Badge>
      )}
      {!is_active && (
        <Badge variant="light" color="gray" tt="none" c="var(--mantine-color-text)">
          {t('Inactive')}
        </Badge>
      )}
    </Group>
  )
}

function Gifts({ fund: { id, name } }: { fund: Fund }) {
  const { may } = useMembership()
  if (!may('contributions:read')) return null
  return (
    <TextLink to={`/contributions?fund_id=${id}`} size="sm" aria-label={t('Gifts to {name}', { name })}>
      {t('Gifts')}
    </TextLink>
  )
}

export function FundsPage() {
  const { may, branch_id } = useMembership()
  // A fund to change, or null to add one.
  const [edited, setEdited] = useState<Fund | null>()
  const whole = branch_id === null
  const list = useList('funds', ['active'])
  const printing = usePrinting()
  const columns = [...COLUMNS]
  if (whole && may('funds.update')) {
    columns.push({
      header: t('Edit'),
      cell: fund => <FundMenu fund={fund} onEdit={() => setEdited(fund)} />,
      align: 'right',
      phone: 'aside',
      onScreen: true,
    })
  }
  const actions = (
    <>
      <ListOutput file="funds/export" query={list.query} />
      {whole && may('funds.create') && !printing && <Button onClick={() => setEdited(null)}>{t('Add a fund')}</Button>}
    </>
  )
  return (
    <Page title={t('Funds')} actions={actions}>
      <ActiveFilter />
      <RecordList
        label={t('Funds')}
        list={list}
        columns={columns}
        empty={<Text c="dimmed">{t('No funds yet.')}</Text>}
      />
      {edited === null && <AddFundDialog onClose={() => setEdited(undefined)} />}
      {edited && <EditFundDialog fund={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}
