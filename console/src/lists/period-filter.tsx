/** A period by its name, for lists that have the parameters `from` and `to`; other dates stand in the fields beside it. */
import { NativeSelect } from '@mantine/core'
import { today } from '../formats/dates.ts'
import { nameOfPeriod, type PeriodName, periodOf } from '../formats/periods.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { useAddress } from './use-address.ts'
import { usePrinting } from './use-printing.ts'

const OTHER = 'other'

export function PeriodFilter() {
  const [parameters, change] = useAddress()
  const { church } = useMembership()
  const printing = usePrinting()
  const now = today(church.timezone)
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  const named = nameOfPeriod(from, to, now)
  const other = named === undefined && (from !== '' || to !== '')
  const choose = (chosen: string): void =>
    change(chosen === '' ? { from: undefined, to: undefined } : { ...periodOf(chosen as PeriodName, now) })
  // On paper the dates themselves stand.
  if (printing) return null
  return (
    <NativeSelect
      label={t('Period')}
      value={other ? OTHER : (named ?? '')}
      onChange={event => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('Any time') },
        { value: 'this_month', label: t('This month') },
        { value: 'last_month', label: t('Last month') },
        { value: 'this_year', label: t('This year') },
        { value: 'last_year', label: t('Last year') },
        ...(other ? [{ value: OTHER, label: t('Other dates') }] : []),
      ]}
    />
  )
}
