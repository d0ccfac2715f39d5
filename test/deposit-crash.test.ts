/**
 * A node that is killed while a batch is closed or deposited: it is done, or nothing of it is (decision 0028). Two nodes at once, with
 * clocks that differ: each deposit has one number, without gaps.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { build } from '../src/app.ts'
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { groupBy } from '../src/lib/group.ts'
import { type DyingNodes, startDying } from './crash/dying-node.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { member, type TestMember } from './support/console.ts'
import { quiet } from './support/quiet.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let dying: DyingNodes
let church: TestChurch
/** How many deposits there are: the numbers have no gap. */
let deposits = 0

before(async () => {
  service = await startService()
  dying = await startDying(service)
  church = await service.church()
})
after(async () => {
  await dying.close()
  await service.close()
})

async function counted(): Promise<number> {
  const { data } = (
    await church.send('POST', '/batches', {
      name: 'Service',
      counters: ['Ada', 'John'],
      control_count: 1,
      controls: [{ currency: 'NGN', amount: 100 }],
    })
  ).json
  await church.send('POST', '/contributions', { amount: 100, batch_id: data.id, method: 'pos' })
  return data.id
}

/** Somebody whose password was given just now. */
async function finance(url: string): Promise<TestMember> {
  const one = await member({ ...service, url }, church, 'finance')
  await service.database.write(0, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz
      where user_id = (select id from users where email = ${one.email})`),
  )
  return one
}

/** Asks a node to do it. @returns the status; undefined where nothing came back */
async function ask(url: string, name: string, id: number): Promise<number | undefined> {
  const one = await finance(url)
  return await one.inChurch('POST', `/actions/batches.${name}`, { id }).then(
    ({ status }) => status,
    () => undefined,
  )
}

/** Asks a node that works on a database. */
async function askNodeOn(database: Database, name: string, id: number): Promise<void> {
  const node = build(service.config, database, quiet)
  try {
    await ask(`http://127.0.0.1:${await node.start()}`, name, id)
  } finally {
    await node.close()
  }
}

const batch = async (id: number) => (await church.send('GET', `/batches/${id}`)).json.data
const told = async (): Promise<number> =>
  (await church.events()).filter(({ name }) => name === 'giving.batch_deposited').length

const MOMENTS = [
  ['in the middle', midTransaction, false],
  ['before the commit', beforeCommit, false],
  ['when it is committed and nobody knows', afterCommit, true],
] as const

for (const [when, watch, isDone] of MOMENTS) {
  test(`killed ${when}: a batch is closed whole or not at all, and deposited whole or not at all, under the next number`, async () => {
    for (const [name, before, mark] of [
      ['close', 'open', "update batches set status = 'closed'"],
      ['deposit', 'closed', "update batches set status = 'deposited'"],
    ] as const) {
      const id = await counted()
      if (name === 'deposit') await ask(service.url, 'close', id)
      await dying.die(
        (proxy, act) => watch(proxy, mark, act),
        database => askNodeOn(database, name, id),
      )
      const left = await batch(id)
      assert.equal(left.status, isDone ? (name === 'close' ? 'closed' : 'deposited') : before)
      if (name === 'close') continue
      assert.deepEqual(
        [left.number === null, left.sha256 === null, left.deposited_on === null],
        [!isDone, !isDone, !isDone],
      )
      assert.equal(await told(), deposits + (isDone ? 1 : 0))
      if (!isDone) assert.equal(await ask(service.url, 'deposit', id), 200)
      deposits += 1
      const { number } = await batch(id)
      assert.match(number, new RegExp(`-${String(deposits).padStart(6, '0')}$`))
      assert.equal(await told(), deposits)
    }
  })
}

test('two nodes deposit the same batches at once, one clock an hour ahead: each is deposited once, and its number has no gap', async () => {
  const ahead = await service.node({ clock: { now: () => new Date(Date.now() + 3_600_000) } })
  try {
    const ids: number[] = []
    for (let n = 0; n < 4; n += 1) {
      const id = await counted()
      assert.equal(await ask(service.url, 'close', id), 200)
      ids.push(id)
    }
    const people = [await finance(service.url), await finance(ahead.url)]
    const answers = await Promise.all(
      ids.map(async id => {
        const both = people.map(one => one.inChurch('POST', '/actions/batches.deposit', { id }))
        return (await Promise.all(both)).map(({ status }) => status).sort()
      }),
    )
    assert.deepEqual(
      answers,
      ids.map(() => [200, 422]),
    )
    const numbers = await Promise.all(ids.map(async id => (await batch(id)).number as string))
    const years = groupBy([...numbers].sort(), number => number.slice(0, 7))
    // At the turn of a year the two are in different years, each of which counts by itself.
    let first = deposits
    for (const [year, some] of years) {
      const expected = some.map((_, n) => `${year}${String(first + n + 1).padStart(6, '0')}`)
      assert.deepEqual(some, expected)
      first = 0
    }
    assert.equal(await told(), deposits + ids.length)
  } finally {
    await ahead.close()
  }
})
