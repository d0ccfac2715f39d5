/** Writes to people. */
import { Grid, Input, SegmentedControl, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useRecord } from '../api/use-records.ts'
import { count, wordOf } from '../formats/words.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { foundPerson } from '../forms/found.ts'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { type DraftForm, useDraftForm } from '../forms/use-draft-form.ts'
import { Page } from '../shell/page.tsx'
import { Section } from '../shell/section.tsx'
import { CHANNELS, type Channel } from './channels.ts'
import { MessagePreview } from './message-preview.tsx'
import { MessageText } from './message-text.tsx'
import { EMPTY, FIELDS, type MessageValues, problemsOf } from './message-values.ts'
import { withRecipients } from './recipients.ts'
import { RecipientsField } from './recipients-field.tsx'
import { SendingResults } from './sending-results.tsx'
import { useSending } from './use-sending.ts'

const BACK = { path: '/messages', label: 'Messages' }

/** Adds the person that the address names. */
function useNamedRecipient({ form }: DraftForm<MessageValues>): void {
  const [search] = useSearchParams()
  const person = useRecord('people', Number(search.get('person_id')) || undefined).data
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the person is known
  useEffect(() => {
    if (person === undefined) return
    const { title, detail } = foundPerson(person)
    form.setFieldValue('recipients', before => withRecipients(before, [{ person_id: person.id, title, detail }]))
  }, [person?.id])
}

export function NewMessagePage() {
  const draft = useDraftForm<MessageValues>('messages/new', EMPTY)
  const { sending, send, reset } = useSending()
  useNamedRecipient(draft)
  const { form } = draft

  async function submit(): Promise<void> {
    const problems = problemsOf(form.values)
    form.setErrors(problems)
    if (Object.keys(problems).length > 0) return focusFirstError()
    if (await send(form.values, draft.idempotencyKey)) draft.drop()
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
  return (
    <Page title="Write a message" back={BACK}>
      <form onSubmit={event => event.preventDefault()} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <MessageFields draft={draft} refused={sending.error} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <MessagePreview values={form.values} />
            </Grid.Col>
          </Grid>
          <SaveProblem error={sending.error} fields={FIELDS} onRetry={() => void submit()} />
          <FormActions
            label={form.values.recipients.length > 1 ? `Send to ${count(form.values.recipients.length)}` : 'Send'}
            busy={sending.state === 'sending'}
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
  const { channel, recipients } = form.values
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
        <RecipientsField
          channel={channel}
          value={recipients}
          error={form.errors.recipients}
          onChange={value => form.setFieldValue('recipients', value)}
        />
        <MessageText form={form} />
      </Stack>
    </Section>
  )
}
