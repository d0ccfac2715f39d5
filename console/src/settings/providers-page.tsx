/** What messages and online gifts go through: the church's own accounts with providers. */
import { Stack, Text } from '@mantine/core'
import type { MessageProviders } from '../../../src/modules/messaging/provider-actions.ts'
import type { PaymentProviders } from '../../../src/modules/online-giving/provider-actions.ts'
import { useView } from '../api/use-operations.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { Section } from '../shell/section.tsx'
import { MessageChannel } from './message-channel.tsx'
import { PaymentAccounts } from './payment-accounts.tsx'

const CHANNELS = [
  { channel: 'email', title: 'E-mail' },
  { channel: 'sms', title: 'SMS' },
  { channel: 'whatsapp', title: 'WhatsApp' },
  { channel: 'push', title: 'Push notifications' },
] as const

export function ProvidersPage() {
  const { church } = useMembership()
  const messages = useView<MessageProviders>('providers')
  const giving = church.modules.includes('giving')
  const payments = useView<PaymentProviders>('payment_providers', {}, giving)
  return (
    <Page title="Providers" maw={860}>
      <Stack>
        <Text c="dimmed">
          Messages and payments go through accounts of your own. What is secret is kept encrypted and never shown again.
        </Text>
        {messages.isLoading && <RowsSkeleton />}
        {messages.error && <LoadProblem error={messages.error} onRetry={() => messages.refetch()} />}
        {messages.data &&
          CHANNELS.map(({ channel, title }) => (
            <MessageChannel key={channel} channel={channel} title={title} providers={messages.data} />
          ))}
        {payments.error && <LoadProblem error={payments.error} onRetry={() => payments.refetch()} />}
        {payments.data && <PaymentAccounts payments={payments.data} />}
        {!giving && (
          <Section title="Online gifts">
            <Text size="sm" c="dimmed">
              Switch on the module Online giving, in the settings of the church, to take gifts by card or transfer.
            </Text>
          </Section>
        )}
      </Stack>
    </Page>
  )
}
