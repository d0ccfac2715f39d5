/** One person: details, family, giving, messages. */
import { Alert, Grid, Stack } from '@mantine/core'
import { useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { useMembership } from '../session/membership.tsx'
import { LinkButton } from '../shell/link-button.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { useId } from '../shell/use-id.ts'
import { PersonDetails } from './person-details.tsx'
import { PersonFamily } from './person-family.tsx'
import { PersonGiving } from './person-giving.tsx'
import { PersonMessages } from './person-messages.tsx'
import { StatusMenu } from './status-menu.tsx'

const BACK = { path: '/people', label: 'People' }

export function PersonPage() {
  const id = useId()
  const person = useRecord('people', id)
  return (
    <RecordFrame id={id} record={person} title="Person" back={BACK}>
      {data => <PersonView person={data} />}
    </RecordFrame>
  )
}

function PersonView({ person }: { person: Person }) {
  const { may, church } = useMembership()
  const removed = person.deleted_at !== null
  const actions = (
    <>
      <StatusMenu person={person} />
      {may('people:write') && !removed && <LinkButton to={`/people/${person.id}/edit`}>Edit</LinkButton>}
    </>
  )
  return (
    <Page title={person.full_name} back={BACK} actions={actions}>
      {person.deleted_at !== null && (
        <Alert color="yellow" mb="md">
          This person was removed on {moment(person.deleted_at, church.timezone)}.
        </Alert>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <PersonDetails person={person} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            {may('families:read') && <PersonFamily person={person} />}
            {may('contributions:read') && <PersonGiving person={person} />}
            {may('messages:read') && <PersonMessages person={person} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
