/** Cursors (decisions, Requests, `cursor`): what they are, what they belong to, and that no page of them is slower than the first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ident, raw, sql } from '../src/db/sql.ts'
import { contributions } from '../src/modules/contributions/contributions.ts'
import { people } from '../src/modules/people/people.ts'
import type { Caller } from '../src/resource/caller.ts'
import { type CursorPosition, openCursor, sealCursor, sortColumn } from '../src/resource/cursor.ts'
import type { Resource } from '../src/resource/resource.ts'
import { recount } from '../src/resource/tally.ts'
import { Vault } from '../src/vault.ts'
import { blocksOf } from './support/blocks.ts'
import { runAs } from './support/database.ts'
import { OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import type { Answered, Send, TestChurch, TestService } from './support/service.ts'

const PEOPLE = 130

let service: TestService
let church: TestChurch
before(async () => {
  service = await startWholeHouse()
  church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
  await plant(church, PEOPLE)
})
after(() => service.close())

/** People and gifts; every third person has no last name, ten people share one `updated_at`. */
async function plant({ church: { id, hq_branch_id }, fund_id }: TestChurch, rows: number): Promise<void> {
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, country, branch_id, created_at, updated_at)
      select ${id}, i, 'P' || i, case when i % 3 > 0 then 'Name ' || i % 7 end, 'NG', ${hq_branch_id}::bigint, now(),
        '2026-01-01'::timestamptz + i / 10 * interval '1 second' from generate_series(1, ${rows}::integer) as i`)
    await tx.run(sql`insert into contributions (church_id, fund_id, branch_id, amount, currency, amount_base, method,
        given_on, source, created_at, updated_at)
      select ${id}, ${fund_id}::bigint, ${hq_branch_id}::bigint, i, 'NGN', i, case when i % 2 = 0 then 'cash' else 'pos' end,
        '2026-01-01'::date + i % 9, 'api', now(), now() from generate_series(1, ${rows}::integer) as i`)
    await recount(tx, id, people)
    await recount(tx, id, contributions)
  })
}

const idsOf = ({ json }: Answered): number[] => json.data.map(({ id }: { id: number }) => id)

const joined = (path: string, more: string): string => `${path}${path.includes('?') ? '&' : '?'}${more}`

/** All pages of a list, one cursor after the other. */
async function follow(path: string, send: Send = church.send): Promise<Answered[]> {
  const pages: Answered[] = []
  for (let next = ''; ; ) {
    const page = await send('GET', next === '' ? path : joined(path, `cursor=${next}`))
    assert.equal(page.status, 200, page.text)
    pages.push(page)
    if (page.json.meta.next_cursor === null) return pages
    next = page.json.meta.next_cursor
  }
}

/** All pages of a list by number. */
async function leaf(path: string): Promise<Answered[]> {
  const pages = [await church.send('GET', path)]
  while (pages.at(-1)?.json.meta.has_more)
    pages.push(await church.send('GET', joined(path, `page=${pages.length + 1}`)))
  return pages
}

const LISTS = [
  '/people',
  '/people?sort=-id',
  '/people?sort=last_name',
  '/people?sort=updated_at',
  '/people?sort=-updated_at',
  '/people?sort=-updated_at&updated_since=2026-01-01',
  '/people?sort=last_name&status=visitor,member',
  '/people?sort=last_name&q=name',
  '/people?updated_since=2026-01-01&per_page=100',
  '/contributions?sort=given_on',
  '/contributions?sort=-given_on&per_page=30',
  '/contributions?from=2026-01-02&to=2026-01-05',
  '/contributions?method=cash&sort=given_on&per_page=1',
]

for (const path of LISTS) {
  test(`${path}: cursor after cursor gives the pages of the list, and meta the numbers of each`, async () => {
    const [byCursor, byPage] = [await follow(path), await leaf(path)]
    assert.ok(byPage.length > 1)
    const shown = ({ json: { data, meta } }: Answered) => {
      const { next_cursor, as_of, ...numbers } = meta
      return { data, numbers, goesOn: next_cursor !== null, dated: as_of !== undefined }
    }
    assert.deepEqual(byCursor.map(shown), byPage.map(shown))
    assert.equal(byCursor.at(-1)?.json.meta.has_more, false)
  })
}

test('every list tells the next cursor, null where nothing follows, and goes on from any page by number', async () => {
  for (const name of RESOURCES.keys()) {
    const { meta } = (await church.send('GET', `/${name}?per_page=100&page=3`)).json
    assert.equal(meta.next_cursor, null, name)
  }
  const third = await church.send('GET', '/people?page=3&per_page=10')
  const fourth = await church.send('GET', `/people?per_page=10&cursor=${third.json.meta.next_cursor}`)
  assert.equal(fourth.json.meta.page, 4)
  assert.deepEqual(idsOf(fourth), idsOf(await church.send('GET', '/people?page=4&per_page=10')))
})

test('the same request has the same bytes, its cursor included', async () => {
  const cursor = await nextOf('/people?sort=last_name')
  // Behind a cursor, since the first page tells the time.
  const ask = (): Promise<Answered> => church.send('GET', `/people?sort=last_name&cursor=${cursor}`)
  assert.equal((await ask()).text, (await ask()).text)
})

test('per_page may change on the way', async () => {
  const first = await church.send('GET', '/people?sort=last_name&per_page=7')
  const rest = await church.send('GET', `/people?sort=last_name&per_page=100&cursor=${first.json.meta.next_cursor}`)
  const all = (await follow('/people?sort=last_name')).flatMap(idsOf)
  assert.deepEqual([...idsOf(first), ...idsOf(rest)], all.slice(0, 107))
})

test('a limited key follows its own list', async () => {
  const north = await church.branch('North')
  const send = church.as(await church.keyFor(['all'], north))
  const mine: number[] = []
  for (let n = 0; n < 5; n += 1) mine.push((await send('POST', '/people', { first_name: 'N' })).json.data.id)
  for (const sort of ['id', 'last_name', 'updated_at']) {
    assert.deepEqual((await follow(`/people?per_page=2&sort=${sort}`, send)).flatMap(idsOf), mine, sort)
  }
})

const nextOf = async (path: string, send: Send = church.send): Promise<string> =>
  (await send('GET', path)).json.meta.next_cursor

async function refused(path: string, send: Send = church.send): Promise<void> {
  const { status, json } = await send('GET', path)
  assert.deepEqual([status, json.error], [400, 'invalid_cursor'], path)
}

test('a cursor of another list, order, filter, key or church is 400 invalid_cursor', async () => {
  const cursor = await nextOf('/people?status=visitor')
  assert.equal((await church.send('GET', `/people?status=visitor&cursor=${cursor}`)).status, 200)
  await refused(`/contributions?cursor=${cursor}`)
  await refused(`/people?cursor=${cursor}`)
  await refused(`/people?status=member&cursor=${cursor}`)
  await refused(`/people?status=visitor&q=a&cursor=${cursor}`)
  await refused(`/people?status=visitor&sort=-id&cursor=${cursor}`)
  await refused(`/people?status=visitor&cursor=${cursor}`, church.as(await church.keyFor(['all'])))
  const other = await service.church()
  await refused(`/people?status=visitor&cursor=${cursor}`, other.send)
})

test('a cursor that was changed or cut, or is none, or comes with a page, is 400 invalid_cursor', async () => {
  const cursor = await nextOf('/people')
  const [place = '', signature = ''] = cursor.split('.')
  const other = Buffer.from(JSON.stringify([2, '1', null, null])).toString('base64url')
  const foreign = service.vault.sign('unsubscribe', place)
  for (const bad of [
    `${other}.${signature}`,
    `${place}.${foreign}`,
    cursor.slice(0, -1),
    `${cursor}A`,
    place,
    `.${signature}`,
    `${place}.`,
    '',
    'null',
    '2',
    'x'.repeat(3_000),
  ])
    await refused(`/people?cursor=${bad}`)
  await refused(`/people?page=1&cursor=${cursor}`)
  await refused(`/people?cursor=${cursor}&cursor=${cursor}`)
})

test('a cursor shows no name that it stands for: addresses get into the logs of proxies', async () => {
  const cursor = await nextOf('/people?sort=last_name&per_page=3')
  assert.match(cursor, /^[\w.-]{40,300}$/)
  const [, id, word, asOf] = JSON.parse(Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString('utf8'))
  assert.deepEqual([typeof id, typeof asOf], ['string', 'string'])
  assert.doesNotMatch(Buffer.from(word.split('.')[2], 'base64url').toString('latin1'), /Name/)
})

test('a cursor that was made with a key of the service which is gone is 400 invalid_cursor', async () => {
  const { key } = (await church.send('GET', '')).json.data
  const bound = {
    caller: { church: church.church, by: { kind: 'key', key, origins: [] } } as unknown as Caller,
    resource: people,
    sort: 'last_name',
    filters: [],
  }
  const old = new Vault({ secretKey: ['another key of at least thirty-two letters'], dataDir: '' })
  const place = { page: 2, id: '1', value: 'Name 1', asOf: null }
  await refused(`/people?sort=last_name&cursor=${sealCursor(old, bound, place)}`)
  // While the key is replaced, the new one signs and the old one still seals.
  const turning = {
    sign: (use: string, text: string) => service.vault.sign(use, text),
    sealAlike: (id: number, use: string, text: string) => old.sealAlike(id, use, text),
  } as Vault
  await refused(`/people?sort=last_name&cursor=${sealCursor(turning, bound, place)}`)
})

for (const search of ['', 'updated_since=2020-01-01']) {
  test(`as_of says from which moment to go on, and stays that of the first page: ${search || 'any list'}`, () =>
    staysAsOf(search))
}

async function staysAsOf(search: string): Promise<void> {
  const path = `/people?${search}`
  const first = (await church.send('GET', path)).json.meta
  assert.match(first.as_of, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.ok(Math.abs(Date.parse(first.as_of) - Date.now()) < 60_000)
  const { key } = (await church.send('GET', '')).json.data
  const caller = { church: church.church, by: { kind: 'key', key, origins: [] } } as unknown as Caller
  const bound = { caller, resource: people, sort: 'id', filters: [...new URLSearchParams(search)] }
  const place = openCursor(service.vault, bound, first.next_cursor)
  assert.equal(place.asOf, first.as_of)
  const asOf = '2026-02-03T04:05:06Z'
  const second = (await church.send('GET', `${path}&cursor=${sealCursor(service.vault, bound, { ...place, asOf })}`))
    .json.meta
  assert.equal(second.as_of, asOf)
  const third = (await church.send('GET', `${path}&cursor=${second.next_cursor}`)).json.meta
  assert.equal(third.as_of, asOf)
}

/** A place near the end of a list. */
async function nearTheEnd(church: number, resource: Resource, sort: string): Promise<CursorPosition> {
  const [column, direction] = [ident(sortColumn(sort)), raw(sort.startsWith('-') ? 'desc' : 'asc')]
  const [[id, value] = []] = await service.database.read.text(sql`select t.id, t.${column}
    from ${ident(resource.name)} as t where church_id = ${church}
    order by t.${column} ${direction}, t.id ${direction} offset ${LARGE - 50} limit 1`)
  return { page: 359, id: id ?? '', value: sortColumn(sort) === 'id' ? null : (value ?? null), asOf: null }
}

const LARGE = 9_000

test('no page behind a cursor reads more than the first: not the last one, nor one among many of one updated_at', async () => {
  const large = await service.church()
  await plant(large, LARGE)
  await service.database.write(large.church.id, tx =>
    tx.run(sql`update people set updated_at = '2026-03-01' where church_id = ${large.church.id}`),
  )
  await runAs(service.owner, 'vacuum analyze people, contributions')
  const caller = {
    account: 'a',
    church: large.church,
    by: { kind: 'key', key: (await large.send('GET', '')).json.data.key, origins: [] },
    scopes: ['people:read', 'contributions:read'],
    branches: { size: 1, has: () => true, below: (branch: number) => [branch] },
    branch_id: null,
    visible: null,
  } satisfies Caller
  for (const [resource, filter] of [
    [people, ''],
    [people, 'updated_since=2026-01-01'],
    [contributions, ''],
    [contributions, 'source=api'],
  ] as const) {
    for (const sort of resource.list.sorts) {
      const search = `sort=${sort}&${filter}`
      const filters = filter === '' ? [] : [filter.split('=') as [string, string]]
      const place = await nearTheEnd(large.church.id, resource, sort)
      const cursor = sealCursor(service.vault, { caller, resource, sort, filters }, place)
      const first = await blocksOf(service, caller, resource, search)
      const deep = await blocksOf(service, caller, resource, `${search}&cursor=${cursor}`)
      assert.ok(deep <= first + FEW_BLOCKS, `${resource.name}?${search}: ${deep} blocks, the first page ${first}`)
    }
  }
})

/** For the way down one more index, and rows of the page that lie on other blocks: a walk to the end would read hundreds. */
const FEW_BLOCKS = 20
