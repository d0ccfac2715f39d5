/** The order of a list on a phone, whose cards have no headings to press. */
import { NativeSelect } from '@mantine/core'
import { t } from '../texts/t.ts'
import type { Column } from './columns.ts'
import { useAddress } from './use-address.ts'
import { usePrinting } from './use-printing.ts'

export function SortFilter<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const [parameters, change] = useAddress()
  const printing = usePrinting()
  const orders = columns.flatMap(({ header, sort }) => (sort ? [{ value: sort.up, label: header }] : []))
  if (printing || orders.length === 0) return null
  return (
    <NativeSelect
      hiddenFrom="sm"
      label={t('Sort by')}
      value={parameters.get('sort') ?? ''}
      onChange={event => change({ sort: event.currentTarget.value })}
      data={[{ value: '', label: t('Usual order') }, ...orders]}
    />
  )
}
