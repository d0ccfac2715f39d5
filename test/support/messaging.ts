/** A church whose messages go to the development outbox. */

import { SEND_CHANNELS } from '../../src/modules/messaging/provider.ts'
import { type NewAccount, type ShownAccount, setProvider } from '../../src/modules/messaging/provider-accounts.ts'
import { DEVELOPMENT } from '../../src/modules/messaging/providers/development.ts'
import { addUnits } from '../../src/modules/messaging/units-book.ts'
import type { Church } from '../../src/resource/caller.ts'
import type { TestChurch, TestService } from './service.ts'

type Parts = Pick<TestService, 'database' | 'vault'>

/** Sets an account, as the command line does unless it is said that its host has to be a public one. */
export const setAccount = (
  { database, vault }: Parts,
  church: Church,
  account: Omit<NewAccount, 'publicOnly'> & { publicOnly?: boolean },
): Promise<ShownAccount> =>
  database.write(church.id, tx => setProvider(tx, vault, church, { publicOnly: false, ...account }))

/** Sets the outbox up for every channel. @param units SMS units that the church gets */
export async function useOutbox(parts: Parts, { church }: Pick<TestChurch, 'church'>, units = 1_000): Promise<void> {
  for (const channel of SEND_CHANNELS) await setAccount(parts, church, { provider: DEVELOPMENT, channel, values: {} })
  await parts.database.write(church.id, tx => addUnits(tx, church, units))
}
