/** Asks a provider what of a paid gift may be charged again, and keeps it: then the recurring gift begins. */
import { sql } from '../../db/sql.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { languageFor } from '../../texts/spoken.ts'
import type { Vault } from '../../vault.ts'
import { askToConfirm } from '../online-giving/begin-recurring.ts'
import type { GivingParts } from '../online-giving/parts.ts'
import { churchProvider } from '../online-giving/payment-providers.ts'
import { type Mandate, NotAllowed, ProviderFault } from '../online-giving/provider.ts'
import { CONSENT } from '../online-giving/recurring-form.ts'
import type { Round } from '../online-giving/rounds.ts'
import { tellAccount } from './account-notice.ts'
import { activate } from './activate.ts'
import { MANDATE_USE } from './mandates.ts'
import { lockRecurring, setRecurring } from './recurring-row.ts'

/** Minutes until the provider is asked again, where it did not answer; then the giver pays by a link each time. */
const GAPS = [1, 5, 30, 120, 480, 1_440] as const

interface Asked {
  recurring: number
  gift: number
  reference: string
  provider: string
  provider_ref: string | null
  looks: number
}

/** Asks a provider about one payment of a church that is due. @returns false where none is */
export async function keepOneMandate(parts: GivingParts, church: Church, round: Round): Promise<boolean> {
  const { take, log, vault } = parts
  const asked = await take(claimMandate, church, round.provider)
  if (asked === undefined) return false
  let mandate: Mandate | undefined
  try {
    const found = await churchProvider(parts.read, vault, church.id, asked.provider)
    if (found === undefined) {
      await take(putOffMandate, church, { ...asked, said: null })
      return true
    }
    mandate = await found.provider.mandate?.(asked, found.account, parts.network)
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    log.warn({ church: church.slug, gift: asked.gift, why: error.message }, 'A mandate was not told of')
    if (error instanceof NoAnswer) round.silent = true
    if (error instanceof NotAllowed) {
      await take(putOffMandate, church, { ...asked, said: error.message })
      return true
    }
    if (asked.looks <= GAPS.length) return true
  }
  await take(keepMandate, church, { asked, mandate, vault })
  return true
}

/** Takes one that is due, so that no other node asks about it; should this one die, it is due again. */
const claimMandate = step({
  name: 'recurring_gifts.claim_mandate',
  by: 'worker',
  unseen: true,
  async run(tx, { church, clock }, provider: string): Promise<Asked | undefined> {
    const now = clock.now().toISOString()
    const claimed = await tx.first<{ id: number; gift: number; looks: number }>(sql`
      with due as (select id as due_id, ${now}::timestamptz
            + (${`{${GAPS.join(',')}}`}::integer[])[least(mandate_looks + 1, ${GAPS.length})] * interval '1 minute' as next_at
          from recurring_gifts where church_id = ${church.id} and mandate_look_at <= ${now}::timestamptz and held_at is null
            and exists (select 1 from gifts as g where g.church_id = ${church.id} and g.id = mandate_gift_id
              and g.provider = ${provider})
          order by mandate_look_at, id limit 1 for update skip locked)
      update recurring_gifts set mandate_looks = mandate_looks + 1, mandate_look_at = due.next_at
      from due where church_id = ${church.id} and id = due.due_id
      returning id, mandate_gift_id as gift, mandate_looks as looks`)
    if (claimed === undefined) return undefined
    const gift = await tx.first<
      Pick<Asked, 'reference' | 'provider' | 'provider_ref'>
    >(sql`select reference, provider, provider_ref
      from gifts where church_id = ${church.id} and id = ${claimed.gift}`)
    return gift && { recurring: claimed.id, gift: claimed.gift, looks: claimed.looks, ...gift }
  },
})

/** Minutes until it is asked again where the account is refused, or gone; neither counts as a look. */
const REFUSED_MINUTES = 60

/** What is due of the provider waits; administrators are told. */
const putOffMandate = step({
  name: 'recurring_gifts.put_off_mandate',
  by: 'worker',
  unseen: true,
  async run(
    tx,
    { church, clock },
    { recurring, provider, looks, said }: Asked & { said: string | null },
  ): Promise<void> {
    const later = new Date(clock.now().getTime() + REFUSED_MINUTES * 60_000).toISOString()
    await tx.run(sql`update recurring_gifts set mandate_looks = mandate_looks - 1, mandate_look_at = ${later}::timestamptz
      where church_id = ${church.id} and id = ${recurring} and mandate_looks = ${looks} and mandate_look_at is not null`)
    await tellAccount(tx, church, { provider, said })
  },
})

interface Kept {
  asked: Asked
  /** Undefined where this payment cannot be repeated. */
  mandate: Mandate | undefined
  /** Seals its token. */
  vault: Vault
}

export const keepMandate = step({
  name: 'recurring_gifts.keep_mandate',
  by: 'worker',
  async run(tx, { church, clock }, { asked, mandate, vault }: Kept): Promise<void> {
    const one = await lockRecurring(tx, church.id, asked.recurring)
    // Another node was told the same, or it ended meanwhile.
    if (one === undefined || one.mandate_gift_id !== asked.gift || one.status === 'cancelled') return
    const isOpen = await tx.first(sql`select 1 from recurring_gifts where church_id = ${church.id} and id = ${one.id}
      and mandate_look_at is not null`)
    if (isOpen === undefined) return
    const now = clock.now()
    await setRecurring(tx, church.id, one, { mandate_look_at: null })
    if (mandate === undefined) {
      if (one.status !== 'pending') return
      // Their bank lets nobody repeat this payment: they get a link each time, when they said that the address is theirs.
      await setRecurring(tx, church.id, one, { mode: 'remind' })
      await askToConfirm(tx, church, now, one.id)
      return
    }
    const { customer_ref, token, kind, brand, last4, expires_on } = mandate
    // Another process may have turned the key over since this one began.
    await vault.agreeWithin(tx)
    const sealed = vault.seal(church.id, MANDATE_USE, token)
    // As it stood in the form.
    const consent = languageFor(church, one.language).say(CONSENT, { church: church.name })
    const made = await tx.first<{
      id: number
    }>(sql`insert into mandates (church_id, provider, is_test, customer_ref, token, kind,
        brand, last4, expires_on, consent, consented_at, created_at, updated_at)
      select ${church.id}, g.provider, g.is_test, ${customer_ref}, ${sealed}, ${kind}, ${brand}, ${last4}, ${expires_on}::date,
        ${consent}, g.created_at, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from gifts as g where g.church_id = ${church.id} and g.id = ${asked.gift} returning id`)
    await tx.run(sql`update mandates set status = 'ended', token = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${one.mandate_id} and status <> 'ended'`)
    await setRecurring(tx, church.id, one, { mandate_id: made?.id ?? null, mode: 'charge' })
    if (one.status === 'pending') await activate(tx, church, now, one)
  },
})
