/** Messages received: replies, and what others wrote to the church's number. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { InboxLetter } from '../../../src/modules/messaging/inbox.ts'
import { useView, useViewParts } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { usePrintedParts } from '../lists/use-printed-parts.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

const BACK = { path: '/messages', label: t('Messages') }
/** What the view shows at once. */
const AT_ONCE = 50
const OUTPUT = { file: 'views/inbox_file', query: {} }

const columnsFor = (timezone: string): Column<InboxLetter>[] => [
  { header: t('Received'), cell: ({ created_at }) => moment(created_at, timezone), nowrap: true },
  { header: t('a person|From'), cell: ({ from, person_name }) => person_name ?? from },
  { header: t('on the web|Address'), cell: ({ from }) => from },
  { header: t('Channel'), cell: ({ channel }) => wordOf(channel) },
  { header: t('Message'), cell: ({ body }) => body },
]

function InboxPage() {
  return usePrinting() ? <PrintedInbox /> : <ShownInbox />
}

/** All of it, as far as that can be printed. */
function PrintedInbox() {
  const { church } = useMembership()
  const parts = useViewParts('inbox', {}, part => (part.length < AT_ONCE ? undefined : { before: part.at(-1)?.id }))
  const { rows, isWhole, areAll } = usePrintedParts(parts)
  const { error, refetch } = parts
  return (
    <Page title={t('Inbox')} back={BACK} actions={<ListOutput {...OUTPUT} ready={isWhole} />}>
      {error && <LoadProblem error={error} onRetry={() => refetch()} />}
      {!isWhole && !error && <RowsSkeleton />}
      {rows && isWhole && (
        <ViewRows label={t('Messages received')} rows={rows} columns={columnsFor(church.timezone)} areAll={areAll} />
      )}
    </Page>
  )
}

function ShownInbox() {
  const [before, setBefore] = useState<number>()
  const inbox = useView('inbox', { before })
  const letters = inbox.data ?? []
  return (
    <Page title={t('Inbox')} back={BACK} maw={860} actions={<ListOutput {...OUTPUT} />}>
      {inbox.error && <LoadProblem error={inbox.error} onRetry={() => inbox.refetch()} />}
      {inbox.isLoading && <RowsSkeleton />}
      {inbox.data?.length === 0 && (
        <Paper withBorder p="xl" ta="center">
          <Text c="dimmed">{before === undefined ? t('No messages yet.') : t('No older messages.')}</Text>
        </Paper>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Messages received')}>
        {letters.map(letter => (
          <Letter key={letter.id} letter={letter} />
        ))}
      </Stack>
      <Group mt="md">
        {before !== undefined && (
          <Button variant="default" onClick={() => setBefore(undefined)}>
            {t('Go to the newest')}
          </Button>
        )}
        {letters.length === AT_ONCE && (
          <Button variant="default" onClick={() => setBefore(letters.at(-1)?.id)}>
            {t('Show older')}
          </Button>
        )}
      </Group>
    </Page>
  )
}

function Letter({ letter: { channel, from, person_id, person_name, body, created_at } }: { letter: InboxLetter }) {
  const { church, may } = useMembership()
  const who = person_name ?? from
  const reply = person_id === null ? `to=${encodeURIComponent(from)}` : `person_id=${person_id}`
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="start" gap="xs">
        <div>
          <Text fw={500}>
            {person_id !== null && may('people:read') ? <TextLink to={`/people/${person_id}`}>{who}</TextLink> : who}
          </Text>
          <Text size="xs" c="dimmed">
            {person_name === null
              ? t('{channel}, {moment}', { channel: wordOf(channel), moment: moment(created_at, church.timezone) })
              : t('{channel} from {address}, {moment}', {
                  channel: wordOf(channel),
                  address: from,
                  moment: moment(created_at, church.timezone),
                })}
          </Text>
        </div>
        {may('messages:write') && (
          <LinkButton
            to={`/messages/new?channel=${channel}&${reply}`}
            size="xs"
            variant="default"
            aria-label={t('Reply to {who}', { who })}
          >
            {t('Reply')}
          </LinkButton>
        )}
      </Group>
      <Text className="pre-line" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {body}
      </Text>
    </Paper>
  )
}

/** What the church's pages show of it. */
export const page = explained(InboxPage, {
  says: t('What people answered. Their answers stand with their record, too.'),
  chapter: 'writing-to-people#did-it-arrive',
})
