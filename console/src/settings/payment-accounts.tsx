/** The accounts for online gifts: set, checked, removed; the address to enter at the provider. */
import { Alert, Badge, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { KeyCheck, PaymentProviders } from '../../../src/modules/online-giving/provider-actions.ts'
import { reasonOf } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { inWords, t } from '../texts/t.ts'
import { AccountCard, type Asked, SetUpButton, type ShownAccount } from './account-card.tsx'
import { AccountDialog } from './account-dialog.tsx'

type PaymentAccount = PaymentProviders['accounts'][number] & ShownAccount

/** The server writes this in the place of a secret. */
const SECRET = '(set)'

function shownAccount(account: PaymentProviders['accounts'][number]): PaymentAccount {
  const settings = Object.entries(account.settings)
  return {
    ...account,
    settings: Object.fromEntries(settings.filter(([, value]) => value !== SECRET)),
    secrets: settings.flatMap(([name, value]) => (value === SECRET ? [name] : [])),
  }
}

export function PaymentAccounts({ payments }: { payments: PaymentProviders }) {
  const [asked, setAsked] = useState<Asked<PaymentAccount>>()
  const accounts = payments.accounts.map(shownAccount)
  const set = (
    <SetUpButton title={t('online gifts')} another={accounts.length > 0} onPress={() => setAsked({ what: 'set' })} />
  )
  return (
    <Section title={t('Online gifts')} actions={set}>
      <Stack>
        {accounts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('Not set up yet: the giving page is closed.')}
          </Text>
        ) : (
          <CopyText
            label={t('Giving page')}
            value={payments.giving_url}
            description={t('Where people give. Link to it from your website.')}
          />
        )}
        {accounts.map(account => (
          <Account
            key={account.provider}
            account={account}
            offers={payments.available}
            checks={payments.available.find(({ name }) => name === account.provider)?.checks ?? false}
            onAsk={what => setAsked({ what, account })}
          />
        ))}
      </Stack>
      {asked && <AskedDialog asked={asked} payments={payments} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

interface AccountProps {
  account: PaymentAccount
  offers: PaymentProviders['available']
  checks: boolean
  onAsk(what: 'change' | 'remove'): void
}

function Account({ account, offers, checks, onAsk }: AccountProps) {
  const { provider, title, active, is_test, pending, payouts_error } = account
  const check = useAction('payment_providers.test')
  const test = is_test && (
    <Badge variant="light" tt="none" color="orange" c="var(--mantine-color-text)">
      {t('Test mode')}
    </Badge>
  )
  const checkKey = checks && (
    <BusyButton
      size="xs"
      variant="default"
      busy={check.isPending}
      onClick={() => check.mutate({ provider })}
      aria-label={t('Check the key of {title}', { title })}
    >
      {t('Check the key')}
    </BusyButton>
  )
  return (
    <AccountCard
      account={account}
      offers={offers}
      state={active ? t('Used for new gifts') : t('Used for older gifts only')}
      badge={test}
      buttons={checkKey}
      more={[
        ...(pending > 0
          ? [
              {
                label: t('Gifts waiting'),
                value: t('{count, plural, one {# gift} other {# gifts}}', { count: pending }),
              },
            ]
          : []),
        ...(payouts_error === null
          ? []
          : [{ label: t('Payouts'), value: t('Not told: {why}', { why: payouts_error }) }]),
      ]}
      address={t('Webhook address')}
      changeable={provider !== 'development'}
      onAsk={onAsk}
    >
      <CheckOutcome found={check.data} error={check.error} title={title} />
    </AccountCard>
  )
}

interface CheckOutcomeProps {
  found: KeyCheck | undefined
  error: Error | null
  title: string
}

function CheckOutcome({ found, error, title }: CheckOutcomeProps) {
  if (error) return <Problem title={t('Not checked')}>{reasonOf(error)}</Problem>
  if (!found) return null
  const said = found.message === null ? t('{title} accepts the key.', { title }) : inWords(found.message)
  return (
    <Alert
      color={found.good ? 'green' : 'red'}
      title={found.good ? t('The key works') : t('The key does not work')}
      role="status"
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {said}
      </Text>
    </Alert>
  )
}

interface AskedDialogProps {
  asked: Asked<PaymentAccount>
  payments: PaymentProviders
  onClose(): void
}

function AskedDialog({ asked, payments, onClose }: AskedDialogProps) {
  if (asked.what === 'remove') return <RemoveDialog account={asked.account} onClose={onClose} />
  const account = asked.what === 'change' ? asked.account : undefined
  return (
    <AccountDialog
      action="payment_providers.set"
      title={account ? t('Change {title}', { title: account.title }) : t('Set up online gifts')}
      offers={payments.available}
      known={account}
      pending={account?.pending ?? 0}
      input={(provider, values, force) => ({ provider, values, force })}
      done={name => t('{name} will be used for new gifts from now on.', { name })}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ account, onClose }: { account: PaymentAccount; onClose(): void }) {
  const { provider, title, pending } = account
  return (
    <ActionDialog
      action="payment_providers.remove"
      title={t('Remove {title}?', { title })}
      submit={t('Remove')}
      danger
      initial={{ force: false }}
      input={({ force }) => ({ provider, force })}
      done={() => t('{title} was removed.', { title })}
      onClose={onClose}
    >
      {({ values, change }) => (
        <>
          <Text size="sm">
            {t('Its keys will be deleted, and gifts that were started there can no longer be confirmed.')}
          </Text>
          {pending > 0 && (
            <Checkbox
              label={t('Remove it even though {count, plural, one {# gift is} other {# gifts are}} waiting', {
                count: pending,
              })}
              checked={values.force}
              onChange={event => change({ force: event.currentTarget.checked })}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
