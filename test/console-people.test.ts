/** What the console does with people: tags, restoring, duplicates, merging, and the history of it all. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { raw, sql } from '../src/db/sql.ts'
import { type Duplicates, refreshDuplicates } from '../src/modules/people/duplicates.ts'
import type { HistoryEntry } from '../src/modules/people/history-view.ts'
import type { MovedCount } from '../src/modules/people/merge-counts.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { member, type TestMember } from './support/console.ts'
import { eventually, startReceiver } from './support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'
import { untilWaiting } from './support/waiting.ts'

let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
})

const add = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data.id

const act = (name: string, body: object, by = owner): Promise<Answered> => by.inChurch('POST', `/actions/${name}`, body)

const look = async (path: string, by = owner) => (await by.inChurch('GET', `/views/${path}`)).json.data

/** What a merge would move of a person, by table. */
const countsOf = async (id: number, by = owner): Promise<Record<string, number | null>> =>
  Object.fromEntries((await look(`merge_counts?id=${id}`, by)).map(({ table, count }: MovedCount) => [table, count]))

const told = async (pattern: RegExp) => (await church.events()).filter(({ name }) => pattern.test(name))

const history = async (id: number): Promise<HistoryEntry[]> => (await look(`person_history?id=${id}`)).entries

const audited = async (): Promise<[string, string | null][]> =>
  (await look('audit')).map((line: { operation: string; target: string | null }) => [line.operation, line.target])

/** Somebody limited to a branch, and a person outside of it: to them it is as if that person did not exist. */
async function limited(): Promise<{ staff: TestMember; branch: number }> {
  const branch = await church.branch('North')
  return { staff: await member(service, church, 'staff', branch), branch }
}

test('a tag is added and removed once, tells of it, and is spelled as the church first wrote it', async () => {
  const [ada, ben] = [await add(), await add({ first_name: 'Ben' })]
  const { data } = (await act('people.add_tag', { id: ada, tag: '  Youth   choir ' })).json
  assert.deepEqual(data, { changed: true, tags: ['Youth choir'] })
  assert.deepEqual((await act('people.add_tag', { id: ada, tag: 'YOUTH CHOIR' })).json.data, {
    changed: false,
    tags: ['Youth choir'],
  })
  assert.deepEqual((await act('people.add_tag', { id: ben, tag: 'youth choir' })).json.data.tags, ['Youth choir'])
  assert.deepEqual(await look('tags'), [{ tag: 'Youth choir', people: 2 }])
  assert.deepEqual((await act('people.remove_tag', { id: ada, tag: 'youth choir' })).json.data, {
    changed: true,
    tags: [],
  })
  assert.equal((await act('people.remove_tag', { id: ada, tag: 'youth choir' })).json.data.changed, false)
  const events = await told(/^person\.tag/)
  const person = (await church.send('GET', `/people/${ada}`)).json.data
  assert.deepEqual(
    events.map(({ name }) => name),
    ['person.tag_added', 'person.tag_added', 'person.tag_removed'],
  )
  assert.deepEqual(events[0]?.body.data, { person, tag: 'Youth choir' })
  assert.deepEqual(
    (await history(ada)).map(({ kind, tag, by }) => [kind, tag, by.name]),
    [
      ['tag_removed', 'Youth choir', 'A owner'],
      ['tag_added', 'Youth choir', 'A owner'],
    ],
  )
  assert.deepEqual((await audited())[0], ['people.remove_tag', String(ada)])
})

test('a tag that is empty, too long or for nobody is refused, and nothing is told', async () => {
  const ada = await add()
  for (const tag of ['', '  ', 'x'.repeat(61), 5]) {
    const { status, json } = await act('people.add_tag', { id: 'x', tag })
    assert.deepEqual([status, Object.keys(json.errors ?? {}).sort()], [422, ['id', 'tag']], String(tag))
  }
  await act('people.remove', { id: ada })
  assert.equal((await act('people.add_tag', { id: ada, tag: 'Choir' })).status, 404)
  assert.equal((await act('people.add_tag', { id: 999_999, tag: 'Choir' })).status, 404)
  assert.deepEqual(await told(/^person\.tag/), [])
})

