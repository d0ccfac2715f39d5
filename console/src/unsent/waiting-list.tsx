/** What waits to be sent, one by one: why it does, and what may be done with it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { moment } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { changesOf, type Draft } from '../forms/draft.ts'
import { namedErrors } from '../forms/field-errors.ts'
import { fieldsAskedOf } from '../forms/refused-fields.ts'
import { useHouse } from '../house/house.ts'
import { draftKey, keepDraft, readDraft } from '../session/kept-drafts.ts'
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

/** What the server says of its fields; of what was tapped, which has no form, nothing is said so. */
function useWordsOf({ resource, errors = {} }: Unsent): string {
  const house = useHouse()
  const isDeclared = house?.some(({ name }) => name === resource)
  return house && isDeclared ? listed(namedErrors(errors, fieldsAskedOf(house, resource))) : ''
}

/** Gives an entry back to its form. */
function useEditing({ key, typed, draft, user, church, errors, path: to }: Unsent, onFollow: () => void) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const kept = draft === undefined ? undefined : draftKey(user, church, draft)
  return {
    /** Whether something is half typed in its form, which it would take the place of. */
    isFormInUse(): boolean {
      const begun = kept === undefined ? null : readDraft<Draft<object>>(kept)
      return begun !== null && Object.keys(changesOf(begun.base, begun.values)).length > 0
    },
    /** The form has its key, too: saved anew, it takes the place of this one. */
    async edit(): Promise<void> {
      await hold(key)
      const begun = { values: typed, base: typed, idempotencyKey: key, ...(errors && { errors }) }
      if (kept !== undefined) keepDraft(kept, begun)
      onFollow()
      // Where the form is open already, it begins anew.
      navigate(path(to), { state: { opened: crypto.randomUUID() } })
    },
  }
}

function Line({ entry, onFollow }: { entry: Unsent; onFollow(): void }) {
  const { church } = useMembership()
  const [asks, setAsks] = useState<'discard' | 'replace' | null>(null)
  const { isFormInUse, edit } = useEditing(entry, onFollow)
  const words = useWordsOf(entry)
  const { key, title, state, tried, at } = entry
  return (
    <li>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {t('Typed {when}', { when: moment(new Date(at).toISOString(), church.timezone) })}
      </Text>
      <Text size="sm" {...(state === 'refused' && { c: 'var(--mantine-color-error)' })}>
        {[reasonFor(entry), words].filter(Boolean).join(' ')}
      </Text>
      {asks === 'discard' && (
        <Asking
          text={
            tried !== null && state !== 'refused'
              ? t(
                  'It was sent, and no answer came: it may be on record already. Discarding it here does not take it back.',
                )
              : t('It is not on record. What you typed will be gone.')
          }
          confirm={t('Discard it')}
          onKeep={() => setAsks(null)}
          onConfirm={() => void discard(key)}
        />
      )}
      {asks === 'replace' && (
        <Asking
          text={t('Its form holds something else that you have not saved. To edit this one, that has to go.')}
          confirm={t('Discard that and edit this one')}
          onKeep={() => setAsks(null)}
          onConfirm={() => void edit()}
        />
      )}
      {asks === null && (
        <Group gap="xs" mt={4}>
          {entry.action === undefined && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => (isFormInUse() ? setAsks('replace') : void edit())}
            >
              {t('Edit')}
            </Button>
          )}
          {state !== 'waiting' && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void release(key).then(() => sendWaiting(entry.user))}
            >
              {t('Send as it is')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setAsks('discard')}>
            {t('Discard…')}
          </Button>
        </Group>
      )}
    </li>
  )
}

interface AskingProps {
  text: string
  /** What the button says that does it. */
  confirm: string
  onKeep(): void
  onConfirm(): void
}

/** Asks before something that was typed is gone. */
function Asking({ text, confirm, onKeep, onConfirm }: AskingProps) {
  return (
    <div role="alert">
      <Text size="sm">{text}</Text>
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          {t('Keep it')}
        </Button>
        <Button size="compact-sm" color="red.9" onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </div>
  )
}
