/** A message from the first word until it is sent: checked before it goes to people, sent at once to an address. */
import { useLocation } from 'wouter'
import { useAction } from '../api/use-offers.ts'
import { focusFirstError } from '../forms/field-errors.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useMembership } from '../session/membership.tsx'
import { type BatchInput, batchOf, EMPTY, type MessageValues, problemsOf } from './message-values.ts'
import { useAddressed } from './use-addressed.ts'
import { useSending } from './use-sending.ts'

/** What `useNewMessage` gives. */
export type NewMessage = ReturnType<typeof useNewMessage>

/** The message that is being written, and what can be done with it. */
export function useNewMessage() {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const draft = useDraftForm<MessageValues>('messages/new', EMPTY)
  const { sending, send, reset } = useSending()
  const preview = useAction('messages.preview')
  const begin = useAction('messages.send_to')
  useAddressed(draft)
  const { form, idempotencyKey } = draft
  const batch = batchOf(form.values)

  return {
    draft,
    batch,
    preview,
    begin,
    sending,
    /** Checks a message to people, or sends one to an address. */
    async submit(): Promise<void> {
      const problems = problemsOf(form.values)
      form.setErrors(problems)
      if (Object.keys(problems).length > 0) return focusFirstError()
      if (batch !== undefined) preview.mutate(batch)
      else if (await send(form.values, idempotencyKey)) draft.drop()
    },
    /** Sends what was checked. @param expected how many the check said that it is for */
    sendBatch(input: BatchInput, expected: number): void {
      const onSuccess = ({ id }: { id: number }): void => {
        draft.drop()
        navigate(path(`/messages/batches/${id}`), { replace: true })
      }
      begin.mutate({ ...input, key: idempotencyKey, expected }, { onSuccess })
    },
    /** Checks again who gets it. */
    check(input: BatchInput): void {
      begin.reset()
      preview.mutate(input)
    },
    /** Goes back to writing. */
    change(): void {
      preview.reset()
      begin.reset()
    },
    /** Takes it for another message than the one that was sent before. */
    takeForAnother(): void {
      draft.renewKey()
      begin.reset()
    },
    /** Begins the next message. */
    writeAnother(): void {
      draft.discard()
      reset()
    },
  }
}