test('people are listed by tag in the console, with the right total at once; to a key the filter is unknown', async () => {
  const [ada, ben] = [await add(), await add({ first_name: 'Ben' })]
  await act('people.add_tag', { id: ada, tag: 'Choir' })
  const listed = async () => {
    const { data, meta } = (await owner.inChurch('GET', '/people?tag=CHOIR')).json
    return [data.map(({ id }: { id: number }) => id), meta.total]
  }
  assert.deepEqual(await listed(), [[ada], 1])
  await act('people.add_tag', { id: ben, tag: 'Choir' })
  assert.deepEqual(await listed(), [[ada, ben], 2])
  await act('people.remove_tag', { id: ada, tag: 'Choir' })
  assert.deepEqual(await listed(), [[ben], 1])
  assert.equal((await church.send('GET', '/people?tag=CHOIR')).json.meta.total, 2)
  const { text } = await service.request('GET', '/openapi.json')
  const parameters = JSON.parse(text).paths['/api/v1/people'].get.parameters as { name?: string }[]
  assert.deepEqual(
    parameters.filter(({ name }) => name === 'tag' || name === 'include_deleted').map(({ name }) => name),
    ['include_deleted'],
  )
})

test('restoring takes a removed person back: lists, totals, family, event with the old deleted_at, plan limit', async () => {
  const family_id = (await church.send('POST', '/families', { name: 'Obi' })).json.data.id
  const ada = await add({ family_id })
  await act('people.remove', { id: ada })
  const { deleted_at } = (await church.send('GET', `/people/${ada}?include_deleted=1`)).json.data
  await church.set({ people_limit: 0 })
  assert.deepEqual((await act('people.restore', { id: ada })).json.error, 'plan_limit_reached')
  await church.set({ people_limit: 1 })
  const { status, json } = await act('people.restore', { id: ada })
  assert.deepEqual([status, json.data.deleted_at], [200, null])
  assert.equal((await church.send('GET', '/people')).json.meta.total, 1)
  assert.equal((await church.send('GET', '/people?status=visitor')).json.meta.total, 1)
  assert.equal((await church.send('GET', `/families/${family_id}`)).json.data.member_count, 1)
  assert.equal((await act('people.restore', { id: ada })).status, 200, 'again: nothing happens')
  const events = await told(/^person\.updated/)
  assert.deepEqual(
    events.map(({ body }) => [(body.data as { id: number }).id, body.previous]),
    [[ada, { deleted_at }]],
  )
  assert.deepEqual(
    (await history(ada)).map(({ kind }) => kind),
    ['restored', 'removed'],
  )
})

test('a record that was merged away is not restored', async () => {
  const [keep, remove] = [await add(), await add()]
  await act('people.merge', { keep, remove })
  const { status, json } = await act('people.restore', { id: remove })
  assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['id']])
  assert.deepEqual(await look(`person_more?id=${remove}`), { tags: [], merged_into: keep, forgotten: false })
})

