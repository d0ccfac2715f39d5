/**
 * Totals of records that say themselves as what they were counted (tally-marks.ts). All that is written here is written by plain
 * statements that know nothing of totals, as those of a server of before are.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { member, type TestMember } from '../../test/support/console.ts'
import { eventually } from '../../test/support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../test/support/service.ts'
import { ident, raw, type Sql, sql } from '../db/sql.ts'
import { HOUSE } from '../house.ts'
import { forgetPerson } from '../modules/people/forget.ts'
import { removePerson } from '../modules/people/remove.ts'
import { findUnfolded, foldWritten, recount } from './tally.ts'
import { isLate, isMarked } from './tally-marks.ts'

const RESOURCES = HOUSE.resourcesOn(HOUSE.optional)
const MARKED = RESOURCES.filter(isMarked)

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

interface World {
  church: TestChurch
  owner: TestMember
  branches: number[]
  limited: TestChurch['send']
}

async function makeWorld(): Promise<World> {
  const church = await service.church({ modules: [...HOUSE.optional] })
  const branches = [church.church.hq_branch_id, await church.branch('North'), await church.branch('South')]
  const limited = church.as(await church.keyFor(['all'], branches[1]))
  return { church, owner: await member(service, church, 'owner'), branches, limited }
}

let made = 0
/** What a record of a list may be, and how one is inserted. */
const LISTS: Record<string, { states: string[]; insert(world: World, branch: number, state: string): Sql }> = {
  gifts: {
    states: ['pending', 'failed', 'expired'],
    insert: (
      { church: { church, fund_id } },
      branch,
      state,
    ) => sql`insert into gifts (church_id, reference, form_id, fund_id,
        branch_id, amount, currency, provider, donor_name, donor_email, is_test, status, created_at, updated_at)
      values (${church.id}, ${`r${made}`}, ${`f${made}`}, ${fund_id}, ${branch}, 100, 'NGN', 'development', 'Ada',
        'a@example.org', true, ${state}, now(), now())`,
  },
  prayer_requests: {
    states: ['open', 'praying', 'closed'],
    insert: (
      { church: { church } },
      branch,
      state,
    ) => sql`insert into prayer_requests (church_id, branch_id, name, body, status,
        created_at, updated_at)
      values (${church.id}, ${branch}, 'Ada', 'For rain', ${state}, now(), now())`,
  },
  sermons: {
    states: ['draft', 'published'],
    insert: (
      { church: { church } },
      _branch,
      state,
    ) => sql`insert into sermons (church_id, title, slug, status, published_at)
      values (${church.id}, 'Hope', ${`s${made}`}, ${state}, case when ${state} = 'published' then now() end)`,
  },
}

type Step =
  | { kind: 'add'; branch: number; state: number; many: number }
  | { kind: 'move'; which: number; branch: number }
  | { kind: 'change'; which: number; state: number }
  | { kind: 'remove'; which: number }
  | { kind: 'fold' }
  | { kind: 'recount' }

const place = fc.nat({ max: 2 })
const which = fc.nat({ max: 40 })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add'), branch: place, state: place, many: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('move'), which, branch: place }),
    fc.record({ kind: fc.constant('change'), which, state: place }),
    fc.record({ kind: fc.constant('remove'), which }),
    fc.constant({ kind: 'fold' }),
    fc.constant({ kind: 'recount' }),
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 12 },
)

async function fold(): Promise<void> {
  await findUnfolded(service.database, RESOURCES)
  await foldWritten(service.database)
}

