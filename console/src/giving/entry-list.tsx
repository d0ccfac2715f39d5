/** The gifts of this sitting under their batches, the latest first, with the total of each. */
import { ActionIcon, Button, Group, Loader, Menu, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFunds, useRecord } from '../api/use-records.ts'
import type { Contribution } from '../api-types.ts'
import { NamedAction } from '../declared/named-action.tsx'
import { day } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { minorUnits, money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { namedErrors } from '../forms/field-errors.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { rich, t } from '../texts/t.ts'
import { byBatch, type EntriesOfBatch, type GiftEntry, type TypedGift, totalOf } from './gift-entry.ts'
import { useGiftFields } from './use-gift-fields.ts'

interface EntryListProps {
  entries: readonly GiftEntry[]
  /** The batch that gifts are typed into. */
  batch?: number | undefined
  onRetry(entry: GiftEntry): void
  onCorrect(entry: GiftEntry): void
  onVoided(gift: Contribution): void
  onClear(): void
}

export function EntryList({ entries, batch, onRetry, onCorrect, onVoided, onClear }: EntryListProps) {
  const [voiding, setVoiding] = useState<Contribution | null>(null)
  const groups = byBatch(entries, batch)
  const clear = totalOf(entries).count > 0 && (
    <Button size="xs" variant="default" onClick={onClear}>
      {t('Start a new list')}
    </Button>
  )
  return (
    <Section title={t('Recorded just now')} actions={clear}>
      <Stack>
        {groups.map(group => (
          <div key={group.batch ?? 'none'}>
            {groups.length > 1 && <BatchTitle batch={group.batch} />}
            <BatchTotal {...group} />
            <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
              {group.entries.map(entry => (
                <EntryLine
                  key={entry.key}
                  entry={entry}
                  onRetry={() => onRetry(entry)}
                  onCorrect={() => onCorrect(entry)}
                  onVoid={setVoiding}
                />
              ))}
            </Stack>
          </div>
        ))}
      </Stack>
      {voiding && (
        <NamedAction action="contributions.void" record={voiding} onDone={onVoided} onClose={() => setVoiding(null)} />
      )}
    </Section>
  )
}

/** The name of a batch; its number, while that cannot be asked for. */
function BatchTitle({ batch }: Pick<EntriesOfBatch, 'batch'>) {
  const found = useRecord('batches', batch)
  return (
    <Title order={3} size="h5">
      {batch === undefined ? (
        t('No batch')
      ) : (
        <TextLink to={`/batches/${batch}`}>{found.data?.name ?? t('Batch {id}', { id: batch })}</TextLink>
      )}
    </Title>
  )
}

function BatchTotal({ entries }: EntriesOfBatch) {
  const { church } = useMembership()
  const { count, sum } = totalOf(entries)
  return (
    <Text role="status" mb="xs">
      {rich('<b>{amount}</b> in {count, plural, one {# gift} other {# gifts}}', {
        amount: money(sum, church.currency),
        count,
        b: amount => <b>{amount}</b>,
      })}
    </Text>
  )
}

/** As it will be saved. */
function amountOf({ amount, currency }: TypedGift): string {
  const minor = minorUnits(amount, currency)
  return minor === undefined ? `${amount} ${currency}` : money(minor, currency)
}

interface EntryLineProps {
  entry: GiftEntry
  onRetry(): void
  onCorrect(): void
  onVoid(gift: Contribution): void
}

function EntryLine({ entry, onRetry, onCorrect, onVoid }: EntryLineProps) {
  const { may } = useMembership()
  const { typed, state, gift, problem = '', errors = {} } = entry
  const named = namedErrors(errors, useGiftFields())
  const giver = typed.person?.title ?? (typed.donor_name.trim() || t('No name given'))
  const funds = useFunds().data
  const chosen = funds?.find(({ id, is_default }) => (typed.fund_id === null ? is_default : id === typed.fund_id))
  const about = [gift?.fund_name ?? chosen?.name, wordOf(typed.method), typed.given_on && day(typed.given_on)]
    .filter(Boolean)
    .join(' · ')
  return (
    <Group component="li" justify="space-between" py="xs" wrap="nowrap" align="start">
      <div>
        <Text size="sm">{giver}</Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        {state === 'waiting' && (
          <Group gap="xs">
            <Text size="sm">{t('Waiting to be sent')}</Text>
            <Button size="compact-xs" variant="default" onClick={onCorrect}>
              {t('Edit')}
            </Button>
          </Group>
        )}
        {state === 'failed' && (
          <div role="alert">
            <Text size="sm" c="var(--mantine-color-error)">
              {t('Not saved: {problem}', { problem: named.length > 0 ? listed(named) : problem })}
            </Text>
            <Group gap="xs" mt={4}>
              <Button size="compact-xs" variant="default" onClick={onRetry}>
                {t('Try again')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={onCorrect}>
                {t('Edit')}
              </Button>
            </Group>
          </div>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {state === 'saving' && <Loader size="xs" aria-label={t('Saving')} />}
        {gift && gift.status !== 'void' && may('contributions.void') && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('More about the gift of {amount}', { amount: money(gift.amount, gift.currency) })}
              >
                <Icon name="more" size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onVoid(gift)}>{t('Void…')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {gift?.status === 'void' && <StatusBadge status="void" />}
        <Text size="sm" fw={500} td={gift?.status === 'void' ? 'line-through' : undefined}>
          {gift ? (
            <TextLink to={`/contributions/${gift.id}`}>{money(gift.amount, gift.currency)}</TextLink>
          ) : (
            amountOf(typed)
          )}
        </Text>
      </Group>
    </Group>
  )
}
