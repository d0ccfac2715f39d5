/** What administrators are told of refunds and disputes. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import type { ToldDispute, ToldRefund } from './provider.ts'
import { NOTHING_LEFT } from './refunds.ts'

interface OfGift {
  id: number
  reference: string
  currency: string
  amount: number
}

interface Failed {
  gift: OfGift
  kept: { id: number; amount: number }
  error: string | null
}

/** One that was asked for, or was said to be on its way, did not come about. */
export async function tellFailed(tx: Tx, church: Church, { gift, kept, error }: Failed): Promise<void> {
  await postNotice(tx, church.id, {
    kind: 'refund_failed',
    title: msg('A refund of {amount} did not go through'),
    body: msg(
      'Nothing went back of online gift {gift} ({reference}): {error}. The gift counts as if the refund had not been asked for.',
    ),
    values: {
      amount: { amount: kept.amount, currency: gift.currency },
      gift: String(gift.id),
      reference: gift.reference,
      error:
        error === NOTHING_LEFT
          ? msg('so much of it had gone back at the provider meanwhile')
          : (error ?? msg('the provider does not say why')),
    },
  })
}

const MISMATCH = 'refund_mismatch'

/** More went back than there was, or in another currency: what cannot be so is not recorded. Told once. */
export async function tellClipped(
  tx: Tx,
  church: Church,
  gift: OfGift,
  told: ToldRefund,
  recorded: number,
): Promise<void> {
  const title = msg('Refund {refund} does not fit its gift')
  const told_before = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${MISMATCH}
    and title = ${ENGLISH.say(title, { refund: told.provider_refund_id })} limit 1`)
  if (told_before !== undefined) return
  await postNotice(tx, church.id, {
    kind: MISMATCH,
    title,
    body: msg(
      'The provider reports a refund of {amount} in minor units of {currency} for online gift {gift} ({reference}) of {given}. {recorded} of it is recorded. Look at the payment there.',
    ),
    values: {
      refund: told.provider_refund_id,
      amount: String(told.amount),
      currency: told.currency,
      gift: String(gift.id),
      reference: gift.reference,
      given: { amount: gift.amount, currency: gift.currency },
      recorded: { amount: recorded, currency: gift.currency },
    },
  })
}

/** Nobody could say what became of a refund that was asked for. */
export async function tellUnconfirmed(tx: Tx, church: Church, { gift, kept }: Omit<Failed, 'error'>): Promise<void> {
  await postNotice(tx, church.id, {
    kind: 'refund_unanswered',
    title: msg('Nobody could confirm a refund of {amount}'),
    body: msg(
      'The provider was asked for two days what became of the refund of online gift {gift} ({reference}), and did not say. Look for the payment there before you refund it once more. Should the provider tell of it later, it is recorded then.',
    ),
    values: {
      amount: { amount: kept.amount, currency: gift.currency },
      gift: String(gift.id),
      reference: gift.reference,
    },
  })
}

/** A giver's bank asks for money back, or has decided. */
export async function tellDispute(
  tx: Tx,
  church: Church,
  gift: OfGift & { isBooked: boolean },
  { status, amount, currency, respond_by }: ToldDispute,
): Promise<void> {
  await postNotice(tx, church.id, {
    kind: `dispute_${status}`,
    title: msg(
      '{status, select, open {A giver’s bank asks for {amount} back} won {A dispute of {amount} ended for you} other {A dispute of {amount} was lost}}',
    ),
    body: gift.isBooked
      ? msg(
          'Online gift {gift} ({reference}). {status, select, open {It counts until this is decided. Answer at the provider{by, select, none {} other { by {by}}}, with what shows that it was given.} won {It goes on counting.} other {The money went back, and the gift counts for less.}}',
        )
      : msg(
          'Online gift {gift} ({reference}), which is not in the books. {status, select, open {Answer at the provider{by, select, none {} other { by {by}}}.} won {The money stays.} other {The money went back.}}',
        ),
    values: {
      status,
      amount: { amount: Math.trunc(amount), currency },
      gift: String(gift.id),
      reference: gift.reference,
      by: respond_by === null ? 'none' : { date: respond_by.slice(0, 10) },
    },
  })
}
