/** Begins the checkout of a gift at its provider, outside any transaction, and keeps where it is. */
import { type Database, NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { type BegunGift, findGift } from './begin-gift.ts'
import type { GivingParts } from './parts.ts'
import type { ChurchProvider } from './payment-providers.ts'
import { type Checkout, type CheckoutAddresses, NoCheckout } from './provider.ts'
import { settle } from './settle.ts'

/** Errors of gifts whose checkout did not come about. */
export const [REFUSED, UNAVAILABLE, UNKNOWN] = ['checkout_refused', 'provider_unavailable', 'unknown_outcome'] as const

/**
 * Begins a checkout.
 * @returns its address; undefined when there is none: the gift then failed, or stays pending with `unknown_outcome`
 *   where the provider may have begun one that nobody was sent to
 */
export async function startCheckout(
  parts: GivingParts,
  church: Church,
  { provider, account }: ChurchProvider,
  gift: BegunGift,
): Promise<string | undefined> {
  const { database, network } = parts
  const description = `${gift.fund_name}, ${church.name}`
  try {
    const checkout = await provider.checkout({ ...gift, description }, account, network, addresses(parts, church, gift))
    await keep(database, church, gift, checkout)
    return checkout.url
  } catch (error) {
    if (!(error instanceof NoCheckout)) throw error
    parts.log.warn(
      { church: church.slug, provider: provider.name, gift: gift.id, kind: error.kind, why: error.message },
      'A checkout could not be begun',
    )
    await giveUp(parts, church, gift, error)
    return undefined
  }
}

function addresses({ baseUrl }: GivingParts, { slug }: Church, { reference }: BegunGift): CheckoutAddresses {
  const form = `${baseUrl()}/give/${slug}`
  return { form, thanks: `${form}/thanks?ref=${reference}`, test: `${form}/test/${reference}` }
}

/** Nothing of this is shown by the API, so nothing changed there. */
async function keep(database: Database, church: Church, gift: BegunGift, checkout: Checkout): Promise<void> {
  const { url, provider_ref } = checkout
  await database.write(NO_CHURCH, tx =>
    tx.run(sql`update gifts set checkout_url = ${url}, provider_ref = ${provider_ref}
      where church_id = ${church.id} and id = ${gift.id}`),
  )
}

async function giveUp(parts: GivingParts, church: Church, gift: BegunGift, error: NoCheckout): Promise<void> {
  const { database, clock } = parts
  const settled = { church, provider: gift.provider, reference: gift.reference }
  if (error.kind === 'unknown') {
    await database.write(church.id, tx =>
      tx.run(sql`update gifts set error = ${UNKNOWN}, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id = ${gift.id} and status = 'pending'`),
    )
    return
  }
  const why = error.kind === 'refused' ? REFUSED : UNAVAILABLE
  await settle(database, clock, settled, { status: 'failed', error: why, method: null, final: true })
  if (error.kind === 'refused') await tellRefusal(database, church, gift, error.message)
}

const KIND = 'payment_refused'

/** Giving does not work until somebody looks; told once a day. */
async function tellRefusal(database: Database, church: Church, gift: BegunGift, said: string): Promise<void> {
  await database.write(NO_CHURCH, async tx => {
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const told = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${KIND}
      and created_at > ${tx.now}::timestamptz - interval '1 day' limit 1`)
    if (told !== undefined) return
    await postNotice(tx, church.id, {
      kind: KIND,
      title: `${gift.provider} refuses payments`,
      body: `A gift could not be begun: ${gift.provider} said "${said}". Look at the account there; "sexton payment provider set ${gift.provider} --church ${church.slug}" sets it anew.`,
    })
  })
}

const LOOK_MS = 100
/** Longer than the provider is waited for. */
const PATIENCE_MS = 12_000

/** Waits for the checkout that another request, of the same form, is just beginning. @returns the gift as it is then */
export async function awaitCheckout(database: Database, church: Church, gift: BegunGift): Promise<BegunGift> {
  let now = gift
  for (let waited = 0; isBeginning(now) && waited < PATIENCE_MS; waited += LOOK_MS) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    now = (await findGift(database.read, church.id, gift.reference)) ?? now
  }
  return now
}

const isBeginning = ({ status, checkout_url, error }: BegunGift): boolean =>
  status === 'pending' && checkout_url === null && error === null
