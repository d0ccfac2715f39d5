/** The message log, newest first. */
import { Text } from '@mantine/core'
import { type Names, useNames } from '../api/use-names.ts'
import type { Message } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { ChoiceFilter, DateFilter, RecordFilter, TextFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { ListOutput } from '../lists/list-output.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { Written } from '../parts/written.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { CHANNELS, reasonText, STATUSES } from './channels.ts'
import { UnitsLeft } from './units-left.tsx'

const FILTERS = ['channel', 'status', 'person_id', 'source', 'updated_since'] as const

const columnsFor = (names: Names): Column<Message>[] => [
  { header: t('recipient|To'), cell: message => <Recipient message={message} names={names} /> },
  { header: t('Message'), cell: message => <Content message={message} />, phone: 'below' },
  { header: t('Channel'), cell: message => <Way message={message} />, phone: 'aside' },
  { header: t('Status'), cell: message => <StatusBadge status={message.status} of="message" />, phone: 'aside' },
  { header: t('Units'), cell: ({ units }) => units || null, align: 'end', wide: true },
  { header: t('Time'), cell: message => <Time message={message} />, phone: 'below', nowrap: true },
]

function Recipient({ message: { person_id, to }, names }: { message: Message; names: Names }) {
  const name = names.of(person_id)
  if (name === undefined) return to ? <Written text={to} /> : t('No recipient')
  return (
    <>
      {name}
      <Text span display="block" size="xs" c="dimmed">
        <Written text={to} />
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

function MessagesPage() {
  const { may, path } = useMembership()
  const list = useList('messages', FILTERS, { sort: '-id' })
  const names = useNames(list.data?.data.map(({ person_id }) => person_id) ?? [])
  const printing = usePrinting()
  const output = <ListOutput file="messages/export" query={list.query} />
  const actions = (
    <>
      {output}
      <LinkButton to="/messages/batches" variant="default">
        {t('Group messages')}
      </LinkButton>
      {may('messages:write') && <LinkButton to="/messages/new">{t('Write a message')}</LinkButton>}
    </>
  )
  return (
    <Page title={t('Messages')} actions={printing ? output : actions}>
      {!printing && <UnitsLeft />}
      <Filters names={FILTERS}>
        <ChoiceFilter name="channel" label={t('Channel')} choices={[...CHANNELS, 'voice']} />
        <ChoiceFilter name="status" label={t('Status')} choices={STATUSES} of="message" />
        {may('people:read') && <RecordFilter name="person_id" label={t('Recipient')} resource="people" />}
        <TextFilter name="source" label={t('Source')} placeholder={t('api, followup, …')} />
        <DateFilter name="updated_since" label={t('Changed since')} />
      </Filters>
      <RecordList
        label={t('Messages')}
        list={list}
        columns={columnsFor(names)}
        href={({ id }) => path(`/messages/${id}`)}
        empty={<Text c="dimmed">{t('No messages yet.')}</Text>}
      />
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(MessagesPage, {
  says: t(
    'Every message that was sent, by SMS, e-mail or WhatsApp, and whether it arrived. To write one, choose “Write a message”.',
  ),
  chapter: 'writing-to-people#did-it-arrive',
})
