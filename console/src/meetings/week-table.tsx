/** The weeks, each with the figures of its services: the newest first. A figure leads to its meetings. */
import { Table } from '@mantine/core'
import type { TrendService, Trends } from '../../../src/modules/meetings/trends-view.ts'
import { day } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'
import { serviceNames, sundayOf } from './trend-weeks.ts'

/** The meetings of a service in a week. */
function meetingsOf({ schedule_id, branch_id }: TrendService, monday: string): string {
  const query = { from: monday, to: sundayOf(monday), branch_id, ...(schedule_id && { schedule_id }) }
  return `/meetings?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
}

export function WeekTable({ trends: { weeks, services, now } }: { trends: Trends }) {
  const shown = services.filter(service => service.now.some(total => total !== null))
  const names = serviceNames(shown)
  // A week that has just begun has nothing to say yet.
  const begun = now.at(-1) === null ? -1 : weeks.length
  const newest = weeks
    .map((monday, at) => ({ monday, at }))
    .slice(0, begun)
    .reverse()
  return (
    <Section title={t('Week by week')}>
      {/* Wider than a phone, it is moved sideways, by keyboard as well. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot move it */}
      <section aria-label={t('Attendance by week and service')} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Table fz="sm" striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Week to Sunday')}</Table.Th>
              {shown.map((service, at) => (
                <Table.Th key={`${service.schedule_id}/${service.branch_id}`} scope="col" ta="end" miw={96}>
                  {names[at]}
                </Table.Th>
              ))}
              {shown.length > 1 && (
                <Table.Th scope="col" ta="end">
                  {t('All')}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {newest.map(({ monday, at }) => (
              <Table.Tr key={monday}>
                <Table.Th scope="row" fw={400} className="nowrap">
                  {day(sundayOf(monday))}
                </Table.Th>
                {shown.map(service => (
                  <Table.Td key={`${service.schedule_id}/${service.branch_id}`} ta="end">
                    <Figure total={service.now[at] ?? null} to={meetingsOf(service, monday)} />
                  </Table.Td>
                ))}
                {shown.length > 1 && (
                  <Table.Td ta="end" fw={650}>
                    <Figure total={now[at] ?? null} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  )
}

/** A week without any count has no figure, which is not 0. */
function Figure({ total, to }: { total: number | null; to?: string }) {
  if (total === null) return '–'
  return to === undefined ? (
    count(total)
  ) : (
    <TextLink to={to} fz="inherit">
      {count(total)}
    </TextLink>
  )
}
