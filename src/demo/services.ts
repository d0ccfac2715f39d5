/** What the demo church is given so that everything can be tried without an account anywhere. */
import type { Database } from '../db/database.ts'
import { SEND_CHANNELS } from '../modules/messaging/provider.ts'
import { setProvider } from '../modules/messaging/provider-accounts.ts'
import { DEVELOPMENT } from '../modules/messaging/providers/development.ts'
import { addUnits } from '../modules/messaging/units-book.ts'
import { setPaymentProvider } from '../modules/online-giving/payment-providers.ts'
import { development as testPayments } from '../modules/online-giving/providers/development.ts'
import type { Church } from '../resource/caller.ts'
import type { Vault } from '../vault.ts'

const UNITS = 500

/** Sends its messages to the development outbox, and takes test payments on its giving page. */
export async function prepareServices(database: Database, vault: Vault, church: Church): Promise<void> {
  await database.write(church.id, async tx => {
    const outbox = { provider: DEVELOPMENT, values: {}, publicOnly: false }
    for (const channel of SEND_CHANNELS) await setProvider(tx, vault, church, { ...outbox, channel })
    await addUnits(tx, church, UNITS, 'To begin with')
    await setPaymentProvider(tx, vault, church, { name: testPayments.name, values: {} })
  })
}
