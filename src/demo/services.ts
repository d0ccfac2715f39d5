/** What the demo church is given so that everything can be tried without an account anywhere. */
import type { Database } from '../db/database.ts'
import { SEND_CHANNELS } from '../modules/messaging/provider.ts'
import { setProvider } from '../modules/messaging/provider-accounts.ts'
import { development } from '../modules/messaging/providers/development.ts'
import { addUnits } from '../modules/messaging/sms-units.ts'
import { setPaymentProvider } from '../modules/online-giving/payment-providers.ts'
import { development as testPayments } from '../modules/online-giving/providers/development.ts'
import type { Church } from '../resource/caller.ts'
import type { Vault } from '../vault.ts'

const UNITS = 500

/** Sends its messages to the development outbox, and takes test payments on its giving page. */
export async function prepareServices(database: Database, vault: Vault, church: Church): Promise<void> {
  for (const channel of SEND_CHANNELS) await setProvider(database, vault, church, development(database), channel, {})
  await addUnits(database, church, UNITS, 'To begin with')
  await setPaymentProvider(database, vault, church, testPayments.name, {})
}
