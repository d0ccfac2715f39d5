/** `updated_since` never misses a record because its transaction committed late (decisions, Requests). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Tx } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'

const LISTS = ['people', 'families', 'contributions']
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

interface Held {
  /** The id of the record that is being written. */
  id: number
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Writes a record of a list and keeps its transaction open. */
async function hold(list: string): Promise<Held> {
  let end: (failure?: Error) => void = () => undefined
  const ended = new Promise<void>((resolve, reject) => {
    end = failure => (failure ? reject(failure) : resolve())
  })
  ended.catch(() => undefined)
  let written: (id: number) => void = () => undefined
  const id = new Promise<number>(resolve => {
    written = resolve
  })
  const done = service.database.write(church.church.id, async tx => {
    written(await insert(tx, list))
    await ended
  })
  done.catch(() => undefined)
  return {
    id: await id,
    async commit() {
      end()
      await done
    },
    async rollback() {
      end(new Error('undone'))
      await assert.rejects(done)
    },
  }
}

async function insert(tx: Tx, list: string): Promise<number> {
  const { id, hq_branch_id } = church.church
  const rows: Record<string, ReturnType<typeof sql>> = {
    people: sql`insert into people (church_id, member_no, first_name, country, source, branch_id, created_at, updated_at)
      values (${id}, 'X' || txid_current(), 'Late', 'NG', 'api', ${hq_branch_id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`,
    families: sql`insert into families (church_id, name, branch_id, created_at)
      values (${id}, 'Late', ${hq_branch_id}, ${tx.now}::timestamptz)`,
    contributions: sql`insert into contributions (church_id, fund_id, branch_id, amount, currency, amount_base, method,
        given_on, source, created_at, updated_at)
      values (${id}, ${church.fund_id}, ${hq_branch_id}, 1, 'NGN', 1, 'cash', current_date, 'manual',
        ${tx.now}::timestamptz, ${tx.now}::timestamptz)`,
  }
  const row = await tx.first<{ id: number }>(sql`${rows[list]} returning id`)
  return row?.id ?? 0
}

const BODIES: Record<string, object> = {
  people: { first_name: 'Ada' },
  families: { name: 'Okafor' },
  contributions: { amount: 1 },
}

const add = async (list: string): Promise<number> => (await church.send('POST', `/${list}`, BODIES[list])).json.data.id

const changed = (list: string): Promise<Answered> => church.send('GET', `/${list}?updated_since=2020-01-01`)

const idsOf = ({ json }: Answered): number[] => json.data.map((one: { id: number }) => one.id)

const pause = (ms: number): Promise<'waits'> => new Promise(resolve => setTimeout(resolve, ms, 'waits'))

for (const list of LISTS) {
  test(`${list}: a reader waits for a write that was open, and then shows it beside later ones`, async () => {
    const held = await hold(list)
    const later = await add(list)
    const reading = changed(list)
    assert.equal(await Promise.race([reading, pause(150)]), 'waits', 'a later stamp is not shown before an earlier one')
    await held.commit()
    const found = await reading
    assert.deepEqual(idsOf(found), [held.id, later])
    if (list === 'families') assert.equal(found.json.meta.total, 2)
  })

  test(`${list}: a write that is undone is waited for and not shown`, async () => {
    const held = await hold(list)
    const reading = changed(list)
    assert.equal(await Promise.race([reading, pause(50)]), 'waits')
    await held.rollback()
    assert.deepEqual(idsOf(await reading), [])
  })
}

test('a reader does not wait for writes that began after it, nor shows what they change', async () => {
  const first = await hold('people')
  const reading = changed('people')
  assert.equal(await Promise.race([reading, pause(100)]), 'waits')
  const second = await hold('people')
  await first.commit()
  assert.deepEqual(idsOf(await reading), [first.id])
  await second.commit()
  assert.deepEqual(idsOf(await changed('people')), [first.id, second.id])
})

test('lists that do not ask for changes, and other churches, wait for nobody', async () => {
  const held = await hold('people')
  const other = await service.church()
  assert.deepEqual(idsOf(await church.send('GET', '/people')), [])
  assert.equal((await other.send('GET', '/people?updated_since=2020-01-01')).status, 200)
  assert.equal((await church.send('GET', '/people?created_since=2020-01-01')).status, 200)
  await held.commit()
})

