/** The webhook endpoints of the church. */
import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import type { EndpointEntry } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { listed } from '../formats/lists.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { dayWords, endpointState, nameOf, patternWords } from './endpoint-words.ts'

const MOST_EVENTS = 3

const COLUMNS: Column<EndpointEntry>[] = [
  { header: t('Endpoint'), cell: nameOf },
  { header: t('on the web|Address'), cell: ({ url }) => <Text size="sm">{url}</Text>, phone: 'below', wide: true },
  {
    header: t('Events'),
    cell: ({ events }) => eventsText(events),
    wide: true,
  },
  { header: t('of an address|Health'), cell: endpoint => <Health endpoint={endpoint} />, phone: 'below' },
  {
    header: t('Waiting'),
    cell: ({ waiting }) => (waiting > 0 ? t('{count, number} waiting', { count: waiting }) : ''),
    phone: 'below',
    nowrap: true,
  },
  {
    header: t('Status'),
    cell: ({ status }) => <StatusBadge status={status} words={endpointState(status)} />,
    phone: 'aside',
    nowrap: true,
  },
]

/** The first of its events. */
function eventsText(events: readonly string[]): string {
  const first = listed(events.slice(0, MOST_EVENTS).map(patternWords))
  return events.length > MOST_EVENTS ? t('{events} and more', { events: first }) : first
}

function Health({ endpoint: { last_day, failures, status } }: { endpoint: EndpointEntry }) {
  const failing = status === 'active' && failures > 0
  return (
    <Group gap="xs">
      <Text size="sm">{dayWords(last_day)}</Text>
      {failing && (
        <Badge variant="light" color="red" tt="none" fw={500} className="badge-whole" c="var(--mantine-color-text)">
          {failures === 1 ? t('The last failed') : t('The last {failures} failed', { failures })}
        </Badge>
      )}
    </Group>
  )
}

function EndpointsPage() {
  const { path, may } = useMembership()
  const printing = usePrinting()
  const endpoints = useView('endpoints')
  return (
    <Page
      title={t('Webhooks')}
      actions={
        <>
          {may('endpoints.create') && !printing && (
            <LinkButton to="/settings/webhooks/new">{t('Add an endpoint')}</LinkButton>
          )}
          <ListOutput file="views/endpoints_file" query={{}} />
        </>
      }
    >
      <Stack>
        <Text c="dimmed" maw={720}>
          {t('An endpoint is an address in another system. It gets a signed event as soon as something happens here.')}
        </Text>
        {endpoints.isLoading && <RowsSkeleton rows={3} />}
        {endpoints.error && <LoadProblem error={endpoints.error} onRetry={() => endpoints.refetch()} />}
        {endpoints.data?.length === 0 && (
          <Paper withBorder p="xl" ta="center">
            <Text c="dimmed">{t('No endpoints yet.')}</Text>
          </Paper>
        )}
        {endpoints.data && endpoints.data.length > 0 && (
          <ViewRows
            framed
            label={t('Webhook endpoints')}
            rows={endpoints.data}
            columns={COLUMNS}
            href={({ id }) => path(`/settings/webhooks/${id}`)}
          />
        )}
      </Stack>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(EndpointsPage, {
  says: t('Other programs that are told when something happens here, such as a new gift.'),
  chapter: 'who-sees-what',
})
