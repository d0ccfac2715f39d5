/** Writes a message to people, to everybody who matches a filter, or to an address. */
import { Grid, Input, SegmentedControl, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { Preview } from '../../../src/modules/messaging/preview.ts'
import { wordOf } from '../formats/words.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import type { DraftForm } from '../forms/use-draft-form.ts'
import { Section } from '../parts/section.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { Audience } from './audience.tsx'
import { BatchReview } from './batch-review.tsx'
import { ChannelClosed } from './channel-closed.tsx'
import { CHANNELS, type Channel } from './channels.ts'
import { MessagePreview } from './message-preview.tsx'
import { MessageText } from './message-text.tsx'
import { type BatchInput, FIELDS, type MessageValues } from './message-values.ts'
import { RecipientsField } from './recipients-field.tsx'
import { SendingResults } from './sending-results.tsx'
import { type NewMessage, useNewMessage } from './use-new-message.ts'

const BACK = { path: '/messages', label: t('Messages') }

function NewMessagePage() {
  const message = useNewMessage()
  const { batch, preview, sending } = message
  const begun = sending.state !== 'idle' && !(sending.state === 'sending' && sending.results.length === 0)
  if (begun) {
    return (
      <Page title={t('Write a message')} back={BACK} maw={860}>
        <SendingResults sending={sending} onRetry={() => void message.submit()} onAgain={message.writeAnother} />
      </Page>
    )
  }
  if (preview.data && batch !== undefined) return <Review message={message} batch={batch} preview={preview.data} />
  return <Write message={message} />
}

function Review({ message, batch, preview }: { message: NewMessage; batch: BatchInput; preview: Preview }) {
  const { begin } = message
  return (
    <Page title={t('Check before sending')} back={BACK} maw={860}>
      <BatchReview
        preview={preview}
        channel={batch.channel}
        busy={begin.isPending}
        error={begin.error}
        onSend={() => message.sendBatch(batch, preview.total)}
        onCheck={() => message.check(batch)}
        onAnother={message.takeForAnother}
        onChange={message.change}
      />
    </Page>
  )
}

function Write({ message: { draft, batch, preview, sending, submit } }: { message: NewMessage }) {
  const { values } = draft.form
  const refused = batch === undefined ? sending.error : preview.error
  return (
    <Page title={t('Write a message')} back={BACK}>
      <form onSubmit={event => event.preventDefault()} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <MessageFields draft={draft} refused={refused} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <MessagePreview values={values} />
            </Grid.Col>
          </Grid>
          <SaveProblem error={refused} fields={FIELDS} onRetry={() => void submit()} />
          <FormActions
            label={batch !== undefined ? t('Check') : t('Send to {count, number}', { count: values.recipients.length })}
            busy={sending.state === 'sending' || preview.isPending}
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
    <Section title={t('Message')}>
      <Stack>
        <Input.Wrapper label={t('Channel')} labelElement="div" id="channel">
          <SegmentedControl
            fullWidth
            aria-labelledby="channel-label"
            data={CHANNELS.map(value => ({ value, label: wordOf(value) }))}
            value={channel}
            onChange={value => form.setFieldValue('channel', value as Channel)}
          />
        </Input.Wrapper>
        <ChannelClosed channel={channel} />
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

/** What the church's pages show of it. */
export const page = explained(NewMessagePage, {
  says: t('Choose whom to write to, write it once, and see it as each person will read it before you send it.'),
  chapter: 'writing-to-people#whom',
})
