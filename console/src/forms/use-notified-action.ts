/** An action that is done at once: what became of it is said in a corner of the page. */
import { notifications } from '@mantine/notifications'
import type { Actions } from '../api/offers.ts'
import { reasonOf } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'

/** @param failed title of what is said where it was not done */
export function useNotifiedAction<Name extends keyof Actions>(action: Name, failed: string) {
  const { mutateAsync, isPending } = useAction(action)
  /** @param done what is said; nothing where the page shows it */
  async function act(input: Actions[Name]['input'], done?: string): Promise<Actions[Name]['output'] | undefined> {
    try {
      const output = await mutateAsync(input)
      if (done !== undefined) notifications.show({ message: done })
      return output
    } catch (error) {
      notifications.show({ color: 'red', title: failed, message: reasonOf(error) })
      return undefined
    }
  }
  return { act, pending: isPending }
}
