/** Sends a real message by a channel and says what became of it. */
import { Alert, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TestOutcome } from '../../../src/modules/messaging/provider-actions.ts'
import { useOperation } from '../api/use-operations.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'

const FIELDS = ['to']

const SAID: Record<TestOutcome['status'], { color: string; title: string }> = {
  sent: { color: 'green', title: 'Sent' },
  failed: { color: 'red', title: 'Not sent' },
  skipped: { color: 'orange', title: 'Not sent' },
  waiting: { color: 'orange', title: 'No answer yet' },
}

export function TestDialog({ channel, title, onClose }: { channel: string; title: string; onClose(): void }) {
  const { user } = useMembership()
  const mail = channel === 'email'
  const [to, setTo] = useState(mail ? user.email : '')
  const test = useOperation<{ channel: string; to: string }, TestOutcome>('providers.test')
  const became = test.data && SAID[test.data.status]
  return (
    <FormDialog
      title={`Test ${title}`}
      opened
      onClose={onClose}
      onSubmit={() => test.mutate({ channel, to })}
      submit="Send the test"
      pending={test.isPending}
      error={test.error}
      fields={FIELDS}
    >
      <Text size="sm">
        A real message is sent and is in the log of messages.{channel === 'sms' && ' It costs one SMS unit.'}
      </Text>
      <TextInput
        label={mail ? 'To this e-mail address' : 'To this phone number'}
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
            {test.data?.message ?? SENTENCE[test.data?.status ?? 'sent']}
          </Text>
        </Alert>
      )}
    </FormDialog>
  )
}

const SENTENCE: Record<string, string> = {
  sent: 'The provider took the message. Look whether it arrived.',
  waiting: 'The log of messages shows what becomes of it.',
}
