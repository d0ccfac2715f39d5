/** What was changed of a person's record, by whom and when. */
import { List, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Author } from '../../../src/modules/people/history.ts'
import type { HistoryEntry } from '../../../src/modules/people/history-view.ts'
import { type Names, useNames } from '../api/use-names.ts'
import { useViewParts } from '../api/use-offers.ts'
import { useBranches } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { rich, t } from '../texts/t.ts'
import { fieldLabel, fieldValue } from './person-words.ts'

const useHistory = (id: number) =>
  useViewParts('person_history', { id }, ({ entries, has_more }) => {
    const last = entries.at(-1)
    return has_more && last ? { before: last.id } : undefined
  })

function PersonHistory({ person }: { person: Person }) {
  const history = useHistory(person.id)
  const { church } = useMembership()
  const branches = useBranches().data
  const entries = history.data?.pages.flatMap(page => page.entries) ?? []
  const families = new Map(
    history.data?.pages.flatMap(page => page.families.map(({ id, name }) => [id, name] as const)),
  )
  const names = useNames(entries.map(({ other_id }) => other_id))
  return (
    <Section title={t('History')}>
      {history.isLoading && <Skeleton height={80} />}
      {history.error && <LoadProblem error={history.error} onRetry={() => history.refetch()} />}
      {history.data && (
        <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
          {entries.map(entry => (
            <Entry
              key={entry.id}
              entry={entry}
              person={person}
              names={names}
              show={(name, value) =>
                (name === 'family_id' && families.get(value as number)) ||
                fieldValue(name, value, branches) ||
                t('nothing')
              }
            />
          ))}
          {!history.hasNextPage && (
            <li>
              <Text size="sm">{t('Added ({source})', { source: wordOf(person.source) })}</Text>
              <Text size="xs" c="dimmed">
                {moment(person.created_at, church.timezone)}
              </Text>
            </li>
          )}
        </Stack>
      )}
      {history.hasNextPage && (
        <BusyButton
          mt="sm"
          size="xs"
          variant="default"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('Show earlier')}
        </BusyButton>
      )}
    </Section>
  )
}

interface EntryProps {
  entry: HistoryEntry
  person: Person
  names: Names
  /** A value of a field in words. */
  show(name: string, value: unknown): string
}

function Entry({ entry, person, names, show }: EntryProps) {
  const { timezone } = useMembership().church
  const changes = Object.entries(entry.changes)
  return (
    <li>
      <Text size="sm">
        <What entry={entry} names={names} />{' '}
        {entry.person_id !== person.id && t('(record {person_id}, before the merge)', { person_id: entry.person_id })}
      </Text>
      {changes.length > 0 && (
        <List size="sm" listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
          {changes.map(([name, [before, after]]) => (
            <List.Item key={name}>
              {t('{field}: {before} → {after}', {
                field: fieldLabel(name),
                before: show(name, before),
                after: show(name, after),
              })}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="xs" c="dimmed">
        {authorText(entry.by, moment(entry.created_at, timezone))}
      </Text>
    </li>
  )
}

function What({ entry: { kind, tag, other_id, changes }, names }: { entry: HistoryEntry; names: Names }) {
  const other = names.of(other_id) ?? t('Record {id}', { id: other_id ?? '' })
  const linked = (name: ReactNode) => <TextLink to={`/people/${other_id}`}>{name}</TextLink>
  switch (kind) {
    case 'tag_added':
      return <>{t('Tag added: {tag}', { tag: tag ?? '' })}</>
    case 'tag_removed':
      return <>{t('Tag removed: {tag}', { tag: tag ?? '' })}</>
    case 'removed':
      return <>{t('Removed')}</>
    case 'restored':
      return <>{t('Restored')}</>
    case 'merged':
      return rich('<a>{other}</a> was merged into this one', { other, a: linked })
    case 'merged_away':
      return rich('Merged into <a>{other}</a>', { other, a: linked })
    case 'forgotten':
      return <>{t('Forgotten')}</>
    case 'updated':
      return <>{updateText(Object.keys(changes))}</>
  }
}

function updateText(names: readonly string[]): string {
  if (names.length !== 1) return t('Changed')
  return { status: t('Status changed'), branch_id: t('Moved to another branch') }[names[0] ?? ''] ?? t('Changed')
}

const BY: Record<Author['kind'], (when: string, name: string) => string> = {
  key: (when, name) => t('{when}, by the API key {name}', { when, name }),
  user: (when, name) => t('{when}, by {name}', { when, name }),
  command_line: when => t('{when}, on the command line', { when }),
  person: when => t('{when}, by themselves, through a reply or a link', { when }),
}

const authorText = ({ kind, name }: Author, when: string): string => BY[kind](when, name ?? '')

/** On the page of a person. */
export const personHistory: PagePart<{ person: Person }> = { needs: 'person_history', Part: PersonHistory }
