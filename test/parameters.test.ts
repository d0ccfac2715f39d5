/** Query parameters (spec, Lists and pagination; decisions, Requests): what each takes, and the codes of bad ones. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { PARAMETERS } from './spec/rules.ts'
import { OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
})
after(() => service.close())

const get = (path: string): Promise<Answered> => church.send('GET', path)
const lists = (): string[] => [...RESOURCES.keys()]

async function refused(path: string, parameter: string): Promise<void> {
  const { status, json } = await get(path)
  assert.deepEqual([status, json.ok, json.error], [400, false, `invalid_${parameter}`], path)
}

const DATE = ['', 'x', 'now', 'today', '2026-02-30', '2026-1-1', '2026-01-01T00:00:00Z', '20260101', '10000-01-01']
const MOMENT = [
  '',
  'now',
  'infinity',
  '-infinity',
  'yesterday',
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00%2B24:00',
  '1767225600',
  '2026-01',
  "2026-01-01';--",
]
const ID = ['', '0', '-1', 'x', '1.5', '1e3', '%2B1', ' 1', '01', '9007199254740993', '99999999999999999999']
/** Values that are refused, for each parameter of the spec. */
const BAD: Record<string, readonly string[]> = {
  year: ['x', '99', '10000', '2025.5', '-2025'],
  page: ['', '0', '-1', 'x', '1.5', '1000001', '1e3', ' 1', '99999999999999999999'],
  per_page: ['', '0', '-1', 'x', '1.5', '1e3', '%2B5'],
  cursor: ['', 'x', 'null', '1', 'v1.x.y', 'v1.%00', '%F0%9F%98%80'],
  status: ['', 'elder', 'Member', 'posted,void', ',', 'member,', "x'"],
  branch_id: ID,
  family_id: ID,
  fund_id: ID,
  person_id: ID,
  group_id: ID,
  parent_id: ID,
  below: ID,
  role: ['', 'elder', 'Leader', 'leader,member', 'attendee,helper'],
  listed: ['', 'true', '2'],
  of_groups: ['', 'true', '2'],
  audience: ['', 'everybody', 'Members', 'members,leaders'],
  q: ['x'.repeat(101), 'a%00b', 'a%07'],
  email: ['a%00b', 'x'.repeat(255)],
  updated_since: MOMENT,
  created_since: MOMENT,
  include_deleted: ['', 'true', '2', 'yes'],
  sort: ['', 'colour', 'ID', 'id,name', '-last_name', 'id;'],
  active: ['', 'true', '2', '-1'],
  from: DATE,
  to: DATE,
  method: ['', 'gold', 'Cash', 'cash,pos'],
  channel: ['', 'pigeon'],
  meeting_id: ID,
  schedule_id: ID,
  school_year_id: ID,
  assignee_membership_id: ID,
  assignee_person_id: ID,
  next_from: DATE,
  next_to: DATE,
  due_to: DATE,
  batch_id: ID,
  on: DATE,
  number: ['', '0', '-1', '1.5', 'x', '99999999999'],
  overdue: ['', 'true', '2'],
  from_year_id: ID,
  gift_id: ID,
  to_year_id: ID,
  campaign_id: ID,
  public: ['', 'true', '2', '-1'],
  state: ['', 'there', 'Present', 'present,', ','],
  first_time: ['', 'true', '2', '-1'],
}

/** Values that a list knows, where they are not those of most. */
const KNOWN_VALUES: Record<string, Record<string, string>> = {
  meetings: { kind: 'service', status: 'open' },
  schedules: { kind: 'service', status: 'active' },
  attendances: { state: 'present', role: 'helper' },
  groups: { status: 'active', kind: 'cell' },
  group_members: { status: 'left', role: 'leader' },
  join_requests: { status: 'pending' },
  school_classes: { status: 'active', grade_from: '3' },
  class_sessions: { status: 'closed' },
  school_years: { status: 'current' },
  pledge_campaigns: { status: 'open' },
  pledges: { status: 'active' },
  promotions: { status: 'draft', from_year_id: '1' },
  statements: { status: 'issued', kind: 'receipt', year: '2025' },
  recurring_gifts: { status: 'past_due' },
  group_posts: { status: 'shown', audience: 'leaders' },
  group_reports: { status: 'submitted' },
  tasks: { status: 'done', kind: 'call' },
  batches: { status: 'open', kind: 'counting' },
  envelopes: { number: '17', series: 'Easter', on: '2026-01-01' },
  refunds: { status: 'failed' },
}

for (const name of lists()) {
  for (const parameter of ['page', 'per_page', 'cursor', ...(PARAMETERS[name] ?? [])]) {
    test(`${name}: a bad ${parameter} is 400 invalid_${parameter}, as is one that is sent twice`, async () => {
      for (const value of BAD[parameter] ?? []) await refused(`/${name}?${parameter}=${value}`, parameter)
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
    const values: Record<string, string> = {
      status: name === 'people' ? 'member' : 'all',
      sort: 'id',
      method: 'cash',
      channel: 'sms',
      kind: 'people',
    }
    if (name === 'messages') values.status = 'sent'
    if (name === 'imports') values.status = 'undone'
    Object.assign(values, KNOWN_VALUES[name])
    for (const parameter of ['page', 'per_page', 'api_key', ...(PARAMETERS[name] ?? [])]) {
      const value = values[parameter] ?? (/since|from|to$/.test(parameter) ? '2026-01-01' : '1')
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

test('every parameter of the spec but free text has bad values here', () => {
  const free = ['series', 'grade_from', 'kind', 'phone', 'source']
  for (const parameter of Object.values(PARAMETERS).flat()) {
    assert.ok(free.includes(parameter) || BAD[parameter], parameter)
  }
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
