/** What can be done with a record: a button each, and a dialog where something is asked. */
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import type { Actions } from '../api/offers.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { withLabels } from '../forms/field-errors.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import type { AnyRecord, ShownAction, ShownResource } from '../house/house.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { FieldInput } from './field-input.tsx'
import { isEmpty } from './field-value.tsx'
import { isOffered } from './offered.ts'
import { wordsOfRecord } from './record-words.ts'
import { answerOf, typedOf, unreadAmounts } from './typed.ts'

interface RecordActionsProps {
  resource: ShownResource
  record: AnyRecord
  /** Whether those are wanted that cannot be undone, or the others. */
  grave: boolean
}

/** Those that the record's state allows; what cannot be undone comes last. */
export const actionsOn = ({ actions }: ShownResource, record: AnyRecord): ShownAction[] =>
  [false, true].flatMap(grave => actions.filter(action => isGrave(action) === grave && isOffered(action, record)))

const isGrave = ({ confirm }: ShownAction): boolean => confirm !== null

/** Whether a field is asked for of this record. */
const isAsked = ({ askedWith }: ShownAction, name: string, record: AnyRecord): boolean =>
  askedWith[name] === undefined || !isEmpty(record[askedWith[name]])

/** Whether it asks for nothing. */
export const isAtOnce = (action: ShownAction): boolean => action.fields.length === 0 && !isGrave(action)

/** A button each; the one that is declared first stands out, unless it stands aside. */
export function RecordActions({ resource, record, grave }: RecordActionsProps) {
  return actionsOn(resource, record)
    .filter(action => isGrave(action) === grave)
    .map(action => {
      const Act = isAtOnce(action) ? AtOnce : WithDialog
      const look = action === resource.actions[0] && !action.aside ? {} : { variant: 'default' }
      return <Act key={action.name} resource={resource} action={action} record={record} look={look} />
    })
}

interface ActProps {
  resource: ShownResource
  action: ShownAction
  record: AnyRecord
  look: { variant?: string }
}

/** What the server declares under a name is checked there: the types of the pages know only the names of our own modules. */
const typed = (action: ShownAction, input: object) => ({
  action: action.name as keyof Actions,
  input: input as Actions[keyof Actions]['input'],
})

/** The record that is meant, with what is sent of it as it is shown. */
const shownOf = ({ asShown }: ShownAction, record: AnyRecord): object =>
  Object.fromEntries(['id', ...asShown].map(name => [name, record[name]]))

/** Where one is when it is done: with the record, or with the others where it is gone. */
function useLeave({ name }: ShownResource, { removes }: ShownAction): () => void {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  return () => {
    if (removes) navigate(path(`/${name}`), { replace: true })
  }
}

/** Does an action that asks for nothing; what became of it is said in a corner of the page. */
export function useAtOnce(resource: ShownResource, action: ShownAction, record: AnyRecord) {
  const { church } = useMembership()
  const call = typed(action, shownOf(action, record))
  const { act, pending } = useNotifiedAction(call.action, t('Not saved'))
  const leave = useLeave(resource, action)
  async function press(): Promise<void> {
    const said = t(action.done, wordsOfRecord(resource, record, church))
    if ((await act(call.input, said)) !== undefined) leave()
  }
  return { press, pending }
}

function AtOnce({ resource, action, record, look }: ActProps) {
  const { press, pending } = useAtOnce(resource, action, record)
  return (
    <BusyButton {...look} busy={pending} onClick={() => void press()}>
      {action.label}
    </BusyButton>
  )
}

function WithDialog({ resource, action, record, look }: ActProps) {
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button {...look} onClick={dialog.open}>
        {action.label}
      </Button>
      {opened && <RecordActionDialog resource={resource} action={action} record={record} onClose={dialog.close} />}
    </>
  )
}

interface RecordActionProps extends Omit<ActProps, 'look'> {
  /** @param answer what the action shows: mostly the record as it is now */
  onDone?(answer: never): void
  onClose(): void
}

/** What an action asks, and what will happen. */
export function RecordActionDialog({ resource, action, record, onDone, onClose }: RecordActionProps) {
  const leave = useLeave(resource, action)
  const { church } = useMembership()
  const currency = String(record.currency ?? church.currency)
  const words = wordsOfRecord(resource, record, church)
  const { confirm } = action
  const fields = action.fields.filter(({ name }) => isAsked(action, name, record))
  return (
    <ActionDialog
      action={typed(action, {}).action}
      title={action.asks}
      submit={action.submit}
      danger={confirm !== null}
      initial={typedOf(fields, action.blank ? {} : record, currency)}
      check={values => unreadAmounts(fields, values, currency)}
      draft={`${action.name}/${record.id}`}
      input={values => typed(action, { ...shownOf(action, record), ...answerOf(fields, values, currency) }).input}
      done={() => t(action.done, words)}
      onDone={answer => {
        onDone?.(answer as never)
        leave()
      }}
      onClose={onClose}
    >
      {({ errors, ...entry }) => (
        <>
          {confirm !== null && <Text size="sm">{t(confirm, words)}</Text>}
          {fields.map((field, at) => (
            <FieldInput
              key={field.name}
              field={field}
              entry={{ ...entry, errors: withLabels(errors, fields), currency, isKept: false }}
              autoFocus={at === 0}
            />
          ))}
        </>
      )}
    </ActionDialog>
  )
}
