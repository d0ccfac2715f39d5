/** Total, sum and page of a list come from one snapshot (decisions, Money): they agree, whatever is written meanwhile. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { foldWritten } from '../src/resource/tally.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

/** A pseudo-random choice that can be repeated. */
function chooser(seed: number): <T>(list: readonly T[]) => T {
  let state = seed
  return list => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return list[Math.floor((state / 2_147_483_648) * list.length)] as (typeof list)[number]
  }
}

interface World {
  church: TestChurch
  branches: number[]
  funds: number[]
  gifts: number[]
  people: number[]
}

async function makeWorld(): Promise<World> {
  const church = await service.church()
  const north = await church.branch('North')
  const roof = await church.act(createFund, { name: 'Roof' })
  const branches = [church.church.hq_branch_id, north, await church.branch('Yaba', north)]
  return { church, branches, funds: [church.fund_id, roof.id], gifts: [], people: [] }
}

type Step = (world: World, choose: ReturnType<typeof chooser>) => Promise<void>

const give: Step = async ({ church, branches, funds, gifts }, choose) => {
  const body = {
    amount: choose([1, 20, 300, 4000]),
    branch_id: choose(branches),
    fund_id: choose(funds),
    method: choose(['cash', 'pos']),
  }
  gifts.push((await church.send('POST', '/contributions', body)).json.data.id)
}
const undo: Step = async ({ church, gifts }, choose) => {
  if (gifts.length > 0) await church.act(voidContribution, { id: choose(gifts) })
}
const join: Step = async ({ church, branches, people }, choose) => {
  const body = { first_name: 'Ada', branch_id: choose(branches), status: choose(['member', 'visitor']) }
  people.push((await church.send('POST', '/people', body)).json.data.id)
}
const move: Step = async ({ church, branches, people }, choose) => {
  if (people.length === 0) return
  const body = { branch_id: choose(branches), status: choose(['member', 'visitor']) }
  await church.send('PATCH', `/people/${choose(people)}`, body)
}
const leave: Step = async ({ church, people }, choose) => {
  if (people.length > 0) await church.act(removePerson, { id: choose(people) })
}
const fold: Step = () => foldWritten(service.database)

const WRITES = [give, give, give, undo, join, join, move, move, leave, fold]

/** Lists whose totals come from the tallies, are counted, or are remembered. */
const queries = ({ branches, funds }: World): string[] => [
  '/contributions?',
  '/contributions?status=all',
  '/contributions?status=void',
  `/contributions?branch_id=${branches[1]}`,
  '/contributions?method=cash',
  `/contributions?fund_id=${funds[1]}&status=all`,
  '/contributions?updated_since=2020-01-01',
  '/people?',
  '/people?include_deleted=1',
  '/people?status=member',
  `/people?branch_id=${branches[1]}&include_deleted=1`,
  '/people?q=ada',
  '/people?updated_since=2020-01-01&status=visitor',
]

/** One answer holds the whole list, so it can be checked by itself: a plain count of what it shows. */
async function check(send: TestChurch['send'], query: string): Promise<void> {
  const { json, text } = await send('GET', `${query}&per_page=100`)
  assert.ok(json.ok, text)
  assert.ok(json.meta.total <= 100, 'the list fits into one page')
  assert.equal(json.meta.total, json.data.length, query)
  if (json.meta.sum_amount_base === undefined) return
  const sum = json.data.reduce((all: number, one: { amount_base: number }) => all + one.amount_base, 0)
  assert.equal(json.meta.sum_amount_base, sum, query)
}

for (const seed of [1, 2, 3]) {
  test(`total and sum agree with a plain count of the page beside 4 writers (seed ${seed})`, async () => {
    const world = await makeWorld()
    const limited = world.church.as(await world.church.keyFor(['all'], world.branches[1]))
    let running = 4
    const writing = Array.from({ length: running }, async (_, index) => {
      const choose = chooser(seed * 100 + index)
      for (let step = 0; step < 35; step += 1) await choose(WRITES)(world, choose)
      running -= 1
    })
    const choose = chooser(seed)
    let checks = 0
    while (running > 0) {
      await check(choose([world.church.send, limited]), choose(queries(world)))
      checks += 1
    }
    await Promise.all(writing)
    assert.ok(checks > 10)
    for (const folded of [false, true]) {
      if (folded) await foldWritten(service.database)
      for (const query of queries(world)) for (const send of [world.church.send, limited]) await check(send, query)
    }
  })
}

test('the sum stays exact beyond what one gift can hold', async () => {
  const church = await service.church()
  for (let count = 0; count < 3; count += 1) await church.send('POST', '/contributions', { amount: 999_999_999_999 })
  const { meta } = (await church.send('GET', '/contributions?per_page=1')).json
  assert.deepEqual([meta.total, meta.sum_amount_base, meta.has_more], [3, 2_999_999_999_997, true])
})
