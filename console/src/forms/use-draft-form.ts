/** A form whose values are kept in the browser until they are saved. */
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../session/kept-drafts.ts'
import type { Draft } from './draft.ts'
import { useDraftKey } from './use-draft-key.ts'

/** A form, with what is kept of it in the browser. */
export interface DraftForm<Values extends object> {
  form: UseFormReturnType<Values>
  /** What the form began with; after a reload, what it began with then. */
  base: Values
  /** True when what was typed earlier was found again. */
  restored: boolean
  /** What the server said of its fields when it was sent earlier, by their names. */
  refused: Readonly<Record<string, string>>
  idempotencyKey: string
  /** Begins a new request: what is sent next is not what was sent before. */
  renewKey(): void
  /** Forgets what is kept, after it was saved. */
  drop(): void
  /** Forgets what was typed and begins anew. */
  discard(): void
}

/** @param name what is filled in, such as `people/12`; one draft for each */
export function useDraftForm<Values extends object>(name: string, initial: Values): DraftForm<Values> {
  const key = useDraftKey(name)
  const [restored, setRestored] = useState(() => readDraft<Draft<Values>>(key))
  const [draft, setDraft] = useState<Draft<Values>>(
    () => restored ?? { values: initial, base: initial, idempotencyKey: crypto.randomUUID() },
  )
  const form = useForm<Values>({
    initialValues: { ...initial, ...draft.values },
    onValuesChange: values => keepDraft(key, { ...draft, values }),
  })
  const begin = (): Draft<Values> => ({ values: initial, base: initial, idempotencyKey: crypto.randomUUID() })
  return {
    form,
    base: draft.base,
    restored: restored !== null,
    refused: restored?.errors ?? {},
    idempotencyKey: draft.idempotencyKey,
    renewKey: () => setDraft({ ...draft, idempotencyKey: crypto.randomUUID() }),
    drop: () => dropDraft(key),
    discard: () => {
      setDraft(begin())
      setRestored(null)
      form.setValues(initial)
      form.clearErrors()
      dropDraft(key)
    },
  }
}
