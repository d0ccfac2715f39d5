/** What messages and online gifts go through: the church's own accounts with providers. */
import { Stack, Text } from '@mantine/core'
import type { MessageProviders } from '../../../src/modules/messaging/provider-actions.ts'
import type { PaymentProviders } from '../../../src/modules/online-giving/provider-actions.ts'
import { useView } from '../api/use-offers.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { MessageChannel } from './message-channel.tsx'
import { PaymentAccounts } from './payment-accounts.tsx'

type Channel = MessageProviders['accounts'][number]['channel']

/** In the order in which they are shown. */
const TITLES: Record<Channel, string> = {
  email: t('Email'),
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  push: t('Push notifications'),
}

const CHANNELS = Object.keys(TITLES) as Channel[]

/** With the names of providers said: those of ours are words. */
const named = <T extends { title: string }>(all: readonly T[]): T[] => all.map(one => ({ ...one, title: t(one.title) }))

const saidMessages = (shown: MessageProviders): MessageProviders => ({
  ...shown,
  accounts: named(shown.accounts),
  available: named(shown.available),
})

const saidPayments = (shown: PaymentProviders): PaymentProviders => ({
  ...shown,
  accounts: named(shown.accounts),
  available: named(shown.available),
})

function ProvidersPage() {
  const { church } = useMembership()
  const messages = useView('providers')
  const giving = church.modules.includes('giving')
  const payments = useView('payment_providers', {}, giving)
  return (
    <Page title={t('Providers')} maw={860}>
      <Stack>
        <Text c="dimmed">
          {t('Messages and payments go through your own accounts. Secrets are stored encrypted and never shown again.')}
        </Text>
        {messages.isLoading && <RowsSkeleton />}
        {messages.error && <LoadProblem error={messages.error} onRetry={() => messages.refetch()} />}
        {messages.data &&
          CHANNELS.map(channel => (
            <MessageChannel
              key={channel}
              channel={channel}
              title={TITLES[channel]}
              providers={saidMessages(messages.data)}
            />
          ))}
        {payments.error && <LoadProblem error={payments.error} onRetry={() => payments.refetch()} />}
        {payments.data && <PaymentAccounts payments={saidPayments(payments.data)} />}
        {!giving && (
          <Section title={t('Online gifts')}>
            <Text size="sm" c="dimmed">
              {t('To take gifts by card or transfer, switch on Online giving in the church settings.')}
            </Text>
          </Section>
        )}
      </Stack>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(ProvidersPage, {
  says: t('The services that send your messages and take gifts online. Sexton keeps their secrets sealed.'),
  chapter: 'who-sees-what',
})
