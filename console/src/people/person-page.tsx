/** One person: details, and beside them what `person-parts.tsx` says. */
import { Alert, Grid, Group, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { useView } from '../api/use-offers.ts'
import { useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { RelatedRecords } from '../declared/related-records.tsx'
import { moment } from '../formats/dates.ts'
import { useHouse } from '../house/house.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { RecordFrame } from '../shell/record-frame.tsx'
import { rich, t } from '../texts/t.ts'
import { PersonDetails } from './person-details.tsx'
import { ExportPerson } from './person-export.tsx'
import { ForgetPerson } from './person-forgetting.tsx'
import { RemovePerson, RestorePerson } from './person-removal.tsx'
import { numbered } from './person-words.ts'
import { StatusMenu } from './status-menu.tsx'

const BACK = { path: '/people', label: t('People') }

type PersonPart = PagePart<{ person: Person }>

/** Parts above the lists of what names somebody, and below them. */
type Parts = readonly [above: readonly PersonPart[], below: readonly PersonPart[]]

function PersonPage({ parts }: { parts: Parts }) {
  const id = useId()
  const person = useRecord('people', id)
  return (
    <RecordFrame id={id} record={person} title={t('Person')} back={BACK}>
      {data => <PersonView key={data.id} person={data} parts={parts} />}
    </RecordFrame>
  )
}

function PersonView({ person, parts }: { person: Person; parts: Parts }) {
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
            <PartsOf person={person} parts={parts} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function PartsOf({ person, parts: [above, below] }: { person: Person; parts: Parts }) {
  const { may } = useMembership()
  const lists = useHouse()?.find(({ name }) => name === 'people')?.related ?? []
  const shown = (parts: readonly PersonPart[]) =>
    parts.map(({ needs, Part }) => (needs === undefined || may(needs)) && <Part key={needs} person={person} />)
  return (
    <>
      {shown(above)}
      {lists.map(list => (
        <RelatedRecords key={`${list.of}/${list.by}`} list={list} id={person.id} />
      ))}
      {shown(below)}
    </>
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

/** The page of a person with these parts. */
export const personPage = (...parts: Parts): ComponentType =>
  explained(() => <PersonPage parts={parts} />, {
    says: t('Everything your role may see of one person. What is changed here is kept in their history.'),
    chapter: 'first-sunday',
  })
