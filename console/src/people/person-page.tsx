/** One person: details, tags, family, giving, messages, history. */
import { Alert, Grid, Group, Stack, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import { useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { RelatedRecords } from '../declared/related-records.tsx'
import { moment } from '../formats/dates.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { rich, t } from '../texts/t.ts'
import { PersonChild } from './person-child.tsx'
import { PersonDetails } from './person-details.tsx'
import { ExportPerson } from './person-export.tsx'
import { PersonFamily } from './person-family.tsx'
import { ForgetPerson } from './person-forgetting.tsx'
import { PersonGiving } from './person-giving.tsx'
import { PersonHistory } from './person-history.tsx'
import { PersonMessages } from './person-messages.tsx'
import { PersonPledges } from './person-pledges.tsx'
import { RemovePerson, RestorePerson } from './person-removal.tsx'
import { PersonStatements } from './person-statements.tsx'
import { PersonTags } from './person-tags.tsx'
import { numbered } from './person-words.ts'
import { StatusMenu } from './status-menu.tsx'

/** Where they belong; only for those who see groups. */
const GROUPS = { of: 'group_members', by: 'person_id', columns: ['group_id', 'role', 'status'] } as const

/** When they were there, the latest first; only for those who see attendance. */
const ATTENDED = {
  of: 'attendances',
  by: 'person_id',
  where: { sort: '-held_on' },
  columns: ['held_on', 'meeting_id', 'state', 'role'],
} as const

/** What is to be done for them; only for those who see tasks. */
const TASKS = { of: 'tasks', by: 'person_id', columns: ['title', 'due_on', 'status', 'assignee_name'] } as const

const BACK = { path: '/people', label: t('People') }

/** What they give again and again. */
const RECURRING = { of: 'recurring_gifts', by: 'person_id', columns: ['amount', 'frequency', 'status', 'next_on'] }

function PersonPage() {
  const id = useId()
  const person = useRecord('people', id)
  return (
    <RecordFrame id={id} record={person} title={t('Person')} back={BACK}>
      {data => <PersonView key={data.id} person={data} />}
    </RecordFrame>
  )
}

function PersonView({ person }: { person: Person }) {
  const { may } = useMembership()
  const removed = person.deleted_at !== null
  const actions = (
    <>
      <PrintButton />
      <StatusMenu person={person} />
      <RemovePerson person={person} />
      <ExportPerson person={person} />
      {may('people.forget') && <ForgetPerson person={person} />}
      {may('people.merge') && !removed && (
        <LinkButton to={`/people/merge?keep=${person.id}`} variant="default">
          {t('Merge with…')}
        </LinkButton>
      )}
      {may('people:write') && !removed && <LinkButton to={`/people/${person.id}/edit`}>{t('Edit')}</LinkButton>}
    </>
  )
  return (
    <Page title={person.full_name} back={BACK} actions={actions}>
      {person.deleted_at !== null && <Removed person={person} on={person.deleted_at} />}
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <PersonDetails person={person} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            {may('person_more') && <PersonTags person={person} />}
            {may('families:read') && <PersonFamily person={person} />}
            {may('person_child') && <PersonChild person={person} />}
            <RelatedRecords list={GROUPS} id={person.id} />
            <RelatedRecords list={ATTENDED} id={person.id} />
            <RelatedRecords list={TASKS} id={person.id} />
            {may('contributions:read') && <PersonGiving person={person} />}
            {may('statements:read') && <PersonStatements person={person} />}
            {may('person_pledges') && <PersonPledges person={person} />}
            <RelatedRecords list={RECURRING} id={person.id} />
            {may('messages:read') && <PersonMessages person={person} />}
            {may('person_history') && <PersonHistory person={person} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** What one may do about a removed record: follow it to the one that was kept, or restore it. */
function Removed({ person, on }: { person: Person; on: string }) {
  const { church } = useMembership()
  const more = useView('person_more', { id: person.id }).data
  const into = more?.merged_into
  const kept = useRecord('people', into).data
  return (
    <Alert role="note" color="yellow" mb="md">
      <Group justify="space-between">
        <Text size="sm">
          {more?.forgotten
            ? t('This person was forgotten: the record is empty, and nothing can be restored.')
            : t('This person was removed on {moment}.', { moment: moment(on, church.timezone) })}{' '}
          {into &&
            rich('The record was merged into <a>{kept}</a>.', {
              kept: kept ? numbered(kept) : t('another one'),
              a: name => <TextLink to={`/people/${into}`}>{name}</TextLink>,
            })}
        </Text>
        {more && !into && !more.forgotten && <RestorePerson person={person} />}
      </Group>
    </Alert>
  )
}

/** What the church's pages show of it. */
export const page = explained(PersonPage, {
  says: t('Everything your role may see of one person. What is changed here is kept in their history.'),
  chapter: 'first-sunday',
})