async function take(world: World, list: string, step: Step): Promise<void> {
  const { church, branches } = world
  const { id } = church.church
  const { states, insert } = LISTS[list] ?? assert.fail(list)
  const write = (statement: Sql) => service.database.write(id, tx => tx.run(statement))
  const state = 'state' in step ? (states[step.state % states.length] ?? '') : ''
  const branch = 'branch' in step ? (branches[step.branch] ?? 0) : 0
  const one =
    'which' in step
      ? sql`church_id = ${id} and id = (select id from ${ident(list)} where church_id = ${id}
    order by id offset ${step.which} limit 1)`
      : sql`false`
  if (step.kind === 'fold') return await fold()
  if (step.kind === 'recount') {
    const of = MARKED.find(({ name }) => name === list) ?? assert.fail(list)
    return await service.database.write(id, tx => recount(tx, id, of))
  }
  for (let n = 0; step.kind === 'add' && n < step.many; n += 1) {
    made += 1
    await write(insert(world, branch, state))
  }
  if (step.kind === 'move' && list !== 'sermons')
    await write(sql`update ${ident(list)} set branch_id = ${branch} where ${one}`)
  if (step.kind === 'remove' && list === 'sermons') await write(sql`update sermons set deleted_at = now() where ${one}`)
  if (step.kind !== 'change') return
  const more = list === 'sermons' ? sql`, published_at = case when ${state} = 'published' then now() end` : raw('')
  await write(sql`update ${ident(list)} set status = ${state}${more}, updated_at = now() where ${one}`)
}

/** The ids of a list by a plain statement. */
async function plain({ church }: World, list: string, condition: Sql): Promise<number[]> {
  const shown = list === 'sermons' ? sql`deleted_at is null` : sql`true`
  const rows = await service.database.read.all<{ id: number }>(sql`select id from ${ident(list)}
    where church_id = ${church.church.id} and ${shown} and ${condition} order by id`)
  return rows.map(({ id }) => id)
}

async function check(world: World, list: string): Promise<void> {
  const { church, owner, limited, branches } = world
  const theirs = list === 'sermons' ? sql`true` : sql`branch_id = ${branches[1]}`
  type Get = (method: 'GET', path: string) => Promise<Answered>
  const ask: [send: Get, query: string, ids: number[]][] = [
    [church.send, '', await plain(world, list, sql`true`)],
    [church.send, '&updated_since=2020-01-01', await plain(world, list, sql`true`)],
    [limited, '', await plain(world, list, theirs)],
  ]
  for (const state of LISTS[list]?.states ?? []) {
    ask.push([owner.inChurch, `&status=${state}`, await plain(world, list, sql`status = ${state}`)])
  }
  for (const [send, query, ids] of ask) {
    for (const page of new Set([1, Math.ceil(ids.length / 20) || 1])) {
      const { json, text } = await send('GET', `/${list}?per_page=20&page=${page}${query}`)
      assert.ok(json.ok, text)
      assert.equal(json.meta.total, ids.length, `${list}${query}`)
      const shown = json.data.map(({ id }: { id: number }) => id)
      if (!query.startsWith('&status')) assert.deepEqual(shown, ids.slice((page - 1) * 20, page * 20))
      assert.deepEqual(
        shown.toSorted((a: number, b: number) => a - b).every((id: number) => ids.includes(id)),
        true,
      )
    }
  }
}

test('every resource whose records are marked is tried here', () => {
  assert.deepEqual(MARKED.map(({ name }) => name).toSorted(), Object.keys(LISTS).toSorted())
})

for (const list of Object.keys(LISTS)) {
  test(`totals and pages of ${list} are what a plain count says, though whoever writes knows of no totals`, async () => {
    const world = await makeWorld()
    await fc.assert(
      fc.asyncProperty(steps, async taken => {
        for (const step of taken) {
          await take(world, list, step)
          await check(world, list)
        }
      }),
      { numRuns: 6 },
    )
  })
}

test('whoever folds looks between two batches whether the node stops, and what is left is folded the next time', async () => {
  const { church } = (await makeWorld()).church
  const late = async () =>
    (
      await service.database.read.first<{ n: number }>(
        sql`select count(*)::int as n from prayer_requests where church_id = ${church.id} and tallied_status is null`,
      )
    )?.n
  await service.database.write(church.id, tx =>
    tx.run(sql`insert into prayer_requests (church_id, branch_id, name, body, created_at, updated_at)
      select ${church.id}, ${church.hq_branch_id}, 'Ada', 'For rain', now(), now() from generate_series(1, 1500)`),
  )
  const batches = async (stop: Pick<AbortSignal, 'aborted'>): Promise<number> => {
    await findUnfolded(service.database, MARKED)
    let done = 0
    const database = Object.create(service.database, {
      write: {
        value: (...parts: Parameters<typeof service.database.write>) => {
          done += 1
          return service.database.write(...parts)
        },
      },
    })
    await foldWritten(database, stop)
    return done
  }
  assert.equal(await batches({ aborted: true }), 0)
  let looked = 0
  const soon = {
    get aborted() {
      looked += 1
      return looked > 1
    },
  }
  assert.ok((await batches(soon)) <= 1)
  await eventually('all is folded', async () => {
    await foldWritten(service.database)
    return (await late()) === 0
  })
})

