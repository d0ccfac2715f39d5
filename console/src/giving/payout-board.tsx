/** On the page of a payout: how the gifts come to the line on the bank statement, what no gift is of, and its lines. */
import { Button, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Payout } from '../../../src/modules/batches/payouts.ts'
import { useView } from '../api/use-offers.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

export type { Payout }

interface Failed {
  status: string
  payout_failed_on: string | null
  payout_failure: string | null
}

export function PayoutBoard({ id, payout, failed }: { id: number; payout: Payout; failed: Failed }) {
  return (
    <>
      <SentBack {...failed} />
      <BankLine payout={payout} status={failed.status} />
      <Missing payout={payout} />
      <Elsewhere payout={payout} />
      <Lines id={id} payout={payout} />
    </>
  )
}

function SentBack({ status, payout_failed_on, payout_failure }: Failed) {
  if (payout_failed_on === null) return null
  return (
    <Notice colour="red" title={t('The bank sent it back on {date}', { date: day(payout_failed_on) })}>
      {payout_failure !== null && `${payout_failure} `}
      {status === 'deposited'
        ? t('The deposit stays as it was confirmed. The money comes with another payout.')
        : t('Its gifts come with the payout that is sent in its place.')}
    </Notice>
  )
}

/** From what givers paid to what the bank got. */
function BankLine({ payout, status }: { payout: Payout; status: string }) {
  const { currency, gross, fees, refunds, disputes, other, net, arrives_on, reference } = payout
  const rows: readonly (readonly [string, number])[] = [
    [t('Paid by givers'), gross],
    [t('Fees of the provider'), -fees],
    [t('Refunds'), refunds],
    [t('Disputes'), disputes],
    [t('Other'), other],
  ]
  return (
    <Section title={t('On the bank statement')}>
      <Table>
        <Table.Tbody>
          {rows.map(([name, amount], at) => {
            if (amount === 0 && at > 1) return null
            return <Row key={name} name={name} amount={money(amount, currency)} />
          })}
          <Row name={t('Into the bank account')} amount={money(net, currency)} isSum />
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="sm">
        {status === 'closed'
          ? t(
              'Look for this line on your bank statement around {date}, then press Deposit. The provider calls it {reference}.',
              {
                date: day(arrives_on),
                reference,
              },
            )
          : t('The provider calls it {reference}.', { reference })}
      </Text>
    </Section>
  )
}

function Row({ name, amount, isSum = false }: { name: string; amount: string; isSum?: boolean }) {
  const weight = isSum ? 700 : undefined
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={weight}>
        {name}
      </Table.Th>
      <Table.Td ta="end" fw={weight}>
        {amount}
      </Table.Td>
    </Table.Tr>
  )
}

function Missing({ payout: { currency, missing, missing_count } }: { payout: Payout }) {
  if (missing_count === 0) return null
  return (
    <Section title={t('Payments without a gift')}>
      <Text size="sm" mb="xs">
        {t(
          'They came into the same account with the provider by another way, such as a shop. Look there what they were, and record what was given.',
        )}
      </Text>
      <Table>
        <Table.Tbody>
          {missing.map(({ payment_id, amount, happened_on }) => (
            <Table.Tr key={payment_id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {payment_id}
                {happened_on !== null && <Text size="sm">{day(happened_on)}</Text>}
              </Table.Td>
              <Table.Td ta="end">{money(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {missing_count > missing.length && (
        <Text size="sm">{t('And {n} more, in the lines below.', { n: missing_count - missing.length })}</Text>
      )}
    </Section>
  )
}

function Elsewhere({ payout: { currency, elsewhere } }: { payout: Payout }) {
  if (elsewhere.length === 0) return null
  return (
    <Section title={t('Gifts that were in another batch')}>
      <Text size="sm" mb="xs">
        {t(
          'They stay there. If that batch is deposited too, the same money stands at the bank twice: look which one is right.',
        )}
      </Text>
      <Table>
        <Table.Tbody>
          {elsewhere.map(({ contribution_id, batch_id, amount }) => (
            <Table.Tr key={contribution_id}>
              <Table.Td>
                <TextLink to={`/contributions/${contribution_id}`}>{t('Gift {id}', { id: contribution_id })}</TextLink>
                {' · '}
                <TextLink to={`/batches/${batch_id}`}>{t('Batch {id}', { id: batch_id })}</TextLink>
              </Table.Td>
              <Table.Td ta="end">{money(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

/** All that it is made of, a page at a time; there may be thousands. */
function Lines({ id, payout: { currency, lines } }: { id: number; payout: Payout }) {
  const [after, setAfter] = useState<readonly number[]>([])
  if (lines === 0) return null
  return (
    <Section title={t('Line by line')}>
      <Stack gap="xs">
        {after.length === 0 ? (
          <Button variant="default" onClick={() => setAfter([0])} className="no-print">
            {t('Show {n, plural, one {# line} other {# lines}}', { n: lines })}
          </Button>
        ) : (
          after.map((from, at) => (
            <LinePage
              key={from}
              {...{ id, from, currency }}
              {...(at === after.length - 1 && { onMore: (next: number) => setAfter([...after, next]) })}
            />
          ))
        )}
      </Stack>
    </Section>
  )
}

interface LinePageProps {
  id: number
  from: number
  currency: string
  onMore?: (next: number) => void
}

function LinePage({ id, from, currency, onMore }: LinePageProps) {
  const { data } = useView('payout_lines', { id, after: from })
  if (data === undefined) return null
  const { lines, next } = data
  return (
    <>
      <Table>
        <Table.Tbody>
          {lines.map(({ line, kind, reference, payment_id, amount, fee, happened_on, contribution_id }) => (
            <Table.Tr key={line}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {contribution_id === null ? (
                  wordOf(kind)
                ) : (
                  <TextLink to={`/contributions/${contribution_id}`}>{wordOf(kind)}</TextLink>
                )}
                <Text size="sm">
                  {[happened_on && day(happened_on), payment_id ?? reference].filter(Boolean).join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td ta="end" className="nowrap">
                {money(amount, currency)}
                {fee !== 0 && <Text size="sm">{t('Fee {fee}', { fee: money(fee, currency) })}</Text>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {next !== null && onMore !== undefined && (
        <Button variant="default" onClick={() => onMore(next)} className="no-print">
          {t('More lines')}
        </Button>
      )}
    </>
  )
}
