/** What is due is done once, whoever comes; hints that are lost, doubled, early or poisoned do no harm. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { startService, type TestChurch, type TestService } from '../../test/support/service.ts'
import { NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { HOUSE } from '../house.ts'
import { type Due, putOnAgenda } from '../resource/agenda.ts'
import { module } from '../resource/module.ts'
import { doingOn } from '../resource/step.ts'
import { AgendaWorker, doDue } from './agenda-worker.ts'
import { type AgendaParts, claimHints, dueHints, kindsOf } from './hints.ts'
import { sweepAgenda } from './sweep.ts'

let service: TestService
let church: TestChurch
/** By the clock of the nodes; the claims are the database's. */
let now: number
/** What the steps did, in their transactions: the records are prayer requests, each of which is prayed for when it is due. */
let poisoned: Set<number>
/** Called in the middle of each step. */
let meanwhile: (record: number) => Promise<unknown>
let faults: number

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  now = Date.parse('2026-11-23T09:00:00Z')
  poisoned = new Set()
  meanwhile = async () => undefined
  faults = 0
})

/** A prayer request is due by its `answered_at`, and prayed for once. */
const praying: Due = {
  kind: 'praying',
  sweep: sql`select church_id, id as record_id, answered_at as due_at from prayer_requests
    where answered_at is not null and prayed_count = 0`,
  async run(tx, { church, clock }, record) {
    const row = await tx.first<{
      due: string
      prayed: number
    }>(sql`select answered_at::text as due, prayed_count as prayed
      from prayer_requests where church_id = ${church.id} and id = ${record} for no key update`)
    await meanwhile(record)
    if (poisoned.has(record)) throw new Error('This one cannot be done.')
    if (row === undefined || row.prayed > 0) return null
    if (new Date(row.due).getTime() > clock.now().getTime()) return new Date(row.due)
    await tx.run(sql`update prayer_requests set prayed_count = prayed_count + 1
      where church_id = ${church.id} and id = ${record}`)
    return null
  },
}

const careModule = module({ name: 'care', switch: 'care', title: 'Care', resources: [], agenda: [praying] })

const parts = (): AgendaParts => ({
  ...doingOn(service.database, { now: () => new Date(now) }, HOUSE),
  clock: { now: () => new Date(now) },
  log: pino({ level: 'error' }, { write: countFault }),
  kinds: kindsOf([careModule]),
})

const countFault = (): void => {
  faults += 1
}

const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => service.database.write(church.church.id, work)
const later = (minutes: number): Date => new Date(now + minutes * 60_000)

/** A request with its hint. */
async function asked(due: Date, of = church): Promise<number> {
  return await service.database.write(of.church.id, async tx => {
    const row = await tx.first<{
      id: number
    }>(sql`insert into prayer_requests (church_id, branch_id, name, body, status,
        answer, answered_at, created_at)
      values (${of.church.id}, ${of.church.hq_branch_id}, 'Ada', 'Pray', 'answered', 'Yes', ${due.toISOString()}::timestamptz, now()) returning id`)
    await putOnAgenda(tx, of.church.id, 'praying', row?.id ?? 0, due)
    return row?.id ?? 0
  })
}

/** How often each request of a church was prayed for. */
const prayed = async (of = church): Promise<number[]> =>
  (
    await service.database.read.all<{ n: number }>(
      sql`select prayed_count as n from prayer_requests where church_id = ${of.church.id} order by id`,
    )
  ).map(({ n }) => n)

const hints = (of = church) =>
  service.database.read.all<{ record_id: number; due_at: string; tries: number }>(
    sql`select record_id, due_at::text as due_at, tries from agenda where church_id = ${of.church.id} order by record_id`,
  )

/** Lets all claims run out. */
const expire = () =>
  service.database.write(NO_CHURCH, tx =>
    tx.run(sql`update agenda set claimed_until = now() - interval '1 second' where claimed_until is not null`),
  )

test('what is due is done once by several nodes at once, and its hint is gone; what is not waits for the clock', async () => {
  await church.set({ modules: ['care'] })
  for (let n = 0; n < 50; n += 1) await asked(n < 40 ? later(-1) : later(60 * 24))
  await Promise.all([doDue(parts()), doDue(parts()), doDue(parts())])
  assert.deepEqual(await prayed(), [...Array(40).fill(1), ...Array(10).fill(0)])
  assert.equal((await hints()).length, 10)
  now += 25 * 3_600_000
  await Promise.all([doDue(parts()), doDue(parts())])
  assert.deepEqual([new Set(await prayed()), await hints()], [new Set([1]), []])
})

test('a hint that comes too early is moved to when its record says; one of no record is dropped; a doubled one does nothing', async () => {
  await church.set({ modules: ['care'] })
  const id = await asked(later(90))
  await write(tx => putOnAgenda(tx, church.church.id, 'praying', id, later(-5)))
  await write(tx => putOnAgenda(tx, church.church.id, 'praying', 999_999, later(-5)))
  await doDue(parts())
  assert.deepEqual(
    (await hints()).map(({ record_id, due_at }) => [record_id, new Date(due_at).getTime()]),
    [[id, later(90).getTime()]],
  )
  now = later(91).getTime()
  await doDue(parts())
  await write(tx => putOnAgenda(tx, church.church.id, 'praying', id, later(-5)))
  await doDue(parts())
  assert.deepEqual([await prayed(), await hints()], [[1], []])
})

