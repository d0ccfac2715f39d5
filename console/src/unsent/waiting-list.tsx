/** What waits to be sent, one by one: why it does, and what may be done with it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { moment } from '../formats/dates.ts'
import { draftKey, keepDraft } from '../forms/draft.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { discard, hold, release, sendWaiting } from './sending.ts'
import type { Unsent } from './store.ts'

interface WaitingListProps {
  entries: readonly Unsent[]
  /** Called when the form of an entry takes the place of the page. */
  onFollow(): void
}

export function WaitingList({ entries, onFollow }: WaitingListProps) {
  const { user } = useMembership()
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('This is kept on this device only, until it is sent. However often it is sent, it is recorded once.')}
      </Text>
      {entries.length === 0 && <Text>{t('Nothing is waiting.')}</Text>}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {entries.map(entry => (
          <Line key={entry.key} entry={entry} onFollow={onFollow} />
        ))}
      </Stack>
      {entries.some(({ state }) => state === 'waiting') && (
        <Group justify="flex-end">
          <Button onClick={() => void sendWaiting(user.id)}>{t('Send now')}</Button>
        </Group>
      )}
    </Stack>
  )
}

/** Why it is not on record. */
function reasonFor({ state, problem, tried }: Unsent): string {
  if (state === 'refused') return t('Not accepted: {problem}', { problem: problem ?? '' })
  if (state === 'held') return t('Not sent: you took it out to change it.')
  if (tried === null) return t('Waiting to be sent')
  return t('Waiting to be sent again: no answer came.')
}

const wordsOf = ({ errors = {} }: Unsent): string => Object.values(errors).join('; ')

function Line({ entry, onFollow }: { entry: Unsent; onFollow(): void }) {
  const { church, path } = useMembership()
  const [, navigate] = useLocation()
  const [asks, setAsks] = useState(false)
  const { key, title, state, typed, draft, tried, at } = entry

  /** Its form has it again, with its key: saved anew, it takes the place of this one. */
  async function edit(): Promise<void> {
    await hold(key)
    if (draft !== undefined) {
      const kept = { values: typed, base: typed, idempotencyKey: key, ...(entry.errors && { errors: entry.errors }) }
      keepDraft(draftKey(entry.user, entry.church, draft), kept)
    }
    onFollow()
    navigate(path(entry.path))
  }
  return (
    <li>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {t('Typed {when}', { when: moment(new Date(at).toISOString(), church.timezone) })}
      </Text>
      <Text size="sm" {...(state === 'refused' && { c: 'var(--mantine-color-error)' })}>
        {[reasonFor(entry), wordsOf(entry)].filter(Boolean).join(' ')}
      </Text>
      {asks ? (
        <Discarding
          tried={tried !== null && state !== 'refused'}
          onKeep={() => setAsks(false)}
          onDiscard={() => void discard(key)}
        />
      ) : (
        <Group gap="xs" mt={4}>
          <Button size="compact-sm" variant="default" onClick={() => void edit()}>
            {t('Edit')}
          </Button>
          {state !== 'waiting' && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void release(key).then(() => sendWaiting(entry.user))}
            >
              {t('Send as it is')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setAsks(true)}>
            {t('Discard…')}
          </Button>
        </Group>
      )}
    </li>
  )
}

interface DiscardingProps {
  /** Whether it may have arrived. */
  tried: boolean
  onKeep(): void
  onDiscard(): void
}

function Discarding({ tried, onKeep, onDiscard }: DiscardingProps) {
  return (
    <div role="alert">
      <Text size="sm">
        {tried
          ? t('It was sent, and no answer came: it may be on record already. Discarding it here does not take it back.')
          : t('It is not on record. What you typed will be gone.')}
      </Text>
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          {t('Keep it')}
        </Button>
        <Button size="compact-sm" color="red.9" onClick={onDiscard}>
          {t('Discard it')}
        </Button>
      </Group>
    </div>
  )
}
