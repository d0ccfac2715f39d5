/**
 * Finds payments whose callback was lost: asks the providers about gifts that are still pending, with growing gaps (see
 * look-gaps.ts), and lets a gift expire in the end. Run by upkeep.ts on every node; a gift is asked about by one of them.
 */
import { NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { findChurch } from '../church/churches.ts'
import { type AskedAbout, ask } from './ask-provider.ts'
import { LOOK_GAPS } from './look-gaps.ts'
import type { GivingParts } from './parts.ts'
import { settle } from './settle.ts'

/** Churches at the same time, and gifts of one church in a round: a provider that hangs holds up its church only. */
const [AT_ONCE, MOST_A_ROUND] = [8, 20]

/**
 * Asks about the gifts that are due.
 * @returns how many were asked about
 */
export async function reconcileGifts(parts: GivingParts): Promise<number> {
  const now = parts.clock.now().toISOString()
  const due = await parts.database.read.all<{ slug: string }>(sql`select slug from churches c where exists (
    select 1 from gifts g where g.church_id = c.id and g.look_at <= ${now}::timestamptz) order by id`)
  let asked = 0
  const worker = async (): Promise<void> => {
    for (let next = due.shift(); next !== undefined; next = due.shift()) {
      const church = await findChurch(parts.database, next.slug)
      if (church === undefined) continue
      try {
        asked += await reconcileChurch(parts, church, now)
      } catch (error) {
        parts.log.warn({ err: error, church: church.slug }, 'The gifts of a church could not be asked about')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return asked
}

async function reconcileChurch(parts: GivingParts, church: Church, now: string): Promise<number> {
  for (let asked = 0; asked < MOST_A_ROUND; asked += 1) {
    const gift = await claim(parts, church, now)
    if (gift === undefined) return asked
    const state = await ask(parts, church, gift)
    const settled = { church, ...gift }
    if (state !== undefined && state.status !== 'pending') await settle(parts.database, parts.clock, settled, state)
    else if (gift.looks >= LOOK_GAPS.length) {
      await settle(parts.database, parts.clock, settled, { status: 'expired' })
      if (state === undefined) await tellUnanswered(parts, church, gift)
    }
    // Who does not answer about one gift is not asked about the next before another round.
    if (state === undefined) return asked + 1
  }
  return MOST_A_ROUND
}

/** Takes the gift that is due the longest, so that no other node asks about it; should this one die, it is due again. */
async function claim(
  { database }: GivingParts,
  church: Church,
  now: string,
): Promise<(AskedAbout & { looks: number }) | undefined> {
  const gaps = `{${LOOK_GAPS.join(',')}}`
  return await database.write(NO_CHURCH, tx =>
    tx.first<AskedAbout & { looks: number }>(sql`update gifts set looks = looks + 1, looked_at = ${now}::timestamptz,
        look_at = ${now}::timestamptz
          + (${gaps}::integer[])[least(looks + 2, ${LOOK_GAPS.length})] * interval '1 minute'
      where church_id = ${church.id} and id = (select id from gifts
        where church_id = ${church.id} and look_at <= ${now}::timestamptz
        order by look_at, id limit 1 for update skip locked)
      returning id, reference, provider, provider_ref, currency, looks`),
  )
}

/** Nobody knows whether it was paid: somebody has to look. */
async function tellUnanswered({ database }: GivingParts, church: Church, gift: AskedAbout): Promise<void> {
  await database.write(NO_CHURCH, tx =>
    postNotice(tx, church.id, {
      kind: 'payment_unanswered',
      title: `${gift.provider} did not say what became of a gift`,
      body: `Gift ${gift.id} (${gift.reference}) was begun two days ago. ${gift.provider} told nothing of its payment and did not answer when it was asked. Look for ${gift.reference} there. Should it tell of a payment later, the gift is recorded then.`,
    }),
  )
}
