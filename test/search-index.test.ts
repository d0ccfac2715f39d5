/** A search goes by its index: shown on a church of many people, by the statement that the list itself runs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Statement, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { findStatement } from '../src/resource/find-everywhere.ts'
import { runAs } from './support/database.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
const [PEOPLE, BATCH] = [20_000, 500]
before(async () => {
  service = await startService()
  church = await service.church()
  const { id, hq_branch_id } = church.church
  for (let first = 1; first <= PEOPLE; first += BATCH) {
    await service.database.write(id, tx =>
      tx.run(sql`insert into people (church_id, member_no, first_name, last_name, email, branch_id, status, source,
          country, created_at, updated_at)
        select ${id}, lpad(n::text, 6, '0'), 'Olú' || md5(n::text), 'Adé' || md5('x' || n), 'p' || n || '@example.org',
          ${hq_branch_id}, 'member', 'test', 'NG', now(), now()
        from generate_series(${first}::int, ${first + BATCH - 1}::int) as n`),
    )
  }
  await church.send('POST', '/people', { first_name: 'Wọlé', last_name: 'Ṣóyínká' })
  await service.database.write(id, tx =>
    tx.run(sql`insert into contributions (church_id, fund_id, branch_id, amount, currency, amount_base, method, given_on, reference, source, status)
      select ${id}, ${church.fund_id}, ${hq_branch_id}, 100, 'NGN', 100, 'cash', date '2026-01-01', 'ref-' || n,
        case when n % 2 = 0 then 'api' else 'manual' end, 'posted' from generate_series(1, ${PEOPLE}::int) as n`),
  )
  await runAs(service.owner, 'vacuum analyze people, contributions')
})
after(() => service.close())

/** The plan of the statement with which a list is answered. */
async function planOf(path: string): Promise<string> {
  const { database } = service
  const statements: Statement[] = []
  const handles = [database.quick, database.read]
  const originals = handles.map(handle => handle.text.bind(handle))
  for (const [at, handle] of handles.entries()) {
    handle.text = async statement => {
      statements.push(statement)
      return (await originals[at]?.(statement)) ?? []
    }
  }
  try {
    assert.equal((await church.send('GET', path)).status, 200)
  } finally {
    for (const [at, handle] of handles.entries()) handle.text = originals[at] ?? handle.text
  }
  return await explained(statements.at(-1) ?? assert.fail('no statement'))
}

async function explained({ text, values }: Statement): Promise<string> {
  const rows = await service.database.read.text({ text: `explain (analyze, buffers, timing off) ${text}`, values })
  return rows.map(([line]) => line).join('\n')
}

/** Pages of 8 KB that were read. */
const pagesOf = (plan: string): number =>
  Number(/Buffers: shared (?:hit=(\d+))?/.exec(plan)?.[1] ?? 0) +
  Number(/Buffers: shared .*?read=(\d+)/.exec(plan)?.[1] ?? 0)

test('a search among twenty thousand people is answered by the index, whatever is sought', async () => {
  for (const q of ['soyinka', 'Ṣóyínká', 'wole soy', 'p1234@', 'nobody of that name']) {
    const plan = await planOf(`/people?q=${encodeURIComponent(q)}`)
    assert.match(plan, /on people_search/, `${q}\n${plan}`)
    assert.ok(pagesOf(plan) < 400, `${q}: ${pagesOf(plan)} pages\n${plan}`)
  }
})

test('one letter or two are sought in an index of what is read, not in the people themselves', async () => {
  for (const q of ['zz', 'q', '~']) {
    const plan = await planOf(`/people?q=${encodeURIComponent(q)}`)
    assert.match(plan, /Index Only Scan using people_read_through/, `${q}\n${plan}`)
  }
})

test('any page of those whose name many have is that of a plain search, though it is looked for near its beginning first', async () => {
  const ids = async (q: string, down: boolean): Promise<number[]> => {
    const rows = await service.database.read.all<{ id: number }>(sql`select id from people
      where church_id = ${church.church.id} and not removed and strpos(search, ${q}) > 0 order by id`)
    return down ? rows.map(({ id }) => id).reverse() : rows.map(({ id }) => id)
  }
  // Of twenty thousand: some hundreds, two thousand (spread out, and all at the end), nearly all.
  for (const q of ['aaa', '1@example', '@example.org', 'p19', 'deab']) {
    for (const sort of ['id', '-id']) {
      const wanted = await ids(q, sort === '-id')
      const last = Math.max(1, Math.ceil(wanted.length / 25))
      for (const page of new Set([1, 2, 3, Math.ceil(last / 2), last, last + 1])) {
        const path = `/people?q=${encodeURIComponent(q)}&page=${page}`
        const { json } = await church.send('GET', `${path}&sort=${sort}`)
        assert.equal(json.meta.total, wanted.length, q)
        const shown = json.data.map(({ id }: { id: number }) => id)
        assert.deepEqual(shown, wanted.slice((page - 1) * 25, page * 25), `${q}, page ${page}, ${sort}`)
        if (json.meta.next_cursor === null) continue
        const next = (
          await church.send('GET', `${path}&sort=${sort}&cursor=${json.meta.next_cursor}`.replace(`&page=${page}`, ''))
        ).json
        assert.deepEqual(
          next.data.map(({ id }: { id: number }) => id),
          wanted.slice(page * 25, (page + 1) * 25),
          `${q}, behind page ${page}`,
        )
      }
    }
  }
})

/** Every resource that the search for everything finds. */
const FOUND = HOUSE.modules.flatMap(({ resources }) => resources).filter(({ found }) => found !== undefined)

test('the search for everything goes by indexes in long tables, and looks at few of those that have a common name', async () => {
  const caller = await commandCaller(service.database.read, church.church, HOUSE.scopes)
  for (const q of ['soyinka wole', 'olu ade', 'ol', '08031234567', 'p1234@', 'ref-1', 'nobody of that name']) {
    const plan = await explained(findStatement(FOUND, q, caller) ?? assert.fail('no statement'))
    assert.match(plan, /on people_search/, `${q}\n${plan}`)
    for (const index of ['reference', 'referred']) assert.ok(plan.includes(`using contributions_${index}`), plan)
    assert.ok(pagesOf(plan) < 700, `${q}: ${pagesOf(plan)} pages\n${plan}`)
    // Everybody is called so; no more of them are put in order.
    const sorted = [...plan.matchAll(/Limit .*rows=(\d+)/g)].map(([, rows]) => Number(rows))
    assert.ok(Math.max(...sorted) <= 200, plan)
  }
})
