/** People who may be on record twice: to be merged, or to be left alone for good. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { DuplicatePair, DuplicatePerson } from '../../../src/modules/people/duplicates.ts'
import { reasonOf } from '../api/refusal.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { day } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { ExportLink } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { rich, t } from '../texts/t.ts'

const LIKELIHOOD = { 3: t('Very likely'), 2: t('Likely'), 1: t('Possible') } as const

const REASONS = {
  name: t('same name'),
  dob: t('same date of birth'),
  email: t('same email'),
  phone: t('same phone'),
  family: t('same family'),
  address: t('same address'),
} as const

/** Compares whoever changed when the page is opened, turn by turn until nobody is left. */
function useComparison() {
  const comparison = useAction('duplicates.refresh')
  const { mutate, data, isPending, isError } = comparison
  const begun = useRef(false)
  useEffect(() => {
    if (isPending || isError || (begun.current && data?.complete !== false)) return
    begun.current = true
    mutate({})
  }, [mutate, data, isPending, isError])
  return comparison
}

function DuplicatesPage() {
  const [parameters, change] = useAddress()
  const page = Math.max(1, Number(parameters.get('page')) || 1)
  const { data, error, refetch } = useView('duplicates', { page })
  const comparison = useComparison()
  const go = (to: number): void => {
    change({ page: to === 1 ? undefined : String(to) })
    window.scrollTo(0, 0)
  }
  return (
    <Page
      title={t('Duplicates')}
      back={{ path: '/people', label: t('People') }}
      maw={860}
      actions={
        <>
          <ExportLink file="views/duplicates_file" query={{}} />
          <PrintButton />
        </>
      }
    >
      <Stack>
        <Text c="dimmed" size="sm">
          {t('People who share an email address, a phone number or a name, the most likely first.')}
        </Text>
        {error && <LoadProblem error={error} onRetry={() => refetch()} />}
        {!data && !error && <RowsSkeleton />}
        {data && <Comparing waiting={data.not_compared} comparison={comparison} />}
        {data?.not_compared === 0 && comparison.isSuccess && data.pairs.length === 0 && (
          <Paper withBorder p="xl" ta="center">
            <Text c="dimmed">{t('No duplicates found.')}</Text>
          </Paper>
        )}
        <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Duplicates')}>
          {data?.pairs.map(pair => (
            <Pair key={pair.people.map(({ id }) => id).join()} pair={pair} />
          ))}
        </Stack>
        {data && (page > 1 || data.has_more) && (
          <Group component="nav" aria-label={t('Pages')} justify="flex-end" gap="xs">
            <Button size="xs" variant="default" disabled={page <= 1} onClick={() => go(page - 1)}>
              {t('Previous')}
            </Button>
            <Button size="xs" variant="default" disabled={!data.has_more} onClick={() => go(page + 1)}>
              {t('Next')}
            </Button>
          </Group>
        )}
      </Stack>
    </Page>
  )
}

interface ComparingProps {
  /** People who are not compared yet. */
  waiting: number
  comparison: ReturnType<typeof useComparison>
}

/** How far the comparison is, and the way to go on where it stopped. */
function Comparing({ waiting, comparison: { mutate, data, error, isPending } }: ComparingProps) {
  if (error === null && waiting === 0) return null

  const idle = !isPending && (error !== null || data?.complete === true)
  return (
    <Group justify="space-between">
      <Text role="status" size="sm">
        {error
          ? t('Not compared: {reason}', { reason: reasonOf(error) })
          : t(
              '{count, plural, one {# person has} other {# people have}} not been compared yet. There may be more duplicates.',
              { count: waiting },
            )}
      </Text>
      {idle && (
        <Button size="xs" variant="default" onClick={() => mutate({})}>
          {t('Compare now')}
        </Button>
      )}
    </Group>
  )
}

function Pair({ pair: { strength, reasons, people } }: { pair: DuplicatePair }) {
  const [a, b] = people
  const apart = useNotifiedAction('people.not_duplicates', t('Not saved'))
  async function dismiss(): Promise<void> {
    const done = await apart.act(
      { a: a.id, b: b.id },
      t('{one} and {other} were marked as not duplicates.', { one: a.full_name, other: b.full_name }),
    )
    if (done !== undefined) document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <Paper component="li" withBorder p="md">
      <Text size="sm" mb="sm">
        {rich('<b>{likelihood}:</b> {reasons}', {
          likelihood: LIKELIHOOD[strength],
          reasons: listed(reasons.map(reason => REASONS[reason])),
          b: text => <b>{text}</b>,
        })}
      </Text>
      <Stack gap="xs">
        {people.map(person => (
          <Record key={person.id} person={person} />
        ))}
      </Stack>
      <Group mt="md" gap="xs">
        <LinkButton to={`/people/merge?keep=${a.id}&remove=${b.id}`} size="xs">
          {t('Compare and merge')}
        </LinkButton>
        <BusyButton size="xs" variant="default" busy={apart.pending} onClick={() => void dismiss()}>
          {t('Not the same person')}
        </BusyButton>
      </Group>
    </Paper>
  )
}

function Record({ person }: { person: DuplicatePerson }) {
  const { id, full_name, member_no, email, phone, dob, status } = person
  const details = listed([email, phone, dob && day(dob)].flatMap(one => one || []))
  return (
    <Group justify="space-between" wrap="nowrap" align="start">
      <div style={{ overflowWrap: 'anywhere' }}>
        <TextLink to={`/people/${id}`} underline="always">
          {full_name}
        </TextLink>{' '}
        <Text span size="sm" c="dimmed">
          {t('no. {member_no}', { member_no })}
        </Text>
        {details && (
          <Text size="sm" c="dimmed">
            {details}
          </Text>
        )}
      </div>
      <StatusBadge status={status} />
    </Group>
  )
}

/** What the church's pages show of it. */
export const page = explained(DuplicatesPage, {
  says: t('Records that may be of the same person. Look at both, then merge them or say that they are two people.'),
  chapter: 'first-sunday#when-something-is-wrong',
})
