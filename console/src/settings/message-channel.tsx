/** One channel of messages: its accounts, or how to set one up; a test. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChurchAccount, MessageProviders } from '../../../src/modules/messaging/provider-actions.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { AccountCard, type Asked, SetUpButton } from './account-card.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

interface MessageChannelProps {
  channel: ChurchAccount['channel']
  title: string
  providers: MessageProviders
}

export function MessageChannel({ channel, title, providers }: MessageChannelProps) {
  const [asked, setAsked] = useState<Asked<ChurchAccount>>()
  const [testing, setTesting] = useState(false)
  const accounts = providers.accounts.filter(account => account.channel === channel)
  const testable = channel !== 'push' && accounts.some(account => account.active)
  const close = (): void => setAsked(undefined)
  const test = testable && (
    <Button
      size="xs"
      variant="default"
      onClick={() => setTesting(true)}
      aria-label={t('Send a test: {title}', { title })}
    >
      {t('Send a test')}
    </Button>
  )
  return (
    <Section
      title={title}
      actions={
        <Group gap="xs">
          {test}
          <SetUpButton title={title} another={accounts.length > 0} onPress={() => setAsked({ what: 'set' })} />
        </Group>
      }
    >
      {accounts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('Not set up yet: nothing can be sent this way.')}
        </Text>
      )}
      <Stack>
        {accounts.map(account => (
          <AccountCard
            key={account.provider}
            account={account}
            offers={providers.available}
            state={account.active ? t('In use') : t('Replaced; still reads receipts')}
            address={t('Address for receipts and replies')}
            onAsk={what => setAsked({ what, account })}
          />
        ))}
      </Stack>
      {asked && <AskedDialog asked={asked} channel={channel} title={title} providers={providers} onClose={close} />}
      {testing && <TestDialog channel={channel} title={title} onClose={() => setTesting(false)} />}
    </Section>
  )
}

interface AskedDialogProps extends MessageChannelProps {
  asked: Asked<ChurchAccount>
  onClose(): void
}

function AskedDialog({ asked, channel, title, providers, onClose }: AskedDialogProps) {
  if (asked.what === 'remove') {
    const { provider, title: name } = asked.account
    return (
      <ConfirmDialog
        action="providers.remove"
        input={{ channel, provider }}
        title={t('Remove {name}?', { name })}
        submit={t('Remove')}
        done={t('{name} was removed.', { name })}
        onClose={onClose}
      >
        <Text size="sm">
          {t('Its settings will be deleted, and receipts for messages sent through it will no longer be read.')}
        </Text>
      </ConfirmDialog>
    )
  }
  const account = asked.what === 'change' ? asked.account : undefined
  return (
    <AccountDialog
      action="providers.set"
      title={account ? t('Change {title}', { title: account.title }) : t('Set up {title}', { title })}
      offers={providers.available.filter(({ channels }) => channels.includes(channel))}
      known={account}
      input={(provider, values) => ({ channel, provider, values })}
      done={name => t('{name} is set up. Send a test to be sure.', { name })}
      onClose={onClose}
    />
  )
}
