/** One channel of messages: its account, or how to set one; a test. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ChurchAccount, MessageProviders } from '../../../src/modules/messaging/provider-actions.ts'
import { useOperation } from '../api/use-operations.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { CopyText } from '../shell/copy-text.tsx'
import { Details } from '../shell/details.tsx'
import { Section } from '../shell/section.tsx'
import { AccountDialog, sentValues, settingName } from './account-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

type Channel = ChurchAccount['channel']
type Asked = { what: 'set' | 'change' | 'remove' | 'test'; account?: ChurchAccount }

interface MessageChannelProps {
  channel: Channel
  title: string
  providers: MessageProviders
}

export function MessageChannel({ channel, title, providers }: MessageChannelProps) {
  const [asked, setAsked] = useState<Asked>()
  const accounts = providers.accounts.filter(account => account.channel === channel)
  const active = accounts.some(account => account.active)
  const close = (): void => setAsked(undefined)
  return (
    <Section
      title={title}
      actions={
        <Group gap="xs">
          {active && channel !== 'push' && (
            <Button
              size="xs"
              variant="default"
              onClick={() => setAsked({ what: 'test' })}
              aria-label={`Send a test: ${title}`}
            >
              Send a test
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => setAsked({ what: 'set' })}
            aria-label={accounts.length === 0 ? `Set up ${title}` : `Use another: ${title}`}
          >
            {accounts.length === 0 ? 'Set up' : 'Use another'}
          </Button>
        </Group>
      }
    >
      {accounts.length === 0 && (
        <Text size="sm" c="dimmed">
          Not set up: nothing is sent this way.
        </Text>
      )}
      <Stack>
        {accounts.map(account => (
          <Account key={account.provider} account={account} onAsk={what => setAsked({ what, account })} />
        ))}
      </Stack>
      {(asked?.what === 'set' || asked?.what === 'change') && (
        <SetDialog channel={channel} title={title} providers={providers} account={asked.account} onClose={close} />
      )}
      {asked?.what === 'remove' && asked.account && <RemoveDialog account={asked.account} onClose={close} />}
      {asked?.what === 'test' && <TestDialog channel={channel} title={title} onClose={close} />}
    </Section>
  )
}

function Account({ account, onAsk }: { account: ChurchAccount; onAsk(what: 'change' | 'remove'): void }) {
  const { title, active, settings, secrets, callback_url } = account
  const shown = Object.entries(settings).map(([name, value]) => ({ label: settingName(name), value }))
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={500}>{title}</Text>
          <Badge variant="light" tt="none" color={active ? 'green' : 'gray'} c="var(--mantine-color-text)">
            {active ? 'In use' : 'Replaced; still reads receipts'}
          </Badge>
        </Group>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => onAsk('change')}
            aria-label={`${active ? 'Change' : 'Use again'} ${title}`}
          >
            {active ? 'Change' : 'Use again'}
          </Button>
          <Button size="xs" variant="default" onClick={() => onAsk('remove')} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        </Group>
      </Group>
      {(shown.length > 0 || secrets.length > 0) && (
        <Details
          details={[...shown, ...secrets.map(name => ({ label: settingName(name), value: 'Set, not shown' }))]}
        />
      )}
      {callback_url !== null && (
        <CopyText
          label="Address for receipts and replies"
          value={callback_url}
          description={`Enter it at ${title}. Keep it secret.`}
        />
      )}
    </Stack>
  )
}

interface SetDialogProps extends MessageChannelProps {
  account?: ChurchAccount | undefined
  onClose(): void
}

interface Sent {
  channel: Channel
  provider: string
  values: Record<string, string>
}

function SetDialog({ channel, title, providers, account, onClose }: SetDialogProps) {
  const set = useOperation<Sent>('providers.set')
  const offers = providers.available.filter(({ channels }) => channels.includes(channel))
  const submit = (provider: string, typed: Record<string, string>): void => {
    const offer = offers.find(({ name }) => name === provider)
    set.mutate(
      { channel, provider, values: sentValues(offer, typed) },
      {
        onSuccess: () => {
          notifications.show({ message: `${offer?.title ?? provider} is set up. Send a test to be sure.` })
          onClose()
        },
      },
    )
  }
  return (
    <AccountDialog
      title={account ? `Change ${account.title}` : `Set up ${title}`}
      offers={offers}
      known={account}
      busy={set.isPending}
      error={set.error}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}

function RemoveDialog({ account: { channel, provider, title }, onClose }: { account: ChurchAccount; onClose(): void }) {
  const remove = useOperation<{ channel: Channel; provider: string }>('providers.remove')
  return (
    <FormDialog
      title={`Remove ${title}?`}
      opened
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(
          { channel, provider },
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
      <Text size="sm">
        Its settings are forgotten, and receipts of messages that went through it are no longer read.
      </Text>
    </FormDialog>
  )
}
