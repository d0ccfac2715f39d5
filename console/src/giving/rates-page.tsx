/** Exchange rates: what a unit of each currency is worth in the currency of the church. */
import { Badge, Button, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ShownRate } from '../../../src/modules/contributions/rates-view.ts'
import { useView } from '../api/use-offers.ts'
import { day } from '../formats/dates.ts'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { RateDialog } from './rate-dialog.tsx'
import { shownRate } from './typed-rate.ts'

function RatesPage() {
  const { may, church, branch_id } = useMembership()
  const rates = useView('rates')
  // The currency that the dialog begins with.
  const [setting, setSetting] = useState<string>()
  const printing = usePrinting()
  const allowed = may('rates.set') && branch_id === null && !printing
  const currencies = [...new Set(rates.data?.map(({ currency }) => currency))]
  const actions = (
    <>
      {allowed && <Button onClick={() => setSetting('')}>{t('Add a rate')}</Button>}
      <ListOutput file="views/rates_file" query={{}} />
    </>
  )
  return (
    <Page title={t('Exchange rates')} actions={actions} maw={860}>
      <Stack>
        <Text c="dimmed" size="sm">
          {t('A gift in another currency is converted to {currency} at the rate for the day it was given.', {
            currency: church.currency,
          })}
        </Text>
        {rates.isLoading && <RowsSkeleton rows={3} />}
        {rates.error && <LoadProblem error={rates.error} onRetry={() => rates.refetch()} />}
        {rates.data && currencies.length === 0 && (
          <Paper withBorder p="xl" ta="center">
            <Text c="dimmed">
              {t('No rates set yet. Gifts in {currency} do not need one.', { currency: church.currency })}
            </Text>
          </Paper>
        )}
        {currencies.map(currency => (
          <CurrencyRates
            key={currency}
            currency={currency}
            rates={rates.data?.filter(rate => rate.currency === currency) ?? []}
            {...(allowed && { onSet: () => setSetting(currency) })}
          />
        ))}
      </Stack>
      {setting !== undefined && <RateDialog currency={setting} onClose={() => setSetting(undefined)} />}
    </Page>
  )
}

interface CurrencyRatesProps {
  currency: string
  rates: ShownRate[]
  onSet?(): void
}

const STATES: Record<ShownRate['state'], string> = { 'to come': t('Upcoming'), current: t('In use now'), over: '' }

const columnsFor = (currency: string, base: string): Column<ShownRate & { id: number }>[] => [
  { header: t('From'), cell: ({ valid_from }) => day(valid_from), nowrap: true },
  { header: t('Status'), cell: ({ state }) => <State state={state} />, phone: 'below' },
  {
    header: t('1 {currency} in {base}', { currency, base }),
    cell: ({ rate, state }) => (
      <Text span inherit fw={state === 'current' ? 600 : 400}>
        {shownRate(rate)}
      </Text>
    ),
    align: 'end',
    phone: 'aside',
  },
]

function State({ state }: Pick<ShownRate, 'state'>) {
  if (STATES[state] === '') return null
  return (
    <Badge
      variant="light"
      color={state === 'current' ? 'teal' : 'blue'}
      tt="none"
      className="badge-whole"
      c="var(--mantine-color-text)"
    >
      {STATES[state]}
    </Badge>
  )
}

function CurrencyRates({ currency, rates, onSet }: CurrencyRatesProps) {
  const { church } = useMembership()
  const rows = rates.map((rate, id) => ({ ...rate, id }))
  const set = onSet && (
    <Button size="xs" variant="default" onClick={onSet} aria-label={t('Add a rate for {currency}', { currency })}>
      {t('Add a rate')}
    </Button>
  )
  return (
    <Section title={currency} actions={set}>
      <ViewRows
        label={t('Rates for {currency}', { currency })}
        rows={rows}
        columns={columnsFor(currency, church.currency)}
      />
    </Section>
  )
}

/** What the church's pages show of it. */
export const page = explained(RatesPage, {
  says: t(
    'What one unit of another currency is worth in yours, from a day on. Gifts in other currencies are added up by it.',
  ),
  chapter: 'entering-gifts',
})
