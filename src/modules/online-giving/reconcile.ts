/**
 * Finds payments whose callback was lost: asks the providers about gifts that are not paid as far as we know, with growing
 * gaps (see look-gaps.ts), and gives a gift up in the end. Run by upkeep.ts on every node; a gift is asked about by one of
 * them.
 */
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { type Answer, type AskedAbout, ask } from './ask-provider.ts'
import { type GivenUp, giveUpGift } from './give-up.ts'
import { LOOK_GAPS, looksOf } from './look-gaps.ts'
import type { GivingParts } from './parts.ts'
import { type DueOf, inRounds, isOver, type Round } from './rounds.ts'
import { settleGift } from './settle.ts'

/** Gifts of one church in a round. */
const MOST_A_ROUND = 50

/** A gift that this node asks about now. */
interface Claimed extends AskedAbout {
  looks: number
  is_processing: boolean
}

/**
 * Asks about the gifts that are due, each provider beside the others, so that one that hangs holds up itself only.
 * @param stop ends the round after the questions that are being asked
 * @returns how many were asked about
 */
export async function reconcileGifts(parts: GivingParts, stop?: AbortSignal): Promise<number> {
  const now = parts.clock.now().toISOString()
  const due = await parts.read.all<DueOf>(sql`
    select p.provider, array_agg(p.slug order by p.id) as slugs from (
      select distinct g.provider, c.slug, c.id from churches c join gifts g on g.church_id = c.id
      where g.look_at <= ${now}::timestamptz) p group by p.provider`)
  const one = (church: Church, round: Round): Promise<number> => reconcileChurch(parts, church, round)
  return await inRounds(parts, due, { one, failed: 'The gifts of a church could not be asked about', stop })
}

async function reconcileChurch(parts: GivingParts, church: Church, round: Round): Promise<number> {
  for (let asked = 0; asked < MOST_A_ROUND; asked += 1) {
    const gift = isOver(round) ? undefined : await parts.take(claimDue, church, round)
    if (gift === undefined) return asked
    const answer = await askAndSettle(parts, church, gift)
    if (answer.status === 'unanswered') {
      round.silent ||= answer.silent
      // Who does not answer about one gift is not asked about the next of the church before another round.
      return asked + 1
    }
  }
  return MOST_A_ROUND
}

async function askAndSettle(parts: GivingParts, church: Church, gift: Claimed): Promise<Answer> {
  const { take, log } = parts
  const { provider, reference } = gift
  let answer: Answer = { status: 'pending' }
  let why: GivenUp | undefined
  try {
    const told = await ask(parts, church, gift)
    answer = told
    if (told.status !== 'unanswered') await take(settleGift, church, { provider, reference, state: told })
    if (answer.status === 'unanswered' || answer.status === 'unknown' || answer.status === 'processing') {
      why = answer.status
    }
  } catch (error) {
    // When the database is back, the next look finds out.
    if (isUnavailable(error)) throw error
    log.warn({ err: error, church: church.slug, gift: gift.id }, 'A gift could not be settled')
    why = 'unsettled'
  }
  const isProcessing = answer.status === 'processing' || (gift.is_processing && why !== undefined)
  if (gift.looks >= looksOf(isProcessing)) {
    await take(giveUpGift, church, { gift, why })
  }
  return answer
}

/**
 * Takes a gift that is due, so that no other node asks about it; should this one die, it is due again. First questions
 * come first: however many gifts are begun and not paid, one that was paid is found soon.
 */
const claimDue = step({
  name: 'gifts.claim_due',
  by: 'worker',
  unseen: true,
  run(tx, { church }, { provider, now }: Pick<Round, 'provider' | 'now'>) {
    const gaps = `{${LOOK_GAPS.join(',')}}`
    return tx.first<Claimed>(sql`
      with due as (select id as due_id, ${now}::timestamptz
            + (${gaps}::integer[])[least(looks + 2, ${LOOK_GAPS.length})] * interval '1 minute' as next_at
          from gifts where church_id = ${church.id} and provider = ${provider} and look_at <= ${now}::timestamptz
          order by looks, look_at, id limit 1 for update skip locked)
      update gifts set looks = looks + 1, looked_at = ${now}::timestamptz, look_at = due.next_at
      from due where church_id = ${church.id} and id = due.due_id
      returning id, reference, provider, provider_ref, looks, processing_at is not null as is_processing,
        mandate_id is not null as charged`)
  },
})
