/** Callbacks of payment providers: POST /callbacks/payments/SLUG/PROVIDER/TOKEN, verified by their signature. */
import {
  NOTHING,
  type PublicReply,
  type PublicRequest,
  type PublicRoute,
  plain,
} from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { findChurch } from '../church/churches.ts'
import { ask } from './ask-provider.ts'
import { findGift } from './begin-gift.ts'
import { hearMoneyBack } from './hear-refunds.ts'
import type { GivingParts } from './parts.ts'
import { type ChurchProvider, churchProvider, hasToken } from './payment-providers.ts'
import { wakePayouts } from './payout-looks.ts'
import { type Happening, type PaymentHappening, type PaymentState, ProviderFault, Unverified } from './provider.ts'
import { type SettledBy, settleGift } from './settle.ts'

/**
 * Takes callbacks. They are heard even when the module was switched off or the church became inactive in between: what
 * was paid is recorded (decisions, Giving).
 */
export function paymentCallbackRoute(parts: GivingParts): PublicRoute {
  return {
    root: '/callbacks/payments',
    secretPath: true,
    unlimited: true,
    async answer(visitor) {
      const [slug = '', provider = '', token = '', ...more] = visitor.path
      const wellFormed = /^[a-z0-9-]{1,64}$/.test(slug) && /^[a-z]{1,40}$/.test(provider) && more.length === 0
      if (visitor.method !== 'POST' || !wellFormed) return NOTHING
      const church = await findChurch(parts, slug)
      if (church === undefined) return NOTHING
      const found = await churchProvider(parts.read, parts.vault, church.id, provider)
      if (found?.provider.receive === undefined || !hasToken(found, token)) return NOTHING
      return await receive(parts, church, found, await visitor.request())
    },
  }
}

async function receive(
  parts: GivingParts,
  church: Church,
  found: ChurchProvider,
  request: PublicRequest,
): Promise<PublicReply> {
  const { provider, account } = found
  let happenings: readonly Happening[]
  try {
    happenings = provider.receive?.(request, account) ?? []
  } catch (error) {
    if (error instanceof ProviderFault) return unusable(parts, church, provider.name, error)
    if (!(error instanceof Unverified)) throw error
    parts.log.warn({ church: church.slug, provider: provider.name, why: error.message }, 'A callback was not verified')
    return plain(403)
  }
  for (const happening of happenings) {
    if ('payouts' in happening) {
      await parts.take(wakePayouts, church, provider.name)
      continue
    }
    if (!('state' in happening)) {
      if ((await hearMoneyBack(parts, church, found, happening)) === 'later') return plain(503)
      continue
    }
    const gift = { provider: provider.name, reference: happening.reference }
    const fuller = await inFull(parts, { church, ...gift }, happening)
    await parts.take(settleGift, church, { ...gift, state: fuller })
  }
  return plain(200)
}

/** Signed, and not to be understood: the provider shows it as failing, and is asked about the gift all the same. */
function unusable({ log }: GivingParts, { slug }: Church, provider: string, { message }: ProviderFault): PublicReply {
  log.warn({ church: slug, provider, why: message }, 'A callback could not be used')
  return plain(500)
}

/**
 * A success with its fee, where the callback did not tell it and the provider can be asked. What the callback says of the
 * payment itself is not doubted: it is signed.
 */
async function inFull(
  parts: GivingParts,
  { church, provider, reference }: SettledBy,
  { state, provider_ref }: PaymentHappening,
): Promise<PaymentState> {
  if (state.status !== 'succeeded' || state.fee !== null) return state
  const gift = await findGift(parts.read, church.id, reference)
  if (gift === undefined || gift.provider !== provider || gift.status === 'succeeded') return state
  // Where the answer that would have named it was lost, the callback does.
  const asked = await ask(parts, church, { ...gift, provider_ref: gift.provider_ref ?? provider_ref ?? null })
  if (asked?.status !== 'succeeded' || asked.payment_id !== state.payment_id) return state
  return { ...state, fee: asked.fee, method: asked.method ?? state.method, paid_at: asked.paid_at ?? state.paid_at }
}
