/** Sends a real message by a channel and says what became of it. */
import { Alert, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TestOutcome } from '../../../src/modules/messaging/provider-actions.ts'
import type { Actions } from '../api/offers.ts'
import { useAction } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { reasonText } from '../messages/channels.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

const FIELDS = ['to']

const SAID: Record<TestOutcome['status'], { color: string; title: string }> = {
  sent: { color: 'green', title: t('Sent') },
  failed: { color: 'red', title: t('Not sent') },
  skipped: { color: 'orange', title: t('Not sent') },
  waiting: { color: 'orange', title: t('No answer yet') },
}

type Channel = Actions['providers.test']['input']['channel']

export function TestDialog({ channel, title, onClose }: { channel: Channel; title: string; onClose(): void }) {
  const { user } = useMembership()
  const mail = channel === 'email'
  const [to, setTo] = useState(mail ? user.email : '')
  const test = useAction('providers.test')
  const became = test.data && SAID[test.data.status]
  const why = test.data?.reason ? reasonText(test.data.reason) : test.data?.message
  return (
    <FormDialog
      title={t('Test {title}', { title })}
      opened
      onClose={onClose}
      onSubmit={() => test.mutate({ channel, to })}
      submit={t('Send test')}
      pending={test.isPending}
      error={test.error}
      fields={FIELDS}
    >
      <Text size="sm">
        {t('This sends a real message, which will be in the message log.')}{' '}
        {channel === 'sms' && t('It costs one SMS unit.')}
      </Text>
      <TextInput
        label={mail ? t('Send to this email address') : t('Send to this phone number')}
        type={mail ? 'email' : 'tel'}
        required
        data-autofocus
        value={to}
        error={sortErrors(test.error, FIELDS).beside.to}
        onChange={event => setTo(event.currentTarget.value)}
      />
      {became && (
        <Alert color={became.color} title={became.title} role="status">
          <Text size="sm" c="var(--mantine-color-text)" style={{ overflowWrap: 'anywhere' }}>
            {why ?? SENTENCE[test.data?.status ?? 'sent']}
          </Text>
        </Alert>
      )}
    </FormDialog>
  )
}

const SENTENCE: Record<string, string> = {
  sent: t('The provider accepted the message. Check that it arrived.'),
  waiting: t('The message log will show what becomes of it.'),
}
