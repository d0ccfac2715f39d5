/** Query parameters (spec, Lists and pagination; decisions, Requests): what each takes, and the codes of bad ones. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { badValues, knownValue, parametersOf } from './support/parameters.ts'
import type { Answered, TestChurch, TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startWholeHouse()
  church = await service.church({ modules: OPTIONAL_MODULES })
})
after(() => service.close())

const get = (path: string): Promise<Answered> => church.send('GET', path)

async function refused(path: string, parameter: string): Promise<void> {
  const { status, json } = await get(path)
  assert.deepEqual([status, json.ok, json.error], [400, false, `invalid_${parameter}`], path)
}

/** Values that are refused, of what is the same everywhere, and of lists that take more than one word says. */
const BAD: Record<string, readonly string[]> = {
  page: ['', '0', '-1', 'x', '1.5', '1000001', '1e3', ' 1', '99999999999999999999'],
  per_page: ['', '0', '-1', 'x', '1.5', '1e3', '%2B5'],
  cursor: ['', 'x', 'null', '1', 'v1.x.y', 'v1.%00', '%F0%9F%98%80'],
}

for (const [name, resource] of RESOURCES) {
  for (const parameter of ['page', 'per_page', 'cursor', ...parametersOf(resource)]) {
    test(`${name}: a bad ${parameter} is 400 invalid_${parameter}, as is one that is sent twice`, async () => {
      for (const value of BAD[parameter] ?? badValues(resource, parameter))
        await refused(`/${name}?${parameter}=${value}`, parameter)
      await refused(`/${name}?${parameter}=1&page=1&${parameter}=1`, parameter)
    })
  }

  test(`${name}: unknown parameters are ignored, sent twice as well, and named`, async () => {
    const names = ['colour', 'toString', '__proto__']
    const { data, meta } = (await get(`/${name}?colour=red&colour=blue&toString=1&__proto__=2`)).json
    const plain = (await get(`/${name}`)).json
    const { ignored_parameters, did_you_mean, ...numbers } = meta
    assert.deepEqual([data, ignored_parameters], [plain.data, names])
    // Each request has a cursor and a moment of its own.
    const lasting = (of: object) => ({ ...of, next_cursor: null, ...('as_of' in of && { as_of: typeof of.as_of }) })
    assert.deepEqual(lasting(numbers), lasting(plain.meta))
  })

  test(`${name}: no parameter that it knows is named as ignored`, async () => {
    for (const parameter of ['page', 'per_page', 'api_key', ...parametersOf(resource)]) {
      const value = knownValue(resource, parameter)
      const { status, json } = await get(`/${name}?${parameter}=${value}`)
      assert.deepEqual([status, json.meta.ignored_parameters], [200, undefined], parameter)
    }
  })
}

test('a misspelt parameter does not look like a filter: it is named with the nearest known one', async () => {
  const wrong = {
    personid: 'person_id',
    'per-page': 'per_page',
    Sort: 'sort',
    updatedSince: 'updated_since',
    x: undefined,
  }
  for (const [name, meant] of Object.entries(wrong)) {
    const { meta } = (await get(`/contributions?${name}=7`)).json
    assert.deepEqual([meta.ignored_parameters, meta.did_you_mean?.[name]], [[name], meant])
  }
  assert.equal('did_you_mean' in (await get('/funds?colour=1')).json.meta, false)
})

test('a filter of the console alone is unknown to keys', async () => {
  assert.deepEqual((await get('/people?tag=Choir')).json.meta.ignored_parameters, ['tag'])
})

test('a key that is sent without the name of its parameter is not shown again', async () => {
  const { text, json } = await get(`/funds?${church.key}`)
  assert.ok(!text.includes(church.key))
  assert.match(json.meta.ignored_parameters[0], /^sx_live_\w{4}…$/)
})

test('of many unknown names all are told, and only a few compared with those that are known', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `pag${at}`)
  const { meta } = (await get(`/funds?${names.join('&')}`)).json
  assert.deepEqual(meta.ignored_parameters, names)
  assert.equal(Object.keys(meta.did_you_mean).length, 5)
})

test('per_page: 25 by default; over 100 is clamped to 100, and meta.per_page says so', async () => {
  const { church: one } = church
  await service.database.write(one.id, tx =>
    tx.run(sql`insert into families (church_id, name, branch_id) select ${one.id}, 'F' || i, ${one.hq_branch_id}
      from generate_series(1, 130) as i`),
  )
  const sizes = {
    '': 25,
    '?per_page=1': 1,
    '?per_page=100': 100,
    '?per_page=101': 100,
    '?per_page=99999999999999999999': 100,
  }
  for (const [query, size] of Object.entries(sizes)) {
    const { data, meta } = (await get(`/families${query}`)).json
    assert.deepEqual(
      [data.length, meta.per_page, meta.total, meta.total_pages],
      [size, size, 130, Math.ceil(130 / size)],
    )
    assert.equal(meta.has_more, true)
  }
})

