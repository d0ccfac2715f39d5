/** The accounts for online gifts: set, checked, removed; the address to enter at the provider. */
import { Alert, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { KeyCheck, PaymentProviders } from '../../../src/modules/online-giving/provider-actions.ts'
import { reasonOf } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import { counted } from '../formats/words.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Problem } from '../forms/problem.tsx'
import { BusyButton } from '../shell/busy-button.tsx'
import { CopyText } from '../shell/copy-text.tsx'
import { Details } from '../shell/details.tsx'
import { Section } from '../shell/section.tsx'
import { AccountDialog, sentValues, settingName } from './account-dialog.tsx'

type PaymentAccount = PaymentProviders['accounts'][number]
type Asked = { what: 'set' | 'change' | 'remove'; account?: PaymentAccount }

export function PaymentAccounts({ payments }: { payments: PaymentProviders }) {
  const [asked, setAsked] = useState<Asked>()
  const { accounts, giving_url } = payments
  const close = (): void => setAsked(undefined)
  return (
    <Section
      title="Online gifts"
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() => setAsked({ what: 'set' })}
          aria-label={accounts.length === 0 ? 'Set up online gifts' : 'Use another for online gifts'}
        >
          {accounts.length === 0 ? 'Set up' : 'Use another'}
        </Button>
      }
    >
      <Stack>
        {accounts.length === 0 ? (
          <Text size="sm" c="dimmed">
            Not set up: the giving page takes no gifts.
          </Text>
        ) : (
          <CopyText
            label="Giving page"
            value={giving_url}
            description="Where people give. Link to it from your site."
          />
        )}
        {accounts.map(account => (
          <Account
            key={account.provider}
            account={account}
            checks={payments.available.find(({ name }) => name === account.provider)?.checks ?? false}
            onAsk={what => setAsked({ what, account })}
          />
        ))}
      </Stack>
      {(asked?.what === 'set' || asked?.what === 'change') && (
        <SetDialog payments={payments} account={asked.account} onClose={close} />
      )}
      {asked?.what === 'remove' && asked.account && <RemoveDialog account={asked.account} onClose={close} />}
    </Section>
  )
}

interface AccountProps {
  account: PaymentAccount
  checks: boolean
  onAsk(what: 'change' | 'remove'): void
}

function Account({ account, checks, onAsk }: AccountProps) {
  const { provider, title, active, is_test, settings, callback_url, pending } = account
  const check = useOperation<{ provider: string }, KeyCheck>('payment_providers.test')
  const offered = provider !== 'development'
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={500}>{title}</Text>
          <Badge variant="light" tt="none" color={active ? 'green' : 'gray'} c="var(--mantine-color-text)">
            {active ? 'Takes new gifts' : 'For older gifts'}
          </Badge>
          {is_test && (
            <Badge variant="light" tt="none" color="orange" c="var(--mantine-color-text)">
              Test mode
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          {checks && (
            <BusyButton
              size="xs"
              variant="default"
              busy={check.isPending}
              onClick={() => check.mutate({ provider })}
              aria-label={`Check the key of ${title}`}
            >
              Check the key
            </BusyButton>
          )}
          {offered && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onAsk('change')}
              aria-label={`${active ? 'Change' : 'Use again'} ${title}`}
            >
              {active ? 'Change' : 'Use again'}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => onAsk('remove')} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        </Group>
      </Group>
      <CheckOutcome found={check.data} error={check.error} title={title} />
      <Details
        details={[
          ...Object.entries(settings).map(([name, value]) => ({
            label: settingName(name),
            value: value === '(set)' ? 'Set, not shown' : (value ?? 'Not set'),
          })),
          { label: 'Gifts that wait', value: pending > 0 && counted(pending, 'gift', 'gifts') },
        ].filter(({ value }) => value !== false)}
      />
      {callback_url !== null && (
        <CopyText label="Webhook address" value={callback_url} description={`Enter it at ${title}. Keep it secret.`} />
      )}
    </Stack>
  )
}

interface CheckOutcomeProps {
  found: KeyCheck | undefined
  error: Error | null
  title: string
}

function CheckOutcome({ found, error, title }: CheckOutcomeProps) {
  if (error) return <Problem title="Not checked">{reasonOf(error)}</Problem>
  if (!found) return null
  const said = found.message ?? `${title} accepts the key.`
  return (
    <Alert
      color={found.good ? 'green' : 'red'}
      title={found.good ? 'The key is good' : 'The key does not work'}
      role="status"
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {said}
      </Text>
    </Alert>
  )
}

interface Sent {
  provider: string
  values: Record<string, string>
  force: boolean
}

function SetDialog({
  payments,
  account,
  onClose,
}: {
  payments: PaymentProviders
  account?: PaymentAccount | undefined
  onClose(): void
}) {
  const set = useOperation<Sent>('payment_providers.set')
  const known = account && {
    ...account,
    secrets: Object.entries(account.settings).flatMap(([name, value]) => (value === '(set)' ? [name] : [])),
  }
  const submit = (provider: string, typed: Record<string, string>, force: boolean): void => {
    const offer = payments.available.find(({ name }) => name === provider)
    set.mutate(
      { provider, values: sentValues(offer, typed), force },
      {
        onSuccess: () => {
          notifications.show({ message: `${offer?.title ?? provider} takes new gifts from now on.` })
          onClose()
        },
      },
    )
  }
  return (
    <AccountDialog
      title={account ? `Change ${account.title}` : 'Set up online gifts'}
      offers={payments.available}
      known={known}
      pending={account?.pending ?? 0}
      busy={set.isPending}
      error={set.error}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}

function RemoveDialog({
  account: { provider, title, pending },
  onClose,
}: {
  account: PaymentAccount
  onClose(): void
}) {
  const [force, setForce] = useState(false)
  const remove = useOperation<{ provider: string; force: boolean }>('payment_providers.remove')
  return (
    <FormDialog
      title={`Remove ${title}?`}
      opened
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(
          { provider, force },
          {
            onSuccess: () => {
              notifications.show({ message: `${title} is removed.` })
              onClose()
            },
          },
        )
      }
      submit="Remove"
      danger
      pending={remove.isPending}
      error={remove.error}
    >
      <Text size="sm">Its keys are forgotten. Gifts that were begun there can no longer be confirmed.</Text>
      {pending > 0 && (
        <Checkbox
          label={`Remove it although ${counted(pending, 'gift waits', 'gifts wait')}`}
          checked={force}
          onChange={event => setForce(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