test('what concerns somebody out of sight, of another church, or nobody is answered alike', async () => {
  const { staff, branch } = await limited()
  const mine = await add({ first_name: 'Mina', branch_id: branch })
  const other = await service.church()
  const foreign = (await other.send('POST', '/people', { first_name: 'Eve' })).json.data.id
  const hidden = await add({ email: 'a@example.org' })
  await add({ email: 'a@example.org', branch_id: branch })
  await act('people.add_tag', { id: hidden, tag: 'Choir' })
  for (const id of [hidden, foreign, 999_999]) {
    const answers = [
      await act('people.add_tag', { id, tag: 'Choir' }, staff),
      await act('people.remove_tag', { id, tag: 'Choir' }, staff),
      await act('people.remove', { id }, staff),
      await act('people.restore', { id }, staff),
      await act('people.not_duplicates', { a: mine, b: id }, staff),
      await act('people.merge', { keep: mine, remove: id }, staff),
      await act('people.merge', { keep: id, remove: mine }, staff),
      await staff.inChurch('GET', `/views/person_history?id=${id}`),
      await staff.inChurch('GET', `/views/person_more?id=${id}`),
      await staff.inChurch('GET', `/views/merge_counts?id=${id}`),
    ]
    for (const { status, json } of answers) assert.deepEqual([status, json.error], [404, 'not_found'])
  }
  assert.deepEqual(await look('tags', staff), [])
  await act('duplicates.refresh', {}, staff)
  assert.deepEqual((await look('duplicates', staff)).pairs, [])
  assert.equal((await look('duplicates')).pairs.length, 1)
  assert.equal((await act('people.add_tag', { id: mine, tag: 'choir' }, staff)).status, 200)
})

/** The pairs, when everybody is compared: what upkeep writes meanwhile puts off the last changes. */
async function pairs(): Promise<[number, number, number, string[]][]> {
  const found = await eventually('everybody is compared', async () => {
    assert.deepEqual((await act('duplicates.refresh', {})).json.data, { complete: true })
    const { pairs: likely, not_compared } = (await look('duplicates')) as Duplicates
    return not_compared === 0 && likely
  })
  return found.map(({ strength, reasons, people: [a, b] }) => [a.id, b.id, strength, reasons])
}

test('duplicates are pairs that share something of their own, the likeliest first', async () => {
  const ada = await add({ email: 'Ada@example.org', phone: '08031234567', dob: '1990-01-01' })
  const again = await add({ first_name: 'ADA', last_name: 'obi', dob: '1990-01-01' })
  const mail = await add({ first_name: 'Bola', email: 'ada@EXAMPLE.org' })
  const phone = await add({ first_name: 'Chi', whatsapp: '08031234567' })
  const family_id = (await church.send('POST', '/families', { name: 'Eze' })).json.data.id
  const [son, double] = [await add({ first_name: 'Dan', family_id }), await add({ first_name: 'dan', family_id })]
  assert.deepEqual(await pairs(), [
    [ada, again, 3, ['name', 'dob']],
    [son, double, 2, ['name', 'family']],
    [ada, mail, 1, ['email']],
    [ada, phone, 1, ['phone']],
  ])
})

test('namesakes are possible pairs, below the likely ones, unless they were born on different days', async () => {
  const one = await add({ first_name: 'Wọlé', last_name: 'Ṣóyínká', dob: '1934-07-13', address: '1 Ọba Road' })
  const two = await add({ first_name: 'WOLE', last_name: 'Soyinka' })
  const born = await add({ first_name: 'Wole', last_name: 'Soyinka', dob: '1990-01-01' })
  const near = await add({ first_name: 'wole', last_name: 'soyinka', address: '1 oba ROAD' })
  assert.deepEqual(await pairs(), [
    [one, near, 2, ['name', 'address']],
    [one, two, 1, ['name']],
    [two, born, 1, ['name']],
    [two, near, 1, ['name']],
    [born, near, 1, ['name']],
  ])
})

test('a pair goes when it no longer shares anything, when one is removed, merged, or somebody says that they are two', async () => {
  const ids = []
  for (const first_name of ['A', 'B', 'C', 'D', 'E']) ids.push(await add({ first_name, email: 'a@example.org' }))
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids
  assert.equal((await pairs()).length, 10)
  await church.send('PATCH', `/people/${e}`, { email: 'e@example.org' })
  assert.equal((await pairs()).length, 6)
  await act('people.remove', { id: d })
  assert.equal((await pairs()).length, 3)
  assert.equal((await act('people.not_duplicates', { a: c, b: a })).status, 200)
  assert.equal((await act('people.not_duplicates', { a, b: c })).status, 200)
  assert.deepEqual(await pairs(), [
    [a, b, 1, ['email']],
    [b, c, 1, ['email']],
  ])
  assert.deepEqual((await audited())[0], ['people.not_duplicates', `${a}, ${c}`])
  await act('people.merge', { keep: a, remove: b })
  assert.deepEqual(await pairs(), [])
  const same = await act('people.not_duplicates', { a, b: a })
  assert.deepEqual([same.status, Object.keys(same.json.errors ?? {})], [422, ['b']])
})