test('a hint that was lost is made anew by the sweep, once, and what is on the agenda stays as it is', async () => {
  await church.set({ modules: ['care'] })
  const [lost, kept] = [await asked(later(-5)), await asked(later(30))]
  const before = await hints()
  await write(tx => tx.run(sql`delete from agenda where church_id = ${church.church.id} and record_id = ${lost}`))
  await Promise.all([sweepAgenda(parts()), sweepAgenda(parts())])
  assert.deepEqual(await hints(), before)
  await doDue(parts())
  assert.deepEqual(
    (await hints()).map(({ record_id }) => record_id),
    [kept],
  )
})

test('a record that cannot be done is logged, tried again ever more seldom, and stops no other', async () => {
  await church.set({ modules: ['care'] })
  const bad = await asked(later(-10))
  poisoned.add(bad)
  const gaps: number[] = []
  for (let round = 1; round <= 8; round += 1) {
    await asked(later(-5))
    await doDue(parts())
    await doDue(parts())
    assert.deepEqual(await prayed(), [0, ...Array(round).fill(1)])
    const claim = await service.database.read.first<{ s: number; tries: number }>(sql`select
        round(extract(epoch from claimed_until - clock_timestamp()))::integer as s, tries from agenda
      where church_id = ${church.church.id} and record_id = ${bad}`)
    assert.equal(claim?.tries, round)
    gaps.push(Math.round((claim?.s ?? 0) / 60))
    await expire()
  }
  assert.deepEqual(gaps, [1, 2, 4, 8, 16, 32, 64, 64])
  assert.equal(faults, 8)
  poisoned.clear()
  await doDue(parts())
  assert.equal((await prayed())[0], 1)
})

test('a node that ends between its claim and its commit leaves nothing done, and another does it when the claim has run out', async () => {
  await church.set({ modules: ['care'] })
  await asked(later(-1))
  const { hints: found } = await dueHints(service.database.read, parts().kinds, new Date(now))
  assert.equal((await parts().take(claimHints, church.church, found)).length, 1)
  assert.equal((await parts().take(claimHints, church.church, found)).length, 0, 'nobody else gets it')
  await doDue(parts())
  assert.deepEqual(await prayed(), [0])
  await expire()
  await doDue(parts())
  assert.deepEqual([await prayed(), await hints()], [[1], []])
})

test('a hint that is written while its record is being done is kept: whoever is at it does not drop it', async () => {
  await church.set({ modules: ['care'] })
  const id = await asked(later(-1))
  meanwhile = () => service.database.write(NO_CHURCH, tx => putOnAgenda(tx, church.church.id, 'praying', id, later(-1)))
  let rounds = 0
  const once = meanwhile
  meanwhile = async record => {
    rounds += 1
    if (rounds === 1) await once(record)
  }
  await doDue(parts())
  assert.deepEqual([rounds, await prayed(), await hints()], [2, [1], []])
})

test('of a module that is off and of a church that is not active hints are passed over and kept', async () => {
  const idle = await service.church()
  await idle.set({ modules: ['care'], status: 'inactive' })
  await asked(later(-1))
  await asked(later(-1), idle)
  await doDue(parts())
  assert.deepEqual(
    [await prayed(), (await hints()).length, await prayed(idle), (await hints(idle)).length],
    [[0], 1, [0], 1],
  )
  await church.set({ modules: ['care'] })
  await idle.set({ status: 'active' })
  await doDue(parts())
  assert.deepEqual([await prayed(), await prayed(idle)], [[1], [1]])
})

test('what two churches have many of holds up no third: each has its turn before any has its second', async () => {
  const busy = [await service.church(), await service.church()]
  for (const one of [church, ...busy]) await one.set({ modules: ['care'] })
  for (const { church: of } of busy) {
    await service.database.write(of.id, tx =>
      tx.run(sql`with made as (insert into prayer_requests (church_id, branch_id, name, body, status, answer, answered_at, created_at)
          select ${of.id}::bigint, ${of.hq_branch_id}::bigint, 'Ada', 'Pray', 'answered', 'Yes', ${later(-100).toISOString()}::timestamptz, now()
          from generate_series(1, 150) returning id)
        insert into agenda (kind, church_id, record_id, due_at)
        select 'praying', ${of.id}::bigint, id, ${later(-100).toISOString()}::timestamptz from made`),
    )
  }
  const id = await asked(later(-1))
  const done: number[] = []
  meanwhile = async record => {
    done.push(record)
  }
  await doDue(parts())
  assert.equal(done.length, 301)
  assert.ok(done.indexOf(id) < 60, `${done.indexOf(id)} were done before`)
  for (const one of busy) assert.deepEqual([new Set(await prayed(one)), await hints(one)], [new Set([1]), []])
})

test('a node that stops finishes what is under way, begins nothing more, and gives back what it claimed', async () => {
  await church.set({ modules: ['care'] })
  for (let n = 0; n < 10; n += 1) await asked(later(-1))
  let reached: () => void = () => undefined
  let release: () => void = () => undefined
  const begun = new Promise<void>(resolve => {
    reached = resolve
  })
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  meanwhile = async () => {
    reached()
    await held
  }
  const worker = new AgendaWorker(parts())
  worker.start()
  await begun
  const stopped = worker.stop()
  release()
  await stopped
  assert.deepEqual((await prayed()).toSorted().reverse(), [1, ...Array(9).fill(0)])
  assert.deepEqual(new Set((await hints()).map(({ tries }) => tries)), new Set([0]))
  meanwhile = async () => undefined
  await doDue(parts())
  assert.deepEqual(new Set(await prayed()), new Set([1]))
})
