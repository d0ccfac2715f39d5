/** A dialog that does one thing: what is typed for it, what is wrong with that, what is said when it is done. */
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { Actions } from '../api/offers.ts'
import { useOperation } from '../api/use-operations.ts'
import { changesOf } from './draft.ts'
import { sortErrors } from './field-errors.ts'
import { FormDialog } from './form-dialog.tsx'
import { useKeptValues } from './use-kept-values.ts'

/** What the fields of a dialog are given. */
export interface DialogFields<Values> {
  values: Values
  /** By field. */
  errors: Partial<Record<keyof Values, string>>
  change(changed: Partial<Values>): void
}

/** What every dialog of an action has. */
interface Act<Name extends keyof Actions> {
  action: Name
  title: string
  /** What the button says. */
  submit: string
  onDone?(output: Actions[Name]['output']): void
  onClose(): void
  /** For what cannot be taken back. */
  danger?: boolean
  size?: string
}

interface ActionDialogProps<Name extends keyof Actions, Values extends object> extends Act<Name> {
  /** What the fields begin with, by the names that the server has for them. */
  initial: Values
  /** What is filled in, where it is kept in the browser until it is done: `prayer_requests.answer/12`. */
  draft?: string
  /** What is said when it is done. */
  done(output: Actions[Name]['output'], values: Values): string
  /** What is wrong before it is sent, by field. */
  check?(values: Values): Partial<Record<keyof Values, string>>
  /** What is sent. @param changed those that differ from what they began with */
  input(values: Values, changed: Partial<Values>): Actions[Name]['input']
  children(fields: DialogFields<Values>): ReactNode
}

/** Mounted while it is open, so that it begins with the values as they are. */
export function ActionDialog<Name extends keyof Actions, Values extends object>({
  action,
  initial,
  draft,
  check,
  input,
  done,
  onDone,
  children,
  ...dialog
}: ActionDialogProps<Name, Values>) {
  // What is sent is what was changed here, not what somebody else changed in the meantime.
  const { values, base: before, change, drop } = useKeptValues(draft, initial)
  const [problems, setProblems] = useState<Partial<Record<keyof Values, string>>>({})
  const { mutateAsync, error, isPending } = useOperation(action)
  const fields = Object.keys(before)

  async function send(): Promise<void> {
    const found = check?.(values) ?? {}
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      const output = await mutateAsync(input(values, changesOf(before, values)))
      drop()
      notifications.show({ message: done(output, values) })
      onDone?.(output)
      dialog.onClose()
    } catch {
      // The dialog shows it, and stays.
    }
  }

  const errors = { ...sortErrors(error, fields).beside, ...problems } as Partial<Record<keyof Values, string>>
  return (
    <FormDialog {...dialog} opened onSubmit={() => void send()} pending={isPending} error={error} fields={fields}>
      {children({ values, errors, change })}
    </FormDialog>
  )
}

interface ConfirmDialogProps<Name extends keyof Actions> extends Act<Name> {
  input: Actions[Name]['input']
  /** What is said when it is done. */
  done: string
  /** What will happen. */
  children: ReactNode
}

const NOTHING = {}

/** Asks before something is done. What is asked about is grave, unless `danger` says otherwise. */
export function ConfirmDialog<Name extends keyof Actions>({ input, done, children, ...act }: ConfirmDialogProps<Name>) {
  return (
    <ActionDialog danger {...act} initial={NOTHING} input={() => input} done={() => done}>
      {() => children}
    </ActionDialog>
  )
}

/** Texts as they are sent: without spaces around them, and null where one was taken out. */
export const sentTexts = <Values extends object>(changed: Values): { [Name in keyof Values]: Values[Name] | null } =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value]),
  ) as { [Name in keyof Values]: Values[Name] | null }