test('what many share, such as the number of an office, makes no pairs', async () => {
  for (let n = 0; n < 12; n += 1) await add({ first_name: `Person ${n}`, phone: '08031234567' })
  assert.deepEqual(await pairs(), [])
})

test('the eleventh of an office takes the pairs of the others away, and brings them back by leaving', async () => {
  const ids = []
  for (let n = 0; n < 10; n += 1) ids.push(await add({ first_name: `Person ${n}`, phone: '08031234567' }))
  await church.send('PATCH', `/people/${ids[1]}`, { email: 'ada@example.org' })
  await church.send('PATCH', `/people/${ids[4]}`, { email: 'ada@example.org' })
  const tenShare = await pairs()
  assert.equal((await look('duplicates')).has_more, true)
  const count = async () => {
    const found = await service.database.read.first<{ count: number }>(sql`select count(*) as count
      from likely_duplicates where church_id = ${church.church.id}`)
    return found?.count
  }
  assert.equal(await count(), 45)
  const last = await add({ first_name: 'Eleventh', phone: '08031234567' })
  assert.deepEqual(await pairs(), [[ids[1], ids[4], 2, ['email', 'phone']]], 'they share an e-mail, too')
  assert.equal(await count(), 1)
  await church.send('PATCH', `/people/${last}`, { phone: '08037654321' })
  assert.deepEqual(await pairs(), tenShare)
  assert.equal(await count(), 45)
  await church.send('PATCH', `/people/${last}`, { phone: '08031234567' })
  assert.equal((await pairs()).length, 1)
  await act('people.remove', { id: last })
  assert.deepEqual(await pairs(), tenShare)
})

test('looking at the duplicates compares nobody; beside an open write the others are compared, without waiting', async () => {
  await add({ email: 'a@example.org' })
  await add({ email: 'a@example.org' })
  const { staff, branch } = await limited()
  await add({ email: 'a@example.org', branch_id: branch })
  const late = await service.database.write(church.church.id, async () => {
    const added = await add({ email: 'a@example.org' })
    assert.deepEqual([(await look('duplicates')).pairs, (await look('duplicates')).not_compared], [[], 4])
    assert.equal((await look('duplicates', staff)).not_compared, 1, 'of those in sight')
    assert.deepEqual((await act('duplicates.refresh', {})).json.data, { complete: true })
    const { pairs: found, not_compared } = await look('duplicates')
    assert.deepEqual([found.length, not_compared], [3, 1])
    return added
  })
  assert.equal((await pairs()).filter(([, b]) => b === late).length, 3)
  assert.ok((await audited()).every(([name]) => name !== 'duplicates.refresh'))
})

