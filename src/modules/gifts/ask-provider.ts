/** Asks a provider what became of a gift, and settles the gift by its answer. */

import { NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import type { GiftStatus } from './gifts.ts'
import type { GivingParts } from './parts.ts'
import { churchProvider } from './payment-providers.ts'
import { type PaymentState, ProviderFault } from './provider.ts'
import { settle } from './settle.ts'

/** A gift that is asked about. */
export interface AskedAbout {
  id: number
  reference: string
  provider: string
  provider_ref: string | null
  currency: string
}

/**
 * What the provider says of a gift's payment, asked outside any transaction.
 * @returns undefined when it gave no answer that can be used; pending where there is nobody to ask
 */
export async function ask(
  { database, vault, network, log }: GivingParts,
  church: Church,
  gift: AskedAbout,
): Promise<PaymentState | undefined> {
  const found = await churchProvider(database.read, vault, church.id, gift.provider)
  if (found?.provider.look === undefined) return { status: 'pending' }
  try {
    return await found.provider.look(gift, found.account, network)
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    const { slug } = church
    log.warn({ church: slug, provider: gift.provider, gift: gift.id, why: error.message }, 'A payment was not told of')
    return undefined
  }
}

/** A page that is loaded again and again must not make us ask as often. */
const SECONDS_BETWEEN = 5

/** Asks about a gift that somebody waits for, and settles it. @returns its status from now on */
export async function askNow(parts: GivingParts, church: Church, gift: AskedAbout): Promise<GiftStatus> {
  const { database, clock } = parts
  // Not a change that the API shows.
  const mine = await database.write(NO_CHURCH, tx =>
    tx.run(sql`update gifts set looked_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${gift.id}
      and (looked_at is null or looked_at < ${tx.now}::timestamptz - ${SECONDS_BETWEEN} * interval '1 second')`),
  )
  if (mine === 0) return 'pending'
  const state = await ask(parts, church, gift)
  if (state === undefined) return 'pending'
  return (await settle(database, clock, { church, ...gift }, state)) ?? 'pending'
}
