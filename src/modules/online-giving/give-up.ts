/** The end of the questions about a gift: it expires, and where nobody can tell whether it was paid somebody has to look. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import type { AskedAbout } from './ask-provider.ts'
import { FORGOTTEN_GIVER } from './never-paid.ts'
import { hintRecurring } from './periods.ts'

/** A gift that may have been paid, though nobody could confirm it. */
export const UNCONFIRMED = 'unconfirmed'

/** Why nobody can tell whether a gift was paid. */
export type GivenUp = 'unanswered' | 'unknown' | 'processing' | 'unsettled'

const TITLE = msg('{provider} did not confirm what became of a gift')
const BODY = msg(
  'Gift {gift} ({reference}) may have been paid, and nobody could confirm it: {why, select, unanswered {it did not answer when it was asked} unknown {it cannot be asked: the account was removed, or its key is of another account} processing {it has said for weeks that the money is on its way} other {what it told could not be recorded; the log says why}}. Look for {reference} at {provider}. "{command}" shows others ({error}). Should {provider} tell of a payment later, the gift is recorded then.',
)

interface GivenUpGift {
  gift: AskedAbout
  /** Why nobody can tell whether it was paid; undefined where it surely was not. */
  why: GivenUp | undefined
}

/** Asks no more about a gift. One that still waits expires. */
export const giveUpGift = step({
  name: 'gifts.give_up',
  by: 'worker',
  run: (tx, { church }, { gift, why }: GivenUpGift) => giveUp(tx, church, gift, why),
})

async function giveUp(tx: Tx, church: Church, gift: AskedAbout, why: GivenUp | undefined): Promise<void> {
  const held = await tx.first<{
    status: string
    recurring_id: number | null
  }>(sql`select status, recurring_id from gifts
    where church_id = ${church.id} and id = ${gift.id} for no key update`)
  if (held === undefined || held.status === 'succeeded') return
  await tx.run(sql`update gifts set look_at = null, charge_at = null, ${FORGOTTEN_GIVER}
    where church_id = ${church.id} and id = ${gift.id}`)
  if (held.status === 'pending') {
    await tx.run(sql`update gifts set status = 'expired', error = ${why === undefined ? null : UNCONFIRMED},
        completed_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${gift.id}`)
    await hintRecurring(tx, church, held.recurring_id === null ? null : String(held.recurring_id))
  }
  // The provider told of a failure before it fell silent, which is an answer.
  const isAnswered = held.status === 'failed' && (why === 'unanswered' || why === 'unknown')
  if (why !== undefined && !isAnswered) await tellUnanswered(tx, church, gift, why)
}

const KIND = 'payment_unanswered'

/** Told once a day for a provider: a wrong key concerns every gift. */
async function tellUnanswered(tx: Tx, church: Church, gift: AskedAbout, why: GivenUp): Promise<void> {
  const { provider, reference } = gift
  const title = ENGLISH.say(TITLE, { provider })
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const told = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${KIND}
    and title = ${title} and created_at > ${tx.now}::timestamptz - interval '1 day' limit 1`)
  if (told !== undefined) return
  await postNotice(tx, church.id, {
    kind: KIND,
    title: TITLE,
    body: BODY,
    values: {
      why,
      gift: String(gift.id),
      reference,
      provider,
      error: UNCONFIRMED,
      command: `sexton gift list --church ${church.slug} --status expired`,
    },
  })
}
