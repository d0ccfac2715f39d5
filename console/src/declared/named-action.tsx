/** The dialog of an action for a page that is made by hand: what it asks and says is declared. */
import type { Actions } from '../api/offers.ts'
import { type AnyRecord, useHouse } from '../house/house.ts'
import { RecordActionDialog } from './record-actions.tsx'

interface NamedActionProps<Name extends keyof Actions> {
  action: Name
  /** As the API shows it. */
  record: { id: number }
  onDone?(answer: Actions[Name]['output']): void
  onClose(): void
}

/** Nothing for whoever may not do it. */
export function NamedAction<Name extends keyof Actions>({ action: wanted, record, ...dialog }: NamedActionProps<Name>) {
  const house = useHouse() ?? []
  for (const resource of house) {
    const action = resource.actions.find(({ name }) => name === wanted)
    if (action === undefined) continue
    return <RecordActionDialog resource={resource} action={action} record={record as AnyRecord} {...dialog} />
  }
  return null
}
