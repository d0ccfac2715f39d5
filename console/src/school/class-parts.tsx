/** What a class's page has beside what is drawn: its session today, its roll of the year, its teachers. */

import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { ClassYear } from '../../../src/modules/school/class-views.ts'
import { shareIn } from '../../../src/texts/forms.ts'
import { useView } from '../api/use-offers.ts'
import { day } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { GroupChildren } from '../groups/group-children.tsx'
import { GroupLeaders } from '../groups/group-leaders.tsx'
import type { AnyRecord } from '../house/house.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t, writing } from '../texts/t.ts'
import { OpenClass } from './open-class.tsx'

/** @param record a class */
export function ClassToday({ record }: { record: AnyRecord }) {
  const { church, may } = useMembership()
  const isActive = (record as { status?: string }).status !== 'closed'
  return (
    <Group>
      {isActive && <OpenClass id={record.id} label={t('Open today’s class')} />}
      {may('class_blank_roll') && (
        <Button
          component="a"
          variant="default"
          size="lg"
          href={`/console/api/${church.slug}/views/class_blank_roll?id=${record.id}`}
          download
        >
          {t('Print a blank roll')}
        </Button>
      )}
    </Group>
  )
}

/** @param record a class */
export function ClassBelow({ record }: { record: AnyRecord }) {
  const found = useView('class_year', { id: record.id })
  return (
    <>
      <Section title={t('Roll of the year')}>
        {found.data === undefined ? (
          found.error ? (
            <LoadProblem error={found.error} onRetry={found.refetch} />
          ) : (
            <RowsSkeleton />
          )
        ) : (
          <Year {...found.data} />
        )}
      </Section>
      <GroupChildren record={record} />
      <GroupLeaders record={record} />
    </>
  )
}

const share = (present: number, expected: number): string =>
  expected === 0 ? '–' : shareIn(writing(), present / expected)

/** A sign for each state; its word is read in its place. */
const SIGNS: Readonly<Record<string, string>> = { present: '✓', absent: '–', excused: 'e' }

/** @param others people of the roll whom who looks does not see @param closes where the roll can be closed: it says what becomes of them */
export function OthersOfRoll({ others, closes = false }: { others: number; closes?: boolean }) {
  if (others === 0) return null
  return (
    <Text size="xs" c="dimmed">
      {closes
        ? t(
            '{others, plural, one {# person of another branch is} other {# people of other branches are}} not listed, and not counted as absent when you close.',
            { others },
          )
        : t(
            '{others, plural, one {# person of another branch is} other {# people of other branches are}} not listed.',
            {
              others,
            },
          )}
    </Text>
  )
}

function Year({ sessions, pupils, others }: ClassYear) {
  if (sessions.length === 0) return <Text c="dimmed">{t('No session yet. It begins with the first class.')}</Text>
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot move it */}
      <section aria-label={t('Pupils by session')} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Table fz="sm" striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Pupil')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('Share')}
              </Table.Th>
              {sessions.toReversed().map(one => (
                <Table.Th key={one.id} scope="col" className="nowrap">
                  <TextLink to={`/class_sessions/${one.id}`} fz="inherit">
                    {day(one.held_on)}
                  </TextLink>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pupils.map(pupil => (
              <Table.Tr key={pupil.person_id}>
                <Table.Th scope="row" fw={400} className="nowrap">
                  {pupil.name}
                </Table.Th>
                <Table.Td ta="end">{share(pupil.present, pupil.expected)}</Table.Td>
                {sessions.toReversed().map(one => (
                  <Table.Td key={one.id}>
                    <State state={pupil.states[one.id]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">{t('All')}</Table.Th>
              <Table.Td ta="end">
                {share(
                  pupils.reduce((sum, one) => sum + one.present, 0),
                  pupils.reduce((sum, one) => sum + one.expected, 0),
                )}
              </Table.Td>
              {sessions.toReversed().map(one => (
                <Table.Td key={one.id} className="nowrap">
                  {one.status === 'open' ? t('class session|Open') : share(one.present, one.expected)}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </section>
      <OthersOfRoll others={others} />
      <Text size="xs" c="dimmed">
        {t('✓ present, – absent, e excused. Whoever was excused, and sessions that are open, are in no share.')}
      </Text>
    </Stack>
  )
}

function State({ state }: { state: string | undefined }) {
  if (state === undefined) return null
  return (
    <span role="img" aria-label={wordOf(state)}>
      {SIGNS[state] ?? ''}
    </span>
  )
}
