/** What becomes of a prayer request: prayed for, answered, closed. */
import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useOperation } from '../api/use-operations.ts'
import type { PrayerRequest } from '../api-types.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useAct } from '../forms/use-act.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useMembership } from '../session/membership.tsx'

/** Longest answer, in characters. */
const LONGEST = 5_000

export function FollowUp({ request }: { request: PrayerRequest }) {
  const { may } = useMembership()
  const [answering, dialog] = useDisclosure(false)
  const pray = useAct('prayers.pray', 'Not saved')
  const close = useAct('prayers.close', 'Not closed')
  const { id, status } = request
  const open = status !== 'closed'
  return (
    <>
      <StatusBadge status={status} />
      {open && may('prayers.pray') && (
        <BusyButton busy={pray.pending} onClick={() => void pray.act({ id }, 'Thank you. Your prayer was counted.')}>
          I prayed
        </BusyButton>
      )}
      {may('prayers.answer') && (
        <Button variant="default" onClick={dialog.open}>
          {request.answer ? 'Edit answer' : 'Mark as answered'}
        </Button>
      )}
      {open && may('prayers.close') && (
        <BusyButton
          variant="default"
          busy={close.pending}
          onClick={() => void close.act({ id }, 'The request was closed.')}
        >
          Close request
        </BusyButton>
      )}
      {may('prayers.answer') && <AnswerDialog request={request} opened={answering} onClose={dialog.close} />}
    </>
  )
}

interface AnswerDialogProps {
  request: PrayerRequest
  opened: boolean
  onClose(): void
}

function AnswerDialog({ request: { id, answer: before }, opened, onClose }: AnswerDialogProps) {
  const answer = useOperation('prayers.answer')
  const draft = useDraftForm(`prayer_requests/${id}/answer`, { answer: before ?? '' })
  const { form } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => form.setErrors(sortErrors(answer.error, ['answer']).beside), [answer.error])
  const submit = (): void =>
    answer.mutate(
      { id, answer: form.values.answer },
      {
        onSuccess: () => {
          draft.drop()
          notifications.show({ message: 'The answer was saved.' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="How was it answered?"
      opened={opened}
      onClose={onClose}
      onSubmit={submit}
      submit="Save answer"
      pending={answer.isPending}
      error={answer.error}
      fields={['answer']}
    >
      <Textarea
        label="Answer"
        required
        autosize
        minRows={4}
        maxRows={14}
        maxLength={LONGEST}
        data-autofocus
        {...form.getInputProps('answer')}
      />
    </FormDialog>
  )
}
