/** What the reports of a week come to: by group, and by week. Wider than a phone, the tables are moved sideways. */
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Sums } from '../../../src/modules/group-reports/roll-up.ts'
import type { ReportsOfWeek } from '../../../src/modules/group-reports/week-view.ts'
import { addDays, day } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

const TO_SUNDAY = 6

const heads = (): string[] => [
  t('how many|Handed in'),
  t('Met'),
  t('how many|Present'),
  t('Visitors'),
  t('First-timers'),
  t('Decisions'),
  t('Offering'),
]

const cellsOf = ({
  expected,
  handed_in,
  met,
  present,
  visitors,
  first_timers,
  decisions,
  offerings,
}: Sums): string[] => [
  expected === 0 ? '–' : t('{done, number} of {all, number}', { done: handed_in, all: expected }),
  ...[met, present, visitors, first_timers, decisions].map(count),
  listed(offerings.map(({ currency, amount }) => money(amount, currency))) || '–',
]

interface Line {
  key: string | number
  name: ReactNode
  sums: Sums
  isSum?: true
}

function SumsTable({ label, first, lines }: { label: string; first: string; lines: readonly Line[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot move it
    <section aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table fz="sm" striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first}</Table.Th>
            {heads().map(head => (
              <Table.Th key={head} scope="col" ta="end">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ key, name, sums, isSum }) => (
            <Table.Tr key={key} fw={isSum ? 650 : 400}>
              <Table.Th scope="row" fw={isSum ? 650 : 400}>
                {name}
              </Table.Th>
              {cellsOf(sums).map((cell, at) => (
                <Table.Td key={heads()[at]} ta="end" className="nowrap">
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** @param addressOf where the groups below one are shown */
export function GroupTable({ week: { rows, all }, addressOf }: { week: ReportsOfWeek; addressOf(id: number): string }) {
  if (rows.length === 0) return null
  const lines: Line[] = rows.map(({ group_id, name, has_below, ...sums }) => ({
    key: group_id,
    name: <TextLink to={has_below ? addressOf(group_id) : `/groups/${group_id}`}>{name}</TextLink>,
    sums,
  }))
  return (
    <Section title={t('By group')}>
      <SumsTable
        label={t('Reports by group')}
        first={t('Group')}
        lines={[...lines, { key: 'all', name: t('All'), sums: all, isSum: true }]}
      />
    </Section>
  )
}

export function WeeksTable({ weeks }: { weeks: ReportsOfWeek['weeks'] }) {
  return (
    <Section title={t('Week by week')}>
      <SumsTable
        label={t('Reports by week')}
        first={t('Week to Sunday')}
        lines={weeks
          .toReversed()
          .map(({ from, ...sums }) => ({ key: from, name: day(addDays(from, TO_SUNDAY)), sums }))}
      />
    </Section>
  )
}