for (const list of LISTS) {
  test(`${list}: a list that waits for nobody says in as_of since when writes were open, so that they come with updated_since`, async () => {
    const there = [await add(list), await add(list), await add(list)]
    const held = await hold(list)
    // A moment taken from the clock would have left the held write behind by now.
    await pause(1_100)
    const met: number[] = []
    const asOf = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await church.send('GET', `/${list}?per_page=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      met.push(...idsOf(page))
      asOf.add(page.json.meta.as_of)
      cursor = page.json.meta.next_cursor
    }
    await held.commit()
    assert.deepEqual([met, asOf.size], [there, 1])
    assert.ok(idsOf(await church.send('GET', `/${list}?updated_since=${[...asOf]}`)).includes(held.id))
  })
}

test('as_of goes on with the clock where no write is open, whatever other churches do', async () => {
  const held = await hold('people')
  const other = await service.church()
  await pause(2_200)
  const asOf = async ({ send }: TestChurch): Promise<number> =>
    Date.parse((await send('GET', '/people')).json.meta.as_of)
  const [open, settled] = [await asOf(church), await asOf(other)]
  await held.commit()
  assert.ok(settled - open >= 1_000, `${settled - open} ms`)
})

test('a client that pages by updated_since beside 6 writers meets every change', async () => {
  const writers = 6
  const each = 25
  let running = writers
  const writing = Array.from({ length: writers }, async () => {
    for (let count = 0; count < each; count += 1) await add('people')
    running -= 1
  })
  const met = new Set<number>()
  let cursor = '2020-01-01T00:00:00Z'
  const read = async (): Promise<void> => {
    for (let page = 1; ; page += 1) {
      const query = `updated_since=${cursor}&sort=updated_at&per_page=100&page=${page}`
      const { data, meta } = (await church.send('GET', `/people?${query}`)).json
      for (const one of data) met.add(one.id)
      const newest = data.at(-1)?.updated_at
      if (!meta.has_more) {
        // The cursor has whole seconds: all of the last one is asked for again.
        if (newest !== undefined) cursor = newest
        return
      }
    }
  }
  while (running > 0) await read()
  await Promise.all(writing)
  await read()
  assert.equal(met.size, writers * each)
})

for (const first of ['', 'updated_since=2020-01-01'])
  test(`a client that follows cursors beside 6 writers, first with "${first}", and goes on from as_of each time, has everything as it is`, () =>
    followsBesideWriters(first))

async function followsBesideWriters(first: string): Promise<void> {
  const writers = 6
  const each = 20
  let running = writers
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  const writing = names.map(async name => {
    const own: number[] = []
    for (let count = 0; count < each; count += 1) {
      own.push(await add('people'))
      const id = own[(count * 7) % own.length]
      await church.send('PATCH', `/people/${id}`, { last_name: `${name}${count}` })
    }
    running -= 1
  })
  const copy = new Map<number, unknown>()
  let since = first
  const sync = async (): Promise<void> => {
    let cursor = ''
    for (;;) {
      const { data, meta } = (await church.send('GET', `/people?${since}&per_page=7${cursor}`)).json
      for (const one of data) copy.set(one.id, one)
      if (meta.next_cursor === null) {
        since = `updated_since=${meta.as_of}`
        return
      }
      cursor = `&cursor=${meta.next_cursor}`
    }
  }
  while (running > 0) await sync()
  await Promise.all(writing)
  await sync()
  const truth: { id: number }[] = []
  for (let page = 1; page <= 2; page += 1)
    truth.push(...(await church.send('GET', `/people?per_page=100&page=${page}`)).json.data)
  assert.equal(truth.length, writers * each)
  assert.deepEqual(new Map([...copy].sort(([a], [b]) => a - b)), new Map(truth.map(one => [one.id, one])))
}

for (const list of LISTS) {
  test(`${list}: a page behind a cursor waits for a write that was open, as the first does`, async () => {
    await add(list)
    await add(list)
    const first = (await church.send('GET', `/${list}?updated_since=2020-01-01&per_page=1`)).json
    const held = await hold(list)
    const reading = church.send('GET', `/${list}?updated_since=2020-01-01&cursor=${first.meta.next_cursor}`)
    assert.equal(await Promise.race([reading, pause(100)]), 'waits')
    await held.commit()
    assert.ok(idsOf(await reading).includes(held.id))
  })
}
