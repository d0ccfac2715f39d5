/** The log of messages, newest first. */
import { Text } from '@mantine/core'
import type { Message } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { ChoiceFilter, DateFilter, RecordFilter, TextFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { type Names, useNames } from '../people/use-names.ts'
import { useMembership } from '../session/membership.tsx'
import { LinkButton } from '../shell/link-button.tsx'
import { Page } from '../shell/page.tsx'
import { CHANNELS, reasonText } from './channels.ts'
import { UnitsLeft } from './units-left.tsx'

const FILTERS = ['channel', 'status', 'person_id', 'source', 'updated_since'] as const

const columnsFor = (names: Names): Column<Message>[] => [
  { header: 'To', cell: message => <Recipient message={message} names={names} /> },
  { header: 'Message', cell: message => <Content message={message} />, phone: 'below' },
  { header: 'Channel', cell: message => <Way message={message} />, phone: 'aside' },
  { header: 'Status', cell: message => <StatusBadge status={message.status} />, phone: 'aside' },
  { header: 'Units', cell: ({ units }) => units || null, align: 'right', wide: true },
  { header: 'Time', cell: message => <Time message={message} />, phone: 'below', nowrap: true },
]

function Recipient({ message: { person_id, to }, names }: { message: Message; names: Names }) {
  const name = names.of(person_id)
  if (name === undefined) return to || 'Nobody'
  return (
    <>
      {name}
      <Text span display="block" size="xs" c="dimmed">
        {to}
      </Text>
    </>
  )
}

function Way({ message: { channel, source } }: { message: Message }) {
  return (
    <>
      {wordOf(channel)}
      <Text size="xs" c="dimmed">
        {wordOf(source)}
      </Text>
    </>
  )
}

function Content({ message: { subject, body, error } }: { message: Message }) {
  return (
    <>
      {subject && (
        <Text size="sm" fw={500}>
          {subject}
        </Text>
      )}
      <Text size="sm" lineClamp={2} title={body}>
        {body}
      </Text>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)">
          {reasonText(error)}
        </Text>
      )}
    </>
  )
}

function Time({ message: { created_at } }: { message: Message }) {
  return moment(created_at, useMembership().church.timezone)
}

export function MessagesPage() {
  const { may, path } = useMembership()
  const list = useList('messages', FILTERS, { sort: '-id' })
  const names = useNames(list.data?.data.map(({ person_id }) => person_id) ?? [])
  const actions = (
    <>
      <LinkButton to="/messages/batches" variant="default">
        Sent to many
      </LinkButton>
      {may('messages:write') && <LinkButton to="/messages/new">Write a message</LinkButton>}
    </>
  )
  return (
    <Page title="Messages" actions={actions}>
      <UnitsLeft />
      <Filters names={FILTERS}>
        <ChoiceFilter name="channel" label="Channel" choices={[...CHANNELS, 'voice']} />
        <ChoiceFilter name="status" label="Status" choices={['sent', 'delivered', 'failed', 'skipped']} />
        {may('people:read') && <RecordFilter name="person_id" label="Recipient" resource="people" />}
        <TextFilter name="source" label="Source" placeholder="api, followup, …" />
        <DateFilter name="updated_since" label="Changed since" />
      </Filters>
      <RecordList
        label="Messages"
        list={list}
        columns={columnsFor(names)}
        href={({ id }) => path(`/messages/${id}`)}
        empty={<Text c="dimmed">Nothing was written yet.</Text>}
      />
    </Page>
  )
}
