/** Begins the checkout of a gift at its provider, outside any transaction, and keeps where it is. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { readUrl } from '../../lib/read-url.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { msg } from '../../texts/language.ts'
import { type BegunGift, findGift } from './begin-gift.ts'
import type { Mistakes } from './giving-form.ts'
import type { GivingParts } from './parts.ts'
import type { ChurchProvider } from './payment-providers.ts'
import { type Checkout, type CheckoutAddresses, NoCheckout } from './provider.ts'
import { settleGift } from './settle.ts'

/** Errors of gifts whose checkout did not come about. */
export const [REFUSED, UNAVAILABLE, UNKNOWN] = ['checkout_refused', 'provider_unavailable', 'unknown_outcome'] as const

/** Where to send the giver; or what they can mend; or neither. */
export interface Started {
  url?: string
  mistakes?: Mistakes
}

const MISTAKES = {
  amount: 'The payment provider does not accept this amount.',
  email: 'The payment provider does not accept this address.',
} as const

/**
 * Begins a checkout.
 * @returns its address; where there is none the gift failed, or stays pending with `unknown_outcome` where the provider may
 *   have begun one that nobody was sent to
 */
export async function startCheckout(
  parts: GivingParts,
  church: Church,
  { provider, account }: ChurchProvider,
  gift: BegunGift,
): Promise<Started> {
  const { take, network } = parts
  const description = `${gift.fund_name}, ${church.name}`
  try {
    const checkout = await provider.checkout({ ...gift, description }, account, network, addresses(parts, church, gift))
    const url = usable(parts, checkout.url)
    await take(keepCheckout, church, { gift: gift.id, ...checkout, url })
    return { url }
  } catch (error) {
    if (!(error instanceof NoCheckout)) throw error
    parts.log.warn(
      { church: church.slug, provider: provider.name, gift: gift.id, kind: error.kind, why: withoutGiver(gift, error) },
      'A checkout could not be begun',
    )
    await giveUp(parts, church, gift, error)
    return error.field === undefined ? {} : { mistakes: { [error.field]: MISTAKES[error.field] } }
  }
}

/** An address that a browser may be sent to, as it understands it. @throws NoCheckout */
function usable({ baseUrl }: GivingParts, url: string): string {
  const parsed = readUrl(url)
  const isOurs = parsed?.origin === new URL(baseUrl()).origin
  if (parsed?.protocol === 'https:' || (parsed !== undefined && isOurs)) return parsed.href
  throw new NoCheckout('unknown', 'The address of the checkout cannot be used')
}

/** What the provider said: some repeat the address that they do not like, which is nobody's business in a log. */
const withoutGiver = ({ donor_email }: BegunGift, { message }: NoCheckout): string =>
  message.replaceAll(donor_email, '[e-mail]')

function addresses({ baseUrl }: GivingParts, { slug }: Church, { reference }: BegunGift): CheckoutAddresses {
  const form = `${baseUrl()}/give/${slug}`
  return { form, thanks: `${form}/thanks/${reference}`, test: `${form}/test/${reference}` }
}

const keepCheckout = step({
  name: 'gifts.keep_checkout',
  by: 'giver',
  unseen: true,
  run: (tx, { church }, { gift, url, provider_ref }: Checkout & { gift: number }) =>
    tx.run(sql`update gifts set checkout_url = ${url}, provider_ref = ${provider_ref}
      where church_id = ${church.id} and id = ${gift}`),
})

/** Nobody can tell whether its checkout was begun. */
const markUnknown = step({
  name: 'gifts.mark_unknown',
  by: 'giver',
  run: (tx, { church }, gift: number) =>
    tx.run(sql`update gifts set error = ${UNKNOWN}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${gift} and status = 'pending'`),
})

async function giveUp(parts: GivingParts, church: Church, gift: BegunGift, error: NoCheckout): Promise<void> {
  const { take } = parts
  const { provider, reference } = gift
  if (error.kind === 'unknown') return void (await take(markUnknown, church, gift.id))
  const why = error.kind === 'unavailable' ? UNAVAILABLE : REFUSED
  const state = { status: 'failed', error: why, method: null, final: true } as const
  await take(settleGift, church, { provider, reference, state })
  if (error.kind === 'account') await take(tellRefusal, church, { provider, said: withoutGiver(gift, error) })
}

const KIND = 'payment_refused'

/** Giving does not work until somebody looks; told once a day. */
const tellRefusal = step({
  name: 'gifts.tell_refusal',
  by: 'worker',
  unseen: true,
  async run(tx, { church }, { provider, said }: { provider: string; said: string }) {
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const told = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${KIND}
      and created_at > ${tx.now}::timestamptz - interval '1 day' limit 1`)
    if (told !== undefined) return
    await postNotice(tx, church.id, {
      kind: KIND,
      title: msg('{provider} refuses payments'),
      body: msg(
        'A gift could not be begun: {provider} said "{said}". Look at the account there; "{command}" sets it anew.',
      ),
      values: {
        provider,
        said,
        command: `sexton payment provider set ${provider} --church ${church.slug}`,
      },
    })
  },
})

const LOOK_MS = 100
/** Longer than the provider is waited for. */
const PATIENCE_MS = 12_000

/** Waits for the checkout that another request, of the same form, is just beginning. @returns the gift as it is then */
export async function awaitCheckout(read: Db, church: Church, gift: BegunGift): Promise<BegunGift> {
  let now = gift
  while (isUnbegun(now) && now.age_ms < PATIENCE_MS) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    now = (await findGift(read, church.id, gift.reference)) ?? now
  }
  return now
}

/** True where the checkout is just being begun, or where whoever began it died before they could keep it. */
export const isUnbegun = ({ status, checkout_url, error }: BegunGift): boolean =>
  status === 'pending' && checkout_url === null && error === null
