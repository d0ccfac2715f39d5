/** Makes the batch of a payout, with the gifts of its payments; notes it where the bank sent one back. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { msg } from '../../texts/language.ts'
import { netOf, type PayoutLine, payoutSums } from '../batches/payout-sums.ts'
import { recordPayout, sendBack } from '../batches/payouts.ts'
import type { ToldLine, ToldPayout } from './payout.ts'

/** What the provider does not itemize, so that the lines always come to what the bank got. */
const UNEXPLAINED = 'unexplained'

interface Made {
  provider: string
  title: string
  told: Omit<ToldPayout, 'lines'>
  lines: readonly ToldLine[]
}

/** Makes the batch; where there is one of the payout already, nothing. */
export const makePayout = step({
  name: 'payouts.make',
  by: 'worker',
  async run(tx, { church, clock }, { provider, title, told, lines }: Made): Promise<number | undefined> {
    const { payout_id, currency, net, made_on, arrives_on } = told
    const gifts = await lockGifts(tx, church.id, provider, lines)
    const mine = {
      byPayment: new Map(gifts.flatMap(gift => (gift.payment_id === null ? [] : [[gift.payment_id, gift]]))),
      byReference: new Map(gifts.map(gift => [gift.reference, gift])),
    }
    const matched = lines.map(line => matchLine(line, mine, church))
    return await recordPayout(tx, church, today(clock.now(), church.timezone), {
      ...{ provider, title, reference: payout_id, currency, net, made_on, arrives_on },
      lines: [...matched, ...unexplained(net, matched)],
    })
  },
})

interface Gift {
  id: number
  reference: string
  payment_id: string | null
  contribution_id: number | null
}

/** The gifts of the payments, held: what goes back of one at this moment is waited for, and finds the batch. */
async function lockGifts(tx: Tx, church: number, provider: string, lines: readonly ToldLine[]): Promise<Gift[]> {
  const payments = lines.flatMap(({ payment_id }) => payment_id ?? [])
  const references = lines.flatMap(({ gift }) => gift ?? [])
  const found = await tx.all<{
    id: number
  }>(sql`select id from gifts where church_id = ${church} and provider = ${provider}
      and payment_id = any(${payments}::text[])
    union select id from gifts where church_id = ${church} and provider = ${provider} and status = 'succeeded'
      and reference = any(${references}::text[])`)
  return await tx.all<Gift>(sql`select id, reference, payment_id, contribution_id from gifts
    where church_id = ${church} and id = any(${idArray(found.map(({ id }) => id))}) order by id for no key update`)
}

/** The gifts by what lines may call them. */
interface Mine {
  byPayment: ReadonlyMap<string, Gift>
  byReference: ReadonlyMap<string, Gift>
}

function matchLine(line: ToldLine, { byPayment, byReference }: Mine, { timezone }: Church): PayoutLine {
  const { kind, reference, payment_id, gift, amount, fee, happened_at } = line
  const mine = byPayment.get(payment_id ?? '') ?? byReference.get(gift ?? '')
  return {
    ...{ kind, reference, amount, fee },
    payment_id: payment_id ?? mine?.payment_id ?? null,
    happened_on: happened_at === null ? null : today(new Date(happened_at), timezone),
    contribution_id: mine?.contribution_id ?? null,
  }
}

function unexplained(net: number, lines: readonly PayoutLine[]): PayoutLine[] {
  const amount = net - netOf(payoutSums(lines))
  if (amount === 0) return []
  const nobody = { payment_id: null, fee: 0, happened_on: null, contribution_id: null }
  return [{ kind: 'other', reference: UNEXPLAINED, amount, ...nobody }]
}

interface SentBack {
  provider: string
  title: string
  payout_id: string
  error: string | null
}

/** The bank sent a payout back: noted once, and told. */
export const sendPayoutBack = step({
  name: 'payouts.send_back',
  by: 'worker',
  async run(tx, { church, clock }, { provider, title, payout_id, error }: SentBack): Promise<void> {
    const back = await sendBack(tx, church, clock, { provider, reference: payout_id, error })
    if (back === undefined) return
    await postNotice(tx, church.id, {
      kind: 'payout_failed',
      title: msg('Your bank sent a payout of {amount} back'),
      body: msg(
        '{provider} tells that payout {payout} did not arrive: {error}. {deposited, select, yes {It was confirmed as deposit {number}, which stays as it is; the journal takes the money back.} other {It is put away, and its gifts come with the payout that is sent in its place.}} Check the bank account that you gave {provider}.',
      ),
      values: {
        amount: { amount: back.net, currency: back.currency },
        provider: title,
        payout: payout_id,
        error: error ?? msg('it does not say why'),
        deposited: back.number === null ? 'no' : 'yes',
        number: back.number ?? '',
      },
    })
  },
})
