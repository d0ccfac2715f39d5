/**
 * Nodes that die at each moment of what a provider tells of money that goes back, refunds from its own dashboard and disputes: told
 * again, doubled, late, in the wrong order and on two nodes at once, it counts once (decision 0027).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DyingNodes, type Moment, startDying } from './crash/dying-node.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { type GivingChurch, type GivingService, startGiving, takeCall } from './support/giving.ts'
import { moneyBack, PAID_BY } from './support/money-back.ts'
import { proved } from './support/proved.ts'
import type { SignedCall } from './support/stripe.ts'

let service: GivingService
let other: Awaited<ReturnType<GivingService['node']>>
let dying: DyingNodes
let church: GivingChurch

before(async () => {
  service = await startGiving()
  other = await service.node()
  dying = await startDying(service)
})
after(async () => {
  await dying.close()
  await other.close()
  await service.close()
})

const PLAYS = moneyBack(() => ({ service, church }))

/** All of these at once, each on both nodes. */
async function tellBoth(calls: readonly SignedCall[]): Promise<void> {
  const told = await Promise.all(calls.flatMap(call => [service.url, other.url].map(url => church.callBack(call, url))))
  assert.deepEqual(new Set(told), new Set([200]))
}

const MOMENTS = [
  ['in the middle', midTransaction],
  ['before the commit', beforeCommit],
  ['when it is committed and nobody knows', afterCommit],
] as const

/** How the gift of 50,000.00 stands when all is told. */
interface Standing {
  refunded: number
  dispute: string | null
  refunds: string[]
  /** Posted contributions of it. */
  posted: number[]
  recorded: number
  voided: number
  notices: Record<string, number>
}

interface Story {
  what: string
  /** What tells the statement of the transaction that dies. */
  marker: string
  /** What is told before. */
  first(play: (typeof PLAYS)['stripe']): readonly SignedCall[]
  /** What comes late, though it was told before. */
  late(play: (typeof PLAYS)['stripe']): readonly SignedCall[]
  /** While this is told the node dies. */
  call(play: (typeof PLAYS)['stripe']): SignedCall
  standing: Standing
}

const [KEPT, SETTLED] = ['update gifts set disputes', 'update refunds set status']

const STORIES: readonly Story[] = [
  {
    what: 'a part is refunded in the dashboard',
    marker: SETTLED,
    first(play) {
      play.refund(2_000_000)
      return []
    },
    call: play => play.refundCall(),
    late: () => [],
    standing: {
      ...{ refunded: 2_000_000, dispute: null, refunds: ['provider succeeded 2000000'], posted: [3_000_000] },
      ...{ recorded: 2, voided: 1, notices: {} },
    },
  },
  {
    what: 'a dispute is opened',
    marker: KEPT,
    first: () => [],
    call: play => play.disputeCall('open'),
    late: () => [],
    standing: {
      ...{ refunded: 0, dispute: 'open', refunds: [], posted: [5_000_000] },
      ...{ recorded: 1, voided: 0, notices: { dispute_open: 1 } },
    },
  },
  {
    what: 'a dispute is lost',
    marker: SETTLED,
    first: play => [play.disputeCall('open')],
    call: play => play.disputeCall('lost', 'closed'),
    late: play => [play.disputeCall('open')],
    standing: {
      ...{ refunded: 5_000_000, dispute: 'lost', refunds: ['dispute succeeded 5000000'], posted: [] },
      ...{ recorded: 1, voided: 1, notices: { dispute_open: 1, dispute_lost: 1 } },
    },
  },
  {
    what: 'a dispute that was lost is won after all',
    marker: SETTLED,
    first: play => [play.disputeCall('lost', 'closed')],
    call: play => play.disputeCall('won', 'closed'),
    late: play => [play.disputeCall('open')],
    standing: {
      ...{ refunded: 0, dispute: 'won', refunds: ['dispute failed 5000000'], posted: [5_000_000] },
      ...{ recorded: 2, voided: 1, notices: { dispute_lost: 1, dispute_won: 1 } },
    },
  },
]

/** A gift of 50,000.00 that was paid. @returns its reference and id */
async function given(play: (typeof PLAYS)['stripe']): Promise<{ id: number; reference: string }> {
  await church.give({ amount: '50,000.00' })
  await play.pay()
  return (await church.gifts()).at(-1)
}

async function standingOf({ id, reference }: { id: number; reference: string }): Promise<Standing> {
  const gift = (await church.send('GET', `/gifts/${id}`)).json.data
  const refunds = (await church.send('GET', `/refunds?gift_id=${id}`)).json.data
  const all = (await church.send('GET', '/contributions?status=all&per_page=100')).json.data
  const events = (await church.events()).filter(({ body }) => {
    return (body.data as { reference?: string }).reference === reference
  })
  const notices = await service.database.read.all<{ kind: string; n: number }>({
    text: 'select kind, count(*)::int as n from notices where church_id = $1 and body like $2 group by kind',
    values: [church.church.id, `%(${reference})%`],
  } as never)
  const posted = all.filter((one: { reference: string; status: string }) => {
    return one.reference === reference && one.status === 'posted'
  })
  return {
    refunded: gift.refunded_amount,
    dispute: gift.dispute,
    refunds: refunds.map((one: { source: string; status: string; amount: number }) => {
      return `${one.source} ${one.status} ${one.amount}`
    }),
    posted: posted.map(({ amount }: { amount: number }) => amount),
    recorded: events.filter(({ name }) => name === 'contribution.recorded').length,
    voided: events.filter(({ name }) => name === 'contribution.voided').length,
    notices: Object.fromEntries(notices.map(({ kind, n }) => [kind, n])),
  }
}

for (const provider of PAID_BY) {
  test(`${provider}: a node dies at each moment, and what is told again on two nodes counts once`, async t => {
    church = await service.givingChurch(provider)
    const play = PLAYS[provider]
    for (const { what, marker, first, call, late, standing } of STORIES) {
      for (const [when, watch] of MOMENTS) {
        const gift = await given(play)
        for (const one of first(play)) assert.equal(await church.callBack(one), 200)
        const [before, told] = [late(play), call(play)]
        const moment: Moment = (proxy, act) => watch(proxy, marker, act)
        await dying.die(moment, database => takeCall(service, database, church.callback, told))
        await tellBoth([...before, told])
        assert.equal(await church.callBack(told), 200)
        assert.deepEqual(await standingOf(gift), standing, `${what}, ${when}`)
      }
    }
    proved(t, STORIES.length * MOMENTS.length, 'kills at a step')
  })
}
