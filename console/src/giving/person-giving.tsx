/** What a person gave, year by year and fund by fund, and where the gifts are. */
import { Box, Progress, Skeleton, Stack, Table, Text } from '@mantine/core'
import type { PersonGiving as Giving, GivingYear } from '../../../src/modules/contributions/person-giving-view.ts'
import { useView } from '../api/use-offers.ts'
import type { Person } from '../api-types.ts'
import { money } from '../formats/money.ts'
import { count } from '../formats/words.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { rich, t } from '../texts/t.ts'

function PersonGiving({ person }: { person: Person }) {
  const giving = useView('person_giving', { id: person.id })
  // What stays while another person loads is of the person before them.
  const data = giving.isPlaceholderData ? undefined : giving.data
  const all = data && data.years.length > 0 && (
    <TextLink to={`/contributions?person_id=${person.id}&sort=-given_on`} size="sm">
      {t('All gifts')}
    </TextLink>
  )
  return (
    <Section title={t('Giving')} actions={all}>
      {!data && !giving.error && <Skeleton height={100} />}
      {giving.error && <LoadProblem error={giving.error} onRetry={() => giving.refetch()} />}
      {data?.years.length === 0 && <Text c="dimmed">{t('No gifts recorded.')}</Text>}
      {data && data.years.length > 0 && <Years person={person} {...data} />}
    </Section>
  )
}

function Years({ person, years, currency }: Giving & { person: Person }) {
  const most = Math.max(...years.map(({ sum }) => sum))
  const sum = years.reduce((so, year) => so + year.sum, 0)
  const gifts = years.reduce((so, year) => so + year.count, 0)
  return (
    <Stack gap="xs">
      <Text>
        {rich('<b>{amount}</b> in {count, plural, one {# gift} other {# gifts}}', {
          amount: money(sum, currency),
          count: gifts,
          b: amount => <b>{amount}</b>,
        })}
      </Text>
      <Table aria-label={t('Giving by year')} horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Year and fund')}</Table.Th>
            <Table.Th ta="end" px="sm">
              {t('Gifts')}
            </Table.Th>
            <Table.Th ta="end">{t('Total')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {years.map(year => (
          <YearRows key={year.year} year={year} most={most} currency={currency} person={person.id} />
        ))}
      </Table>
    </Stack>
  )
}

interface YearRowsProps {
  year: GivingYear
  /** The largest sum of a year: a full bar. */
  most: number
  currency: string
  person: number
}

function YearRows({ year: { year, count: gifts, sum, funds }, most, currency, person }: YearRowsProps) {
  const list = `/contributions?person_id=${person}&from=${year}-01-01&to=${year}-12-31&sort=-given_on`
  return (
    <Table.Tbody>
      <Table.Tr style={{ borderBottom: 0 }}>
        <Table.Th scope="row">
          <TextLink to={list} fz="sm" aria-label={t('Gifts of {year}', { year })}>
            {year}
          </TextLink>
          {/* The sum beside it says the same. */}
          <Box aria-hidden>
            <Progress.Root size="sm" mt={4} maw={160}>
              <Progress.Section value={most === 0 ? 0 : (sum / most) * 100} />
            </Progress.Root>
          </Box>
        </Table.Th>
        <Table.Td ta="end" px="sm">
          {count(gifts)}
        </Table.Td>
        <Table.Td ta="end" fw={600} className="nowrap">
          {money(sum, currency)}
        </Table.Td>
      </Table.Tr>
      {funds.map(fund => (
        <Table.Tr key={fund.fund_id} style={{ borderBottom: 0 }} fz="sm">
          <Table.Td py={2}>{fund.fund_name}</Table.Td>
          <Table.Td ta="end" py={2} px="sm">
            {count(fund.count)}
          </Table.Td>
          <Table.Td ta="end" py={2} className="nowrap">
            {money(fund.sum, currency)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

/** On the page of a person. */
export const personGiving: PagePart<{ person: Person }> = { needs: 'contributions:read', Part: PersonGiving }