test('everybody is compared, in several turns where they are many, and pages of pairs follow one another', async () => {
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into people (church_id, member_no, first_name, country, branch_id, email, updated_at)
      select ${church.church.id}, 'x' || i, 'Person', 'NG', ${church.church.hq_branch_id}, i / 2 || '@example.org',
        now() - interval '1 hour' from generate_series(2, 2401) as i`),
  )
  assert.deepEqual(await church.act(refreshDuplicates, {}), { complete: true })
  const first = await look('duplicates')
  assert.deepEqual([first.pairs.length, first.has_more, first.not_compared], [25, true, 0])
  const last = await look('duplicates?page=48')
  assert.deepEqual([last.pairs.length, last.has_more], [25, false])
  assert.notDeepEqual(last.pairs[0], first.pairs[0])
})

test('a merge moves tags, says what it would move, and a receiver is told of it', async () => {
  const receiver = await startReceiver()
  const input = { url: receiver.url, events: ['person.merged'] }
  await church.act(createEndpoint, input)
  const [keep, remove] = [await add({ city: 'Jos' }), await add({ city: 'Kano', email: 'ada@example.org' })]
  for (const [id, tag] of [
    [keep, 'Choir'],
    [remove, 'choir'],
    [remove, 'Ushers'],
  ]) {
    await act('people.add_tag', { id, tag })
  }
  await church.send('POST', '/contributions', { amount: 100, person_id: remove })
  const counted = await countsOf(remove)
  assert.deepEqual([counted.contributions, counted.messages, counted.person_tags], [1, 0, 2])
  const staff = await member(service, church, 'staff')
  assert.equal((await countsOf(remove, staff)).contributions, null, 'no sum of what one may not read')
  assert.equal((await act('people.merge', { keep, remove }, staff)).status, 200)
  assert.deepEqual((await look(`person_more?id=${keep}`)).tags, ['Choir', 'Ushers'])
  const [{ json: body } = { json: {} }] = await receiver.until(1)
  assert.deepEqual([body.event, body.data.id, body.previous.id], ['person.merged', keep, remove])
  await receiver.close()
  const [merged, ...others] = await history(keep)
  assert.deepEqual(
    [merged?.kind, merged?.other_id, merged?.by, merged?.changes],
    ['merged', remove, { kind: 'user', name: 'A staff' }, { email: [null, 'ada@example.org'] }],
  )
  assert.deepEqual(
    others.map(({ person_id, kind }) => [person_id, kind]),
    [
      [remove, 'tag_added'],
      [remove, 'tag_added'],
      [keep, 'tag_added'],
    ],
  )
})

test('what a merge would move is counted within the branch of who asks', async () => {
  const { staff, branch } = await limited()
  const ada = await add({ branch_id: branch })
  const { church: own } = church
  await service.database.write(own.id, async tx => {
    for (const one of [branch, own.hq_branch_id, own.hq_branch_id]) {
      await tx.run(sql`insert into prayer_requests (church_id, branch_id, person_id, body, status, created_at)
        values (${own.id}, ${one}, ${ada}, 'Pray', 'open', now())`)
    }
  })
  assert.equal((await countsOf(ada)).prayer_requests, 3)
  assert.equal((await countsOf(ada, staff)).prayer_requests, 1)
})

test('who is moved out of sight while somebody acts on them is out of reach', async () => {
  const { staff, branch } = await limited()
  const acts: [string, (id: number, other: number) => object][] = [
    ['people.remove', id => ({ id })],
    ['people.restore', id => ({ id })],
    ['people.add_tag', id => ({ id, tag: 'Choir' })],
    ['people.remove_tag', id => ({ id, tag: 'Choir' })],
    ['people.merge', (keep, remove) => ({ keep, remove })],
    ['families.update', (_, id) => ({ id, name: 'Eze' })],
  ]
  const other = await add({ branch_id: branch })
  for (const [name, body] of acts) {
    const table = name.startsWith('families') ? 'families' : 'people'
    const family = (await church.send('POST', '/families', { name: 'Obi', branch_id: branch })).json.data.id
    const ada = await add({ branch_id: branch })
    const asked = await service.database.write(church.church.id, async tx => {
      await tx.run(sql`update ${raw(table)} set branch_id = ${church.church.hq_branch_id}
        where church_id = ${church.church.id} and id = ${table === 'families' ? family : ada}`)
      const answer = act(name, body(ada, table === 'families' ? family : other), staff)
      await untilWaiting(service.database.read)
      return { answer }
    })
    const { status, json } = await asked.answer
    assert.deepEqual([status, json.error], [404, 'not_found'], name)
  }
})

test('a tag is spelled as somebody in sight has it, and never twice on one person', async () => {
  const { staff, branch } = await limited()
  const [far, near] = [await add(), await add({ branch_id: branch })]
  await act('people.add_tag', { id: far, tag: 'HIV Group' })
  assert.deepEqual((await act('people.add_tag', { id: near, tag: 'hiv group' }, staff)).json.data.tags, ['hiv group'])
  assert.deepEqual(await look('tags', staff), [{ tag: 'hiv group', people: 1 }])
  assert.deepEqual(
    (await look('tags')).map(({ people }: { people: number }) => people),
    [2],
  )
  assert.equal((await act('people.add_tag', { id: near, tag: 'HIV GROUP' })).json.data.changed, false)
  await act('people.merge', { keep: near, remove: far })
  assert.deepEqual((await look(`person_more?id=${near}`)).tags, ['hiv group'])
})

test('the tags that most people have are told, read again only when the people changed', async () => {
  const [ada, ben] = [await add(), await add({ first_name: 'Ben' })]
  const { id } = church.church
  await service.database.write(id, tx =>
    tx.run(sql`insert into person_tags (church_id, person_id, tag, created_at)
      select ${id}::bigint, ${ada}::bigint, 'tag ' || lpad(n::text, 3, '0'), now() from generate_series(1, 505) as n
      union all select ${id}::bigint, ${ben}::bigint, 'tag ' || n, now() from generate_series(501, 505) as n`),
  )
  await church.send('PATCH', `/people/${ada}`, { city: 'Jos' })
  const tags = await look('tags')
  assert.equal(tags.length, 500)
  assert.deepEqual(tags.at(-1), { tag: 'tag 505', people: 2 })
  await service.database.write(id, tx => tx.run(sql`delete from person_tags where church_id = ${id}`))
  assert.equal((await look('tags')).length, 500, 'no version tells of it')
  await church.send('PATCH', `/people/${ada}`, { city: 'Kano' })
  assert.deepEqual(await look('tags'), [])
})

test('a family is edited: what is sent changes, updated_at moves, and it is audited', async () => {
  const { staff, branch } = await limited()
  const made = (await church.send('POST', '/families', { name: 'Obi', address: 'Jos', branch_id: branch })).json.data
  const { status, json } = await act('families.update', { id: made.id, name: 'Eze', phone: '08031234567' }, staff)
  assert.deepEqual([status, json.data.name, json.data.phone, json.data.address], [200, 'Eze', '+2348031234567', 'Jos'])
  assert.notEqual(json.data.updated_at, made.updated_at)
  assert.deepEqual((await church.send('GET', `/families/${made.id}`)).json.data, json.data)
  assert.deepEqual((await audited())[0], ['families.update', String(made.id)])
  const same = await act('families.update', { id: made.id, address: 'Jos' })
  assert.deepEqual(same.json.data, json.data)
  assert.equal((await act('families.update', { id: made.id, address: null })).json.data.address, null)
})

test('a family is not edited with wrong values, out of sight, or into a branch out of sight', async () => {
  const { staff, branch } = await limited()
  const id = (await church.send('POST', '/families', { name: 'Obi', branch_id: branch })).json.data.id
  const far = (await church.send('POST', '/families', { name: 'Far' })).json.data.id
  const wrong = await act('families.update', { id, name: '', phone: '1', branch_id: 'x', status: 1 })
  assert.deepEqual(
    [wrong.status, Object.keys(wrong.json.errors ?? {}).sort()],
    [422, ['branch_id', 'name', 'phone', 'status']],
  )
  const moved = await act('families.update', { id, branch_id: church.church.hq_branch_id }, staff)
  assert.deepEqual([moved.status, Object.keys(moved.json.errors ?? {})], [422, ['branch_id']])
  const foreign = (await (await service.church()).send('POST', '/families', { name: 'Eve' })).json.data.id
  for (const other of [far, foreign, 999_999]) {
    assert.equal((await act('families.update', { id: other, name: 'Mine' }, staff)).status, 404)
  }
  assert.equal((await church.send('GET', `/families/${far}`)).json.data.name, 'Far')
  const viewer = await member(service, church, 'viewer')
  assert.equal((await act('families.update', { id, name: 'Mine' }, viewer)).status, 403)
})

test('the history names the fields with both values, and who changed them: a key, a user, the person themselves', async () => {
  const ada = await add({ custom: { tribe: 'Judah', team: 1 } })
  await church.send('PATCH', `/people/${ada}`, { status: 'member', city: 'Jos', custom: { team: 2 } })
  await church.send('PATCH', `/people/${ada}`, { status: 'member' })
  await owner.inChurch('PATCH', `/people/${ada}`, { city: null, last_name: 'Bello' })
  const [second, first, ...others] = await history(ada)
  assert.deepEqual(others, [])
  assert.deepEqual([first?.kind, first?.by.kind], ['updated', 'key'])
  assert.deepEqual(first?.changes, { status: ['visitor', 'member'], city: [null, 'Jos'], 'custom.team': [1, 2] })
  assert.deepEqual(second?.by, { kind: 'user', name: 'A owner' })
  assert.deepEqual(second?.changes, { city: ['Jos', null], last_name: ['Obi', 'Bello'] })
  assert.match(String(second?.created_at), /^\d{4}-\d\d-\d\dT[\d:]+Z$/)
})

test('names of several people are read at once: of those in sight, removed ones too', async () => {
  const north = await church.branch('North')
  const other = await service.church()
  const [ada, bola] = [await add(), await add({ first_name: 'Bola', branch_id: north })]
  const foreign = (await other.send('POST', '/people', { first_name: 'Chidi' })).json.data.id
  await act('people.remove', { id: bola })
  const names = [
    { id: ada, name: 'Ada Obi' },
    { id: bola, name: 'Bola Obi' },
  ]
  assert.deepEqual(await look(`people_names?ids=${foreign},${bola},${ada}`), names)
  const limited = await member(service, church, 'staff', north)
  assert.deepEqual(await look(`people_names?ids=${ada},${bola}`, limited), names.slice(1))
  for (const ids of ['', '1,x', '0', Array.from({ length: 101 }, (_, index) => index + 1).join(',')]) {
    const { status, json } = await owner.inChurch('GET', `/views/people_names?ids=${ids}`)
    assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['ids']], ids)
  }
})

test('the history names the families that it speaks of, as far as they are in sight', async () => {
  const north = await church.branch('North')
  const family = async (body: object) => (await church.send('POST', '/families', body)).json.data.id
  const [obi, bello] = [await family({ name: 'Obi', branch_id: north }), await family({ name: 'Bello' })]
  const ada = await add({ family_id: bello, branch_id: north })
  await church.send('PATCH', `/people/${ada}`, { family_id: obi })
  await church.send('PATCH', `/people/${ada}`, { family_id: null })
  const { families } = await look(`person_history?id=${ada}`)
  assert.deepEqual(families, [
    { id: obi, name: 'Obi' },
    { id: bello, name: 'Bello' },
  ])
  const limited = await member(service, church, 'staff', north)
  assert.deepEqual((await look(`person_history?id=${ada}`, limited)).families, [{ id: obi, name: 'Obi' }])
})

test('a long history comes in pages', async () => {
  const ada = await add()
  for (let n = 0; n < 52; n += 1) await church.send('PATCH', `/people/${ada}`, { city: `City ${n}` })
  const first = await look(`person_history?id=${ada}`)
  assert.deepEqual([first.entries.length, first.has_more], [50, true])
  const rest = await look(`person_history?id=${ada}&before=${first.entries.at(-1).id}`)
  assert.deepEqual([rest.entries.length, rest.has_more], [2, false])
  assert.deepEqual(rest.entries.at(-1).changes, { city: [null, 'City 0'] })
})
