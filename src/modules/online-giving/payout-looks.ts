/** When an account is asked for its payouts: once a day, and when it calls back. One node asks at a time. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { msg } from '../../texts/language.ts'

const MINUTE_MS = 60_000
/** A node that dies while it asks leaves the account to another after this. */
const CLAIM_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/** After a question that was not answered. */
const AGAIN_MS = 60 * MINUTE_MS
/** Days that are asked about again: what is told late, and what a bank sends back. */
const BACK_DAYS = 14

/** An account that this node asks now. */
export interface Claim {
  provider: string
  /** The first day that is asked about. */
  since: string
  /** Until when nobody else asks; it changes when the provider calls back meanwhile. */
  until: string
}

export const claimPayouts = step({
  name: 'payouts.claim',
  by: 'worker',
  unseen: true,
  async run(tx, { church, clock }, provider: string): Promise<Claim | undefined> {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS).toISOString()
    const claimed = await tx.first<{
      since: string
    }>(sql`with t as (update payment_providers set payouts_look_at = ${until}::timestamptz
        where church_id = ${church.id} and provider = ${provider} and payouts_look_at <= ${now.toISOString()}::timestamptz
        returning payouts_since, payouts_seen_on)
      select greatest(payouts_since, coalesce(payouts_seen_on, payouts_since) - ${BACK_DAYS}::integer)::text as since from t`)
    return claimed && { provider, since: claimed.since, until }
  },
})

/** What came of asking. */
export interface Looked {
  claim: Claim
  title: string
  /** What went wrong; null where all payouts were told. */
  error: string | null
  /** What to change at the provider; only where the key may not read payouts. */
  rights?: string | undefined
}

/** What stands on the account while its key may not read payouts, whatever else fails meanwhile. */
const REFUSED = 'refused: '

export const endLook = step({
  name: 'payouts.looked',
  by: 'worker',
  unseen: true,
  async run(tx, { church, clock }, { claim, error, rights, title }: Looked): Promise<void> {
    const now = clock.now()
    const next = new Date(now.getTime() + (error === null ? DAY_MS : AGAIN_MS)).toISOString()
    const before = await tx.first<{ error: string | null }>(sql`select payouts_error as error from payment_providers
      where church_id = ${church.id} and provider = ${claim.provider} for no key update`)
    const seen = error === null ? today(now, church.timezone) : null
    const wasRefused = before?.error?.startsWith(REFUSED) === true
    const kept = rights !== undefined ? `${REFUSED}${error}` : wasRefused && error !== null ? before.error : error
    await tx.run(sql`update payment_providers set payouts_error = ${kept},
        payouts_seen_on = coalesce(${seen}::date, payouts_seen_on)
      where church_id = ${church.id} and provider = ${claim.provider}`)
    // Where it was called back meanwhile, that look is still to come.
    await tx.run(sql`update payment_providers set payouts_look_at = ${next}::timestamptz
      where church_id = ${church.id} and provider = ${claim.provider} and payouts_look_at = ${claim.until}::timestamptz`)
    if (rights !== undefined && before !== undefined && !wasRefused) {
      await tellRights(tx, church, { title, rights, error })
    }
  },
})

/** Told once, until payouts could be read again. */
async function tellRights(
  tx: Tx,
  church: Church,
  { title, rights, error }: Pick<Looked, 'title' | 'rights' | 'error'>,
): Promise<void> {
  await postNotice(tx, church.id, {
    kind: 'payouts_refused',
    title: msg('{provider} does not let us read its payouts'),
    body: msg(
      'Gifts come in as before, but what {provider} sends to your bank cannot be shown. {rights} What it said: {error}',
    ),
    values: { provider: title, rights: rights ?? '', error: error ?? '' },
  })
}

/** A callback tells of a payout: it is asked for at once. */
export const wakePayouts = step({
  name: 'payouts.wake',
  by: 'worker',
  unseen: true,
  run: (tx, { church, clock }, provider: string) =>
    tx.run(sql`update payment_providers set payouts_look_at = ${clock.now().toISOString()}::timestamptz
      where church_id = ${church.id} and provider = ${provider} and payouts_look_at is not null`),
})
