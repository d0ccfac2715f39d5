/** Asks a provider what became of a gift, and settles the gift by its answer. */

import { sql } from '../../db/sql.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import type { GivingParts } from './parts.ts'
import { churchProvider } from './payment-providers.ts'
import { type PaymentState, ProviderFault } from './provider.ts'
import { settleGift } from './settle.ts'

/** A gift that is asked about. */
export interface AskedAbout {
  id: number
  reference: string
  provider: string
  provider_ref: string | null
  /** True for the charge of a mandate. */
  charged?: boolean
}

/** What was said, or that nothing was that can be used; `silent` where the provider could not be reached at all. */
export type Answer = PaymentState | { status: 'unanswered'; silent: boolean }

/** What the provider says of a gift's payment, asked outside any transaction. @throws VaultError */
export async function ask(
  { read, vault, network, log }: GivingParts,
  church: Church,
  gift: AskedAbout,
): Promise<Answer> {
  const found = await churchProvider(read, vault, church.id, gift.provider)
  // That there is nobody to ask any more says nothing of a payment whose checkout was begun.
  if (found === undefined) return { status: gift.provider_ref === null && !gift.charged ? 'pending' : 'unknown' }
  if (found.provider.look === undefined) return { status: 'pending' }
  try {
    return await found.provider.look(gift, found.account, network)
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    const { slug } = church
    log.warn({ church: slug, provider: gift.provider, gift: gift.id, why: error.message }, 'A payment was not told of')
    return { status: 'unanswered', silent: error instanceof NoAnswer }
  }
}

/** A page that is loaded again and again must not make us ask as often. */
const SECONDS_BETWEEN = 5

/** Asks about a gift that somebody waits for, and settles it. @returns undefined where somebody asked a moment ago */
export async function askNow(parts: GivingParts, church: Church, gift: AskedAbout): Promise<Answer | undefined> {
  if (!(await parts.take(beginLook, church, gift.id))) return undefined
  const answer = await ask(parts, church, gift)
  if (answer.status === 'unanswered') return answer
  const { provider, reference } = gift
  await parts.take(settleGift, church, { provider, reference, state: answer })
  return answer
}

/** False where somebody looked a moment ago. */
const beginLook = step({
  name: 'gifts.look',
  by: 'giver',
  unseen: true,
  async run(tx, { church }, gift: number) {
    const looked = await tx.run(sql`update gifts set looked_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${gift}
        and (looked_at is null or looked_at < ${tx.now}::timestamptz - ${SECONDS_BETWEEN} * interval '1 second')`)
    return looked > 0
  },
})
