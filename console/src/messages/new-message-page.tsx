/** Writes a message to people, to everybody who matches a filter, or to an address. */
import { Grid, Input, SegmentedControl, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Preview } from '../../../src/modules/messaging/preview.ts'
import { useOperation } from '../api/use-operations.ts'
import { count, wordOf } from '../formats/words.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { type DraftForm, useDraftForm } from '../forms/use-draft-form.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { Section } from '../shell/section.tsx'
import { Audience } from './audience.tsx'
import { BatchReview } from './batch-review.tsx'
import { CHANNELS, type Channel } from './channels.ts'
import { MessagePreview } from './message-preview.tsx'
import { MessageText } from './message-text.tsx'
import {
  type BatchInput,
  batchOf,
  EMPTY,
  FIELDS,
  type MessageValues,
  problemsOf,
  type SendInput,
} from './message-values.ts'
import { RecipientsField } from './recipients-field.tsx'
import { SendingResults } from './sending-results.tsx'
import { useAddressed } from './use-addressed.ts'
import { useSending } from './use-sending.ts'

const BACK = { path: '/messages', label: 'Messages' }

export function NewMessagePage() {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const draft = useDraftForm<MessageValues>('messages/new', EMPTY)
  const { sending, send, reset } = useSending()
  const preview = useOperation<BatchInput, Preview>('messages.preview')
  const begin = useOperation<SendInput, { id: number }>('messages.send_to')
  useAddressed(draft)
  const { form } = draft
  const batch = batchOf(form.values)

  async function submit(): Promise<void> {
    const problems = problemsOf(form.values)
    form.setErrors(problems)
    if (Object.keys(problems).length > 0) return focusFirstError()
    if (batch !== undefined) preview.mutate(batch)
    else if (await send(form.values, draft.idempotencyKey)) draft.drop()
  }

  function sendBatch(input: BatchInput, expected: number): void {
    begin.mutate(
      { ...input, key: draft.idempotencyKey, expected },
      {
        onSuccess: ({ id }) => {
          draft.drop()
          navigate(path(`/messages/batches/${id}`), { replace: true })
        },
      },
    )
  }

  if (sending.state !== 'idle' && !(sending.state === 'sending' && sending.results.length === 0)) {
    const again = (): void => {
      draft.discard()
      reset()
    }
    return (
      <Page title="Write a message" back={BACK} maw={860}>
        <SendingResults sending={sending} onRetry={() => void submit()} onAgain={again} />
      </Page>
    )
  }
  if (preview.data && batch !== undefined) {
    const { data } = preview
    const change = (): void => {
      preview.reset()
      begin.reset()
    }
    const check = (): void => {
      begin.reset()
      preview.mutate(batch)
    }
    const another = (): void => {
      draft.renewKey()
      begin.reset()
    }
    return (
      <Page title="Check before sending" back={BACK} maw={860}>
        <BatchReview
          preview={data}
          channel={batch.channel}
          busy={begin.isPending}
          error={begin.error}
          onSend={() => sendBatch(batch, data.total)}
          onCheck={check}
          onAnother={another}
          onChange={change}
        />
      </Page>
    )
  }
  const refused = batch === undefined ? sending.error : preview.error
  const busy = sending.state === 'sending' || preview.isPending
  return (
    <Page title="Write a message" back={BACK}>
      <form onSubmit={event => event.preventDefault()} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <MessageFields draft={draft} refused={refused} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <MessagePreview values={form.values} />
            </Grid.Col>
          </Grid>
          <SaveProblem error={refused} fields={FIELDS} onRetry={() => void submit()} />
          <FormActions
            label={batch !== undefined ? 'Check' : `Send to ${count(form.values.recipients.length)}`}
            busy={busy}
            cancel={BACK.path}
            onCancel={draft.drop}
            onPress={() => void submit()}
          />
        </Stack>
      </form>
    </Page>
  )
}

function MessageFields({ draft: { form }, refused }: { draft: DraftForm<MessageValues>; refused: Error | null }) {
  const { channel, recipients, filter } = form.values
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (refused === null) return
    form.setErrors(sortErrors(refused, FIELDS).beside)
    focusFirstError()
  }, [refused])
  return (
    <Section title="Message">
      <Stack>
        <Input.Wrapper label="Channel" labelElement="div" id="channel">
          <SegmentedControl
            fullWidth
            aria-labelledby="channel-label"
            data={CHANNELS.map(value => ({ value, label: wordOf(value) }))}
            value={channel}
            onChange={value => form.setFieldValue('channel', value as Channel)}
          />
        </Input.Wrapper>
        {filter === null ? (
          <RecipientsField
            channel={channel}
            value={recipients}
            error={form.errors.recipients}
            onChange={value => form.setFieldValue('recipients', value)}
          />
        ) : (
          <Audience filter={filter} onRemove={() => form.setFieldValue('filter', null)} />
        )}
        <MessageText form={form} />
      </Stack>
    </Section>
  )
}
