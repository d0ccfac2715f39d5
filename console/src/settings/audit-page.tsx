/** The audit log: who did what, to what, when and from where. */
import { Box, Button, Flex, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '../../../src/console/audit-view.ts'
import { type Asked, useView, useViewParts } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { useLoggedWords } from '../house/house.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { SaidFilter } from '../lists/said-filter.tsx'
import { useAddress } from '../lists/use-address.ts'
import { usePrintedParts } from '../lists/use-printed-parts.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { detailWords, type Telling } from './audit-details.ts'
import { type ActWords, actsOf, actWords, wordsWith } from './audit-words.ts'
import { useTelling } from './use-telling.ts'

/** Lines of one page, as the server sends them. */
const PAGE = 50

function AuditPage() {
  const [parameters, change] = useAddress()
  const [user_id, operation, before] = ['user_id', 'operation', 'before'].map(name => parameters.get(name) ?? '')
  const printing = usePrinting()
  const log = useEntries(printing, { user_id, operation, before: Number(before) || undefined })
  const filter = (changed: Record<string, string>): void => change({ ...changed, before: undefined })
  const last = log.data?.at(-1)
  const words = wordsWith(useLoggedWords())
  return (
    <Page
      title={t('Audit log')}
      maw={960}
      actions={<ListOutput file="views/audit_file" query={{ user_id, operation }} ready={log.isWhole} />}
    >
      <Stack>
        <Group align="flex-end">
          <PersonFilter value={user_id ?? ''} onChange={chosen => filter({ user_id: chosen })} />
          {printing ? (
            <SaidFilter label={t('Action')} value={operation && actWords(operation, words)} />
          ) : (
            <NativeSelect
              label={t('Action')}
              data={[{ value: '', label: t('Any action') }, ...actsOf(words)]}
              value={operation}
              onChange={event => filter({ operation: event.currentTarget.value })}
            />
          )}
        </Group>
        {log.error && <LoadProblem error={log.error} onRetry={() => log.refetch()} />}
        {log.isLoading && <RowsSkeleton />}
        {printing && log.data && !log.areAll && (
          <Text size="sm" role="status">
            {t('The first {shown, number}. Use filters for fewer, or export all of them.', { shown: log.data.length })}
          </Text>
        )}
        {log.data && <Entries entries={log.data} words={words} />}
        {!printing && (
          <Group component="nav" aria-label={t('Pages')} justify="space-between">
            <Button size="xs" variant="default" disabled={before === ''} onClick={() => change({ before: undefined })}>
              {t('Show newest')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={log.data === undefined || log.data.length < PAGE}
              onClick={() => change({ before: String(last?.id) })}
            >
              {t('Show older')}
            </Button>
          </Group>
        )}
      </Stack>
    </Page>
  )
}

/** A page of the log; for paper all of it, as far as that can be printed. */
function useEntries(printing: boolean, asked: Asked<'audit'>) {
  const page = useView('audit', asked, !printing)
  const parts = useViewParts(
    'audit',
    { ...asked, before: undefined },
    part => (part.length < PAGE ? undefined : { before: part.at(-1)?.id }),
    printing,
  )
  const { rows, isWhole, areAll } = usePrintedParts(parts, printing)
  return printing ? { ...parts, data: rows, isWhole, areAll } : { ...page, isWhole: true, areAll: true }
}

function PersonFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const users = useView('users').data?.users ?? []
  const known = users.map(({ user_id, name }) => ({ value: user_id, label: name }))
  if (usePrinting()) return <SaidFilter label={t('Who')} value={known.find(one => one.value === value)?.label} />
  const gone = value !== '' && !users.some(({ user_id }) => user_id === value)
  return (
    <NativeSelect
      label={t('Who')}
      data={[{ value: '', label: t('Everyone') }, ...known, ...(gone ? [{ value, label: t('Someone who left') }] : [])]}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

function Entries({ entries, words }: { entries: readonly AuditEntry[]; words: ActWords }) {
  const telling = useTelling(entries)
  if (entries.length === 0) {
    return (
      <Paper withBorder p="xl" ta="center">
        <Text c="dimmed">{t('No entries.')}</Text>
      </Paper>
    )
  }
  return (
    <Paper withBorder px="md">
      <Box component="ul" aria-label={t('Audit log')} m={0} p={0} style={{ listStyle: 'none' }}>
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} words={words} telling={telling} />
        ))}
      </Box>
    </Paper>
  )
}

function Entry({ entry, words, telling }: { entry: AuditEntry; words: ActWords; telling: Telling }) {
  const { user_name, operation, target, detail, ip, created_at } = entry
  const { church } = useMembership()
  const more = [target ?? '', ...detailWords({ operation, detail }, telling)].filter(Boolean).join(' · ')
  return (
    <Flex
      component="li"
      direction={{ base: 'column', xs: 'row' }}
      justify="space-between"
      py="sm"
      gap={{ base: 2, xs: 'xs' }}
    >
      <Box miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">
          <Text span inherit fw={600}>
            {user_name}
          </Text>{' '}
          · {actWords(operation, words)}
        </Text>
        {more !== '' && (
          <Text size="sm" c="dimmed">
            {more}
          </Text>
        )}
      </Box>
      <Text size="sm" c="dimmed">
        <time dateTime={created_at}>{moment(created_at, church.timezone)}</time> · {ip}
      </Text>
    </Flex>
  )
}

/** What the church's pages show of it. */
export const page = explained(AuditPage, {
  says: t('Who did what, and when. No line of it can be changed.'),
  chapter: 'who-sees-what#who-did-what',
})
