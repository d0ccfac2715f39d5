/** Where somebody is signed in, and ending it. */
import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { ShownSession } from '../../../src/console/account.ts'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { deviceOf } from './device-name.ts'

export function Sessions() {
  const sessions = useView('sessions')
  const end = useNotifiedAction('sessions.end', t('Not signed out'))
  const endOthers = useNotifiedAction('sessions.end_others', t('Not signed out'))
  if (sessions.error) return <LoadProblem error={sessions.error} onRetry={() => sessions.refetch()} />
  if (!sessions.data) return <RowsSkeleton rows={2} />
  return (
    <Stack>
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.data.map(session => (
          <Session
            key={session.id}
            session={session}
            onEnd={() => void end.act({ id: session.id }, t('That device was signed out.'))}
          />
        ))}
      </Box>
      {sessions.data.length > 1 && (
        <Group justify="flex-end">
          <BusyButton
            variant="default"
            busy={endOthers.pending}
            onClick={() => void endOthers.act({}, t('You were signed out everywhere else.'))}
          >
            {t('Sign out everywhere else')}
          </BusyButton>
        </Group>
      )}
    </Stack>
  )
}

function Session({ session, onEnd }: { session: ShownSession; onEnd(): void }) {
  const { church } = useMembership()
  const { current, user_agent, ip_address, created_at, updated_at } = session
  const device = deviceOf(user_agent ?? '')
  return (
    <Group component="li" justify="space-between" py="sm" gap="xs">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {current && (
            <Badge variant="light" tt="none" c="var(--mantine-color-text)">
              {t('This device')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('{address} · since {since}, last seen {seen}', {
            address: ip_address || t('Unknown address'),
            since: moment(created_at, church.timezone),
            seen: moment(updated_at, church.timezone),
          })}
        </Text>
      </Box>
      {!current && (
        <Button size="xs" variant="default" onClick={onEnd} aria-label={t('Sign out {device}', { device })}>
          {t('Sign out')}
        </Button>
      )}
    </Group>
  )
}