test('a total is exact beside writers who fold and do not', async () => {
  const world = await makeWorld()
  const { church } = world
  let running = true
  const writing = Array.from({ length: 3 }, async (_, at) => {
    for (let n = 0; n < 40; n += 1) {
      await take(world, 'prayer_requests', { kind: 'add', branch: at, state: n % 3, many: 1 })
      await take(world, 'prayer_requests', { kind: 'change', which: (n * 7 + at) % 40, state: (n + at) % 3 })
    }
  })
  const folding = (async () => {
    while (running) await fold()
  })()
  const looking = (async () => {
    while (running) {
      const { json } = await church.send('GET', '/prayer_requests?per_page=100')
      assert.equal(json.data.length, Math.min(100, json.meta.total))
    }
  })()
  await Promise.all(writing)
  running = false
  await Promise.all([folding, looking])
  await check(world, 'prayer_requests')
  await fold()
  await check(world, 'prayer_requests')
})

test('what is deleted with somebody who is forgotten leaves the totals, whether it was counted or not', async () => {
  const world = await makeWorld()
  const { church } = world
  const { id } = (await church.send('POST', '/people', { first_name: 'Zoe', last_name: 'Unheard' })).json.data
  const ask = async (person_id?: number) =>
    await church.send('POST', '/prayer_requests', { body: 'For rain', ...(person_id ? { person_id } : { name: 'Bo' }) })
  await ask(id)
  await ask()
  await fold()
  await ask(id)
  await check(world, 'prayer_requests')
  await church.act(removePerson, { id })
  await church.act(forgetPerson, { id })
  assert.equal((await church.send('GET', '/prayer_requests')).json.meta.total, 1)
  for (let turn = 0; turn < 2; turn += 1) {
    await check(world, 'prayer_requests')
    await fold()
  }
})

test('more late records than are marked at once are all folded', async () => {
  const world = await makeWorld()
  const { id } = world.church.church
  await service.database.write(id, tx =>
    tx.run(sql`insert into prayer_requests (church_id, branch_id, name, body, created_at, updated_at)
      select ${id}, ${world.branches[1]}, 'Ada', 'For rain', now(), now() from generate_series(1, 2500)`),
  )
  const late = sql`select count(*)::int as n from prayer_requests where church_id = ${id} and tallied_status is null`
  await eventually('nothing is late', async () => {
    await fold()
    return (await service.database.read.first<{ n: number }>(late))?.n === 0
  })
  await check(world, 'prayer_requests')
})

test('what is folded is late no more, and the index of what is late has the condition of the statements', async () => {
  const world = await makeWorld()
  const { id } = world.church.church
  for (const of of MARKED) {
    await take(world, of.name, { kind: 'add', branch: 1, state: 0, many: 3 })
    const late = async () =>
      await service.database.read.first<{ n: number }>(
        sql`select count(*)::int as n from ${ident(of.name)} where church_id = ${id} and ${isLate(of)}`,
      )
    // The service folds in the background, too, and what it holds at that moment is passed over here.
    await eventually('nothing is late', async () => {
      await fold()
      return (await late())?.n === 0
    })
    await service.database.write(id, async tx => {
      // Citus hands it to its workers only where it is told to.
      await tx.run(raw(`set local citus.propagate_set_commands = 'local'`))
      await tx.run(raw('set local enable_seqscan = off'))
      const plan = await tx.text(sql`explain select id from ${ident(of.name)} where ${isLate(of)}`)
      assert.match(
        plan.flat().join('\n'),
        new RegExp(`Index.* on .*${of.name}_late|${of.name}_late(_\\d+)? on ${of.name}`),
      )
    })
  }
})
