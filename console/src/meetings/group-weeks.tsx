/** What groups hold, week by week, all of them together: how many met, and how many came. */
import { Table } from '@mantine/core'
import type { Trends } from '../../../src/modules/meetings/trends-view.ts'
import { addDays, day } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'

/** From a Monday to its Sunday. */
const TO_SUNDAY = 6

interface GroupWeeksProps {
  trends: Trends
  branch_id: number | undefined
}

export function GroupWeeks({ trends: { weeks, groups }, branch_id }: GroupWeeksProps) {
  const newest = weeks
    .map((monday, at) => ({ monday, met: groups.met[at] ?? 0, now: groups.now[at], before: groups.before[at] }))
    .filter(({ met }) => met > 0)
    .reverse()
  if (newest.length === 0) return null
  const hasBefore = newest.some(({ before }) => before !== null)
  const meetingsOf = (monday: string): string => {
    const query = { from: monday, to: addDays(monday, TO_SUNDAY), of_groups: '1', ...(branch_id && { branch_id }) }
    return `/meetings?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  }
  return (
    <Section title={t('Groups, week by week')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot move it */}
      <section aria-label={t('Attendance of groups by week')} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Table fz="sm" striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Week to Sunday')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('Meetings counted')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('Came')}
              </Table.Th>
              {hasBefore && (
                <Table.Th scope="col" ta="end">
                  {t('A year before')}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {newest.map(({ monday, met, now, before }) => (
              <Table.Tr key={monday}>
                <Table.Th scope="row" fw={400} className="nowrap">
                  {day(addDays(monday, TO_SUNDAY))}
                </Table.Th>
                <Table.Td ta="end">
                  <TextLink to={meetingsOf(monday)} fz="inherit">
                    {count(met)}
                  </TextLink>
                </Table.Td>
                <Table.Td ta="end" fw={650}>
                  {now == null ? '–' : count(now)}
                </Table.Td>
                {hasBefore && <Table.Td ta="end">{before == null ? '–' : count(before)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  )
}