test('page: past the end is 200 with empty data, has_more false and the true total, up to page 1,000,000', async () => {
  const last = (await get('/families?page=6')).json
  assert.deepEqual([last.data.length, last.meta.page, last.meta.has_more], [5, 6, false])
  for (const page of [7, 1_000_000]) {
    for (const name of ['families', 'people', 'contributions', 'funds', 'branches']) {
      const { status, json } = await get(`/${name}?page=${page}&per_page=100`)
      const total = (await get(`/${name}`)).json.meta.total
      assert.deepEqual([status, json.data, json.meta.has_more, json.meta.total], [200, [], false, total])
      assert.deepEqual([json.meta.page, json.meta.total_pages], [page, Math.ceil(total / 100)])
    }
  }
})

test('an empty list has total 0, total_pages 0 and no more', async () => {
  const empty = await service.church()
  const { data, meta } = (await empty.send('GET', '/contributions')).json
  assert.deepEqual(data, [])
  assert.deepEqual([meta.total, meta.total_pages, meta.has_more, meta.sum_amount_base], [0, 0, false, 0])
})

test('updated_since takes Z, offsets, fractions and plain dates; a space where + was meant is read as +', async () => {
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update people set updated_at = '2026-03-01T10:00:00.500Z', created_at = '2026-03-01T10:00:00.500Z'
      where church_id = ${church.church.id} and id = ${id}`),
  )
  const found = [
    '2026-03-01T10:00:00Z',
    '2026-03-01t10:00:00z',
    '2026-03-01T10:00:00.500Z',
    '2026-03-01T11:00:00%2B01:00',
    '2026-03-01T11:00:00+01:00',
    '2026-03-01T09:00:00-0100',
    '2026-03-01T10:00Z',
    '2026-03-01',
    '0001-01-01',
  ]
  const missed = [
    '2026-03-01T10:00:00.500001Z',
    '2026-03-01T10:00:01Z',
    '2026-03-01T11:00:01+01:00',
    '2026-03-02',
    '9999-12-31',
  ]
  for (const parameter of ['updated_since', 'created_since']) {
    for (const [list, total] of [
      [found, 1],
      [missed, 0],
    ] as const) {
      for (const moment of list) {
        const { json } = await get(`/people?${parameter}=${moment}`)
        assert.deepEqual([json.meta?.total, json.data?.length], [total, total], `${parameter}=${moment}`)
      }
    }
  }
})

test('include_deleted of a single person is 0 or 1 too', async () => {
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  await refused(`/people/${id}?include_deleted=yes`, 'include_deleted')
  await refused(`/people/${id}?include_deleted=1&include_deleted=1`, 'include_deleted')
  for (const value of [0, 1]) assert.equal((await get(`/people/${id}?include_deleted=${value}`)).status, 200)
})

test('a single record and the key check name ignored parameters, too, and have no meta without', async () => {
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  const named = (await get(`/people/${id}?include_delete=1&page=2`)).json
  const wanted = { ignored_parameters: ['include_delete', 'page'], did_you_mean: { include_delete: 'include_deleted' } }
  assert.deepEqual(named.meta, wanted)
  assert.equal('meta' in (await get(`/people/${id}?include_deleted=1`)).json, false)
  assert.deepEqual((await get('?page=1')).json.meta, { ignored_parameters: ['page'] })
  assert.equal('meta' in (await get('')).json, false)
})

test('a write has no parameters: each is named, one that is a field of its body with a word on that', async () => {
  const meta = async (method: string, path: string, body: object) => {
    const { status, json, text } = await church.send(method, path, body)
    assert.ok(status < 300, text)
    return json.meta
  }
  const created = await meta('POST', '/people?dedupe=true&branch=3&colour=1', {
    first_name: 'Ada',
    nick: 'A',
    lastname: 'O',
  })
  assert.deepEqual(created, {
    ignored_parameters: ['dedupe', 'branch', 'colour'],
    ignored_fields: ['nick', 'lastname'],
    did_you_mean: { dedupe: 'dedupe, in the body', branch: 'branch_id, in the body', lastname: 'last_name' },
  })
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  assert.deepEqual(await meta('PATCH', `/people/${id}?include_deleted=1`, {}), {
    ignored_parameters: ['include_deleted'],
  })
  assert.deepEqual(await meta('POST', '/contributions?match_person=true', { amount: 1 }), {
    ignored_parameters: ['match_person'],
    did_you_mean: { match_person: 'match_person, in the body' },
  })
  assert.equal(await meta('POST', `/people?api_key=${church.key}`, { first_name: 'Ada' }), undefined)
})
