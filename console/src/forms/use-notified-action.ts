/** An action that is done at once: what became of it is said in a corner of the page. */
import { notifications } from '@mantine/notifications'
import type { Actions } from '../api/offers.ts'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'
import { listed } from '../formats/lists.ts'
import { type ShownResource, useHouse } from '../house/house.ts'
import { namedErrors } from './field-errors.ts'
import { fieldsAskedOf } from './refused-fields.ts'

/** Why it was not done, with what is wrong by field: no form shows that here. */
const whyNot = (error: unknown, house: readonly ShownResource[]): string =>
  error instanceof Refusal
    ? [reasonOf(error), listed(namedErrors(error.errors, fieldsAskedOf(house, error.path)))].filter(Boolean).join(' ')
    : reasonOf(error)

/** @param failed title of what is said where it was not done */
export function useNotifiedAction<Name extends keyof Actions>(action: Name, failed: string) {
  const { mutateAsync, isPending } = useAction(action)
  const house = useHouse() ?? []
  /** @param done what is said; nothing where the page shows it */
  async function act(input: Actions[Name]['input'], done?: string): Promise<Actions[Name]['output'] | undefined> {
    try {
      const output = await mutateAsync(input)
      if (done !== undefined) notifications.show({ message: done })
      return output
    } catch (error) {
      notifications.show({ color: 'red', title: failed, message: whyNot(error, house) })
      return undefined
    }
  }
  return { act, pending: isPending }
}
