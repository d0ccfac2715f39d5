/** On the page of a batch: what was counted against what is in it, the two counts, the way to the next step, and what came later. */
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useView } from '../api/use-offers.ts'
import { day } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { count as inDigits, wordOf } from '../formats/words.ts'
import type { AnyRecord } from '../house/house.ts'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { type Payout, PayoutBoard } from './payout-board.tsx'

interface Sum {
  currency: string
  amount: number
}

interface Batch {
  id: number
  kind: string
  status: string
  control_count: number | null
  controls: Sum[]
  count: number
  totals: Sum[]
  variance: { count: number | null; amounts: Sum[] } | null
  by_fund: (Sum & { fund_id: number; fund_name: string; count: number })[]
  by_method: (Sum & { method: string; count: number })[]
  cash: { currency: string; denomination: number; pieces: number }[]
  payout: Payout | null
  payout_failed_on: string | null
  payout_failure: string | null
  adjustments: (Sum & { contribution_id: number; kind: string; happened_on: string; note: string | null })[]
}

/** @param record a batch */
export function BatchBoard({ record }: { record: AnyRecord }) {
  const batch = record as AnyRecord & Batch
  return (
    <Stack>
      <Steps batch={batch} />
      {batch.payout === null ? (
        <Against batch={batch} />
      ) : (
        <PayoutBoard id={batch.id} payout={batch.payout} failed={batch} />
      )}
      {batch.kind === 'counting' && batch.status === 'open' && <Counts id={batch.id} />}
      <Sums title={t('By method')} rows={batch.by_method.map(one => [wordOf(one.method), one])} />
      <Sums title={t('By fund')} rows={batch.by_fund.map(one => [one.fund_name, one])} />
      <Pieces cash={batch.cash} />
      <Adjustments adjustments={batch.adjustments} />
    </Stack>
  )
}

function Steps({ batch: { id, kind, status } }: { batch: Batch }) {
  const { church, may, path } = useMembership()
  const isCounting = kind === 'counting' && status === 'open'
  return (
    <Group className="no-print">
      {isCounting && may('batches.count') && (
        <Button component={Link} href={path(`/batches/${id}/count`)} size="lg">
          {t('Count the offering')}
        </Button>
      )}
      {isCounting && may('contributions:write') && (
        <Button component={Link} href={path(`/contributions/new?batch=${id}`)} size="lg" variant="default">
          {t('Enter gifts')}
        </Button>
      )}
      {(status === 'closed' || status === 'deposited') && may('batch_slip') && (
        <Button
          component="a"
          size="lg"
          variant="default"
          href={`/console/api/${church.slug}/views/batch_slip?id=${id}`}
          download
        >
          {t('Deposit slip')}
        </Button>
      )}
    </Group>
  )
}

/** What was counted, what is in it, and what is between them. */
function Against({ batch: { control_count, controls, count, totals, variance } }: { batch: Batch }) {
  const currencies = [...new Set([...controls, ...totals].map(({ currency }) => currency))].sort()
  const of = (sums: readonly Sum[], currency: string): string =>
    money(sums.find(one => one.currency === currency)?.amount ?? 0, currency)
  const isOdd = variance !== null && (variance.count !== 0 || variance.amounts.length > 0)
  return (
    <Section title={t('Counted and entered')}>
      <Table style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th ta="end">{t('Counted')}</Table.Th>
            <Table.Th ta="end">{t('Entered')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('Gifts')}</Table.Th>
            <Table.Td ta="end">{control_count === null ? '–' : inDigits(control_count)}</Table.Td>
            <Table.Td ta="end">{inDigits(count)}</Table.Td>
          </Table.Tr>
          {currencies.map(currency => (
            <Table.Tr key={currency}>
              <Table.Th scope="row">{currency}</Table.Th>
              <Table.Td ta="end">{control_count === null ? '–' : of(controls, currency)}</Table.Td>
              <Table.Td ta="end">{of(totals, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isOdd && (
        <Notice colour="orange" title={t('It is not what was counted')} mt="sm">
          {[
            variance.count !== null && variance.count !== 0 && t('Gifts: {n}', { n: signed(variance.count) }),
            ...variance.amounts.map(({ currency, amount }) => `${amount > 0 ? '+' : ''}${money(amount, currency)}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Notice>
      )}
    </Section>
  )
}

const signed = (n: number): string => `${n > 0 ? '+' : ''}${inDigits(n)}`

function Counts({ id }: { id: number }) {
  const { data } = useView('batch_counts', { id })
  if (data === undefined || data.counts.length === 0) return null
  return (
    <Section title={t('Counts')}>
      <Stack gap="xs">
        {data.counts.map(({ counter, figures, tries }) => (
          <Text key={counter}>
            {figures === null
              ? t('{counter} has counted. The figures are shown when the second count is in.', { counter })
              : t('{counter}: {count, plural, one {# gift} other {# gifts}}, {sums}', {
                  counter,
                  count: figures.count,
                  sums: listed(figures.totals.map(({ currency, amount }) => money(amount, currency))) || inDigits(0),
                })}
            {tries > 1 && ` (${t('counted {tries} times', { tries })})`}
          </Text>
        ))}
        {data.agree === false && (
          <Notice colour="orange" title={t('The counts differ')}>
            {t('Whoever was wrong counts again, under the same name.')}
          </Notice>
        )}
        {data.agree === true && <Text role="status">{t('Both counts agree.')}</Text>}
      </Stack>
    </Section>
  )
}

function Sums({ title, rows }: { title: string; rows: readonly (readonly [string, Sum & { count: number }])[] }) {
  if (rows.length === 0) return null
  return (
    <Section title={title}>
      <Table>
        <Table.Tbody>
          {rows.map(([name, { currency, amount, count }]) => (
            <Table.Tr key={`${name} ${currency}`}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td ta="end">{inDigits(count)}</Table.Td>
              <Table.Td ta="end">{money(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

function Pieces({ cash }: Pick<Batch, 'cash'>) {
  if (cash.length === 0) return null
  return (
    <Section title={t('Notes and coins')}>
      <Table>
        <Table.Tbody>
          {cash.map(({ currency, denomination, pieces }) => (
            <Table.Tr key={`${currency} ${denomination}`}>
              <Table.Th scope="row">{money(denomination, currency)}</Table.Th>
              <Table.Td ta="end">{inDigits(pieces)}</Table.Td>
              <Table.Td ta="end">{money(denomination * pieces, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

function Adjustments({ adjustments }: Pick<Batch, 'adjustments'>) {
  if (adjustments.length === 0) return null
  return (
    <Section title={t('After the deposit')}>
      <Table>
        <Table.Tbody>
          {adjustments.map(({ contribution_id, kind, amount, currency, happened_on, note }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
            <Table.Tr key={at}>
              <Table.Td>
                <TextLink to={`/contributions/${contribution_id}`}>{wordOf(kind)}</TextLink>
                {note !== null && `: ${note}`}
                <Text size="sm" c="dimmed">
                  {day(happened_on)}
                </Text>
              </Table.Td>
              <Table.Td ta="end" className="nowrap">
                {money(amount, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
