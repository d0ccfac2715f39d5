/** A church whose messages go to the development outbox. */

import { SEND_CHANNELS } from '../../src/modules/messaging/provider.ts'
import { setProvider } from '../../src/modules/messaging/provider-accounts.ts'
import { development } from '../../src/modules/messaging/providers/development.ts'
import { addUnits } from '../../src/modules/messaging/sms-units.ts'
import type { TestChurch, TestService } from './service.ts'

/** Sets the outbox up for every channel. @param units SMS units that the church gets */
export async function useOutbox(
  { database, vault }: Pick<TestService, 'database' | 'vault'>,
  { church }: Pick<TestChurch, 'church'>,
  units = 1_000,
): Promise<void> {
  for (const channel of SEND_CHANNELS) await setProvider(database, vault, church, development(database), channel, {})
  await addUnits(database, church, units)
}
