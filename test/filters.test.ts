/** What the filters of lists find (spec, query parameters of people, families, funds and contributions; decisions). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { makeRecord, OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { useOutbox } from './support/messaging.ts'
import type { TestChurch, TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startWholeHouse()
})
after(() => service.close())

/** Ids of a list. */
const ids = async (path: string, send = church.send): Promise<number[]> => {
  const { json, text } = await send('GET', path)
  assert.ok(json.ok, text)
  assert.equal(json.meta.total, json.data.length, path)
  return json.data.map((one: { id: number }) => one.id)
}

const person = async (body: object): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id

const gift = async (body: object): Promise<number> => {
  const { json, text } = await church.send('POST', '/contributions', { amount: 100, ...body })
  assert.ok(json.ok, text)
  return json.data.id
}

test('people by status: one, or a comma-separated list', async () => {
  church = await service.church()
  const [a, b, c] = [await person({ status: 'member' }), await person({ status: 'leader' }), await person({})]
  assert.deepEqual(await ids('/people?status=member'), [a])
  assert.deepEqual(await ids('/people?status=leader,member'), [a, b])
  assert.deepEqual(await ids('/people?status=leader,leader,%20visitor'), [b, c])
  assert.deepEqual(await ids('/people?status=deceased'), [])
})

test('people by branch: this branch and its sub-branches', async () => {
  church = await service.church()
  const north = await church.branch('North')
  const south = await church.branch('South')
  const yaba = await church.branch('Yaba', north)
  const [a, b, c] = [await person({}), await person({ branch_id: north }), await person({ branch_id: yaba })]
  const d = await person({ branch_id: south })
  assert.deepEqual(await ids(`/people?branch_id=${church.church.hq_branch_id}`), [a, b, c, d])
  assert.deepEqual(await ids(`/people?branch_id=${north}`), [b, c])
  assert.deepEqual(await ids(`/people?branch_id=${yaba}`), [c])
  const limited = church.as(await church.keyFor(['all'], north))
  assert.deepEqual(await ids('/people', limited), [b, c])
  assert.deepEqual(await ids(`/people?branch_id=${church.church.hq_branch_id}`, limited), [], 'outside, though above')
})

test('people by family: one household', async () => {
  church = await service.church()
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const [a, , c] = [await person({ family_id }), await person({}), await person({ family_id })]
  assert.deepEqual(await ids(`/people?family_id=${family_id}`), [a, c])
})

test('q searches name, e-mail and member number: trimmed, any case, anywhere', async () => {
  church = await service.church()
  const a = await person({ first_name: 'Émile', middle_name: 'van', last_name: 'der Berg', email: 'eb@mail.example' })
  const b = await person({ first_name: 'Bisi', last_name: 'Ade' })
  for (const q of ['émile', '%20ÉMILE%20', 'van der', 'le van d', 'EB@MAIL', 'berg', '000001']) {
    assert.deepEqual(await ids(`/people?q=${q}`), [a], q)
  }
  assert.deepEqual(await ids('/people?q=00000'), [a, b])
  for (const q of ['emil der', 'berg eb', 'visitor', 'NG', 'x'.repeat(100)])
    assert.deepEqual(await ids(`/people?q=${q}`), [], q)
  assert.deepEqual(await ids('/people?q='), [a, b])
})

test('q finds whoever let go of their number when they were removed by the number that is shown as theirs', async () => {
  church = await service.church()
  const [gone, there] = [await person({}), await person({ last_name: '000001' })]
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update people set deleted_at = now(), freed_member_no = member_no, member_no = 'undone-' || id
      where church_id = ${church.church.id} and id = ${gone}`),
  )
  const shown = (await church.send('GET', `/people/${gone}?include_deleted=1`)).json.data
  assert.equal(shown.member_no, '000001')
  assert.deepEqual(await ids('/people?q=000001&include_deleted=1'), [gone, there])
  assert.deepEqual(await ids('/people?q=000001'), [there])
})

test('q finds a name whatever diacritics it is written with, on either side, in short texts and in long ones', async () => {
  church = await service.church()
  const found: [name: string, ...texts: string[]][] = [
    ['Ṣóyínká', 'soyinka', 'SOYINKA', 'ṣoyinka', 'So\u0323yi\u0301nka', 'ṣó', 's'],
    ['Nguyễn Đức', 'nguyen duc', 'Nguyễn', 'đức', 'n d'],
    ['Weiß', 'weiss', 'WEISS', 'weiß', 'iß'],
    ['Łukasz Bjørn', 'lukasz bjorn', 'łukasz', 'BJØRN', 'ø'],
    ['İbrahim Işık', 'ibrahim isik', 'IŞIK', 'ışık', 'ı'],
    ['Ɗantata Ƙofa', 'dantata kofa', 'ɗan'],
    ['O’Brien', "o'brien", 'O’BRIEN', 'ʼb'],
    ['Елена', 'елена', 'ЕЛЕНА'],
    ['Σοφίας', 'σοφιας', 'ΣΟΦΊΑΣ'],
    ['이영희', '이영', '희'],
    ['राधा', 'राधा'],
  ]
  const people = new Map<string, number>()
  const households = new Map<string, number>()
  for (const [name] of found) {
    people.set(name, await person({ first_name: 'Qxw', last_name: name }))
    households.set(name, (await church.send('POST', '/families', { name })).json.data.id)
  }
  for (const [name, ...texts] of found) {
    for (const text of texts) {
      const q = encodeURIComponent(text)
      assert.ok((await ids(`/people?q=${q}`)).includes(people.get(name) ?? 0), `${text} finds ${name}`)
      assert.ok((await ids(`/families?q=${q}`)).includes(households.get(name) ?? 0), `${text} finds the family ${name}`)
    }
  }
  assert.deepEqual(await ids(`/people?q=${encodeURIComponent('राधी')}`), [], 'vowel signs tell words apart')
  assert.deepEqual(await ids(`/people?q=${encodeURIComponent('\u0301')}`), [], 'marks alone find nobody')
  const [first] = await ids('/people')
  await church.send('PATCH', `/people/${first}`, { last_name: 'Ọlá' })
  assert.deepEqual(await ids('/people?q=qxw%20ola'), [first], 'a changed name is found, too')
})

test('in q the characters %, _ and \\ are plain, in short texts and in long ones', async () => {
  church = await service.church()
  for (const plain of ['%', '_', '\\']) {
    const exact = await person({ first_name: `Ada${plain}Bisi` })
    const family = (await church.send('POST', '/families', { name: `Oka${plain}for` })).json.data.id
    await person({ first_name: 'AdaxBisi' })
    await church.send('POST', '/families', { name: 'Okaxfor' })
    for (const around of ['', 'a', 'Ada']) {
      const q = encodeURIComponent(around + plain + (around && 'Bisi'))
      assert.deepEqual(await ids(`/people?q=${q}`), [exact], q)
    }
    for (const wide of plain === '\\' ? ['＼'] : ['％', '＿'].filter(one => one.normalize('NFKC') === plain)) {
      assert.deepEqual(await ids(`/people?q=Ada${encodeURIComponent(wide)}Bisi`), [exact], wide)
    }
    for (const text of [plain, `oka${plain}FOR`]) {
      assert.deepEqual(await ids(`/families?q=${encodeURIComponent(text)}`), [family], text)
    }
  }
})

test('email: an exact match, compared without case', async () => {
  church = await service.church()
  const a = await person({ email: 'Ada@Example.org' })
  assert.deepEqual(await ids('/people?email=aDA@eXAMPLE.ORG'), [a])
  assert.deepEqual(await ids('/people?email=ada@example'), [])
  assert.deepEqual(await ids('/people?email=%25'), [])
})

test('phone: an exact match in any format, of phone, phone2 or whatsapp; no number gives an empty list', async () => {
  church = await service.church()
  const a = await person({ phone: '0803 123 4567' })
  const b = await person({ phone2: '+234 803-123-4567' })
  const c = await person({ whatsapp: '(0803) 1234567' })
  await person({ phone: '08031234568' })
  for (const phone of [
    '08031234567',
    '%2B2348031234567',
    '+2348031234567',
    '0803%20123%204567',
    '0803-1234567',
    '002348031234567',
  ]) {
    assert.deepEqual(await ids(`/people?phone=${phone}`), [a, b, c], phone)
  }
  const abroad = await person({ whatsapp: '+44 20 7946 0958' })
  for (const phone of ['+442079460958', '%2B44 20 7946 0958', '0044 2079460958']) {
    assert.deepEqual(await ids(`/people?phone=${phone}`), [abroad], phone)
  }
  for (const phone of ['', 'x', '12', '0803', '%00', '1'.repeat(60)])
    assert.deepEqual(await ids(`/people?phone=${phone}`), [], phone)
})

test('removed people are left out unless include_deleted=1, and then have deleted_at', async () => {
  church = await service.church()
  const [a, b] = [await person({}), await person({})]
  await church.act(removePerson, { id: b })
  assert.deepEqual(await ids('/people'), [a])
  assert.deepEqual(await ids('/people?include_deleted=0'), [a])
  assert.deepEqual(await ids('/people?include_deleted=1'), [a, b])
  assert.deepEqual(await ids('/people?include_deleted=1&updated_since=2020-01-01'), [a, b])
  const { data } = (await church.send('GET', '/people?include_deleted=1')).json
  assert.deepEqual(
    data.map((one: { deleted_at: unknown }) => one.deleted_at === null),
    [true, false],
  )
})

test('funds by active: 1 active only, 0 inactive only', async () => {
  church = await service.church()
  const old = (await church.act(createFund, { name: 'Old', is_active: false })).id
  assert.deepEqual(await ids('/funds?active=1'), [church.fund_id])
  assert.deepEqual(await ids('/funds?active=0'), [old])
  assert.deepEqual(await ids('/funds'), [church.fund_id, old])
})

test('contributions by from, to, fund, giver, method and source', async () => {
  church = await service.church()
  const fund_id = (await church.act(createFund, { name: 'Roof' })).id
  const person_id = await person({})
  const a = await gift({ given_on: '2026-01-31', fund_id, method: 'cash' })
  const b = await gift({ given_on: '2026-02-01', person_id })
  const c = await gift({ given_on: '2026-02-02', method: 'cash' })
  assert.deepEqual(await ids('/contributions?from=2026-02-01'), [b, c])
  assert.deepEqual(await ids('/contributions?to=2026-02-01'), [a, b])
  assert.deepEqual(await ids('/contributions?from=2026-02-01&to=2026-02-01'), [b])
  assert.deepEqual(await ids('/contributions?from=2026-02-02&to=2026-02-01'), [])
  assert.deepEqual(await ids(`/contributions?fund_id=${fund_id}`), [a])
  assert.deepEqual(await ids(`/contributions?person_id=${person_id}`), [b])
  assert.deepEqual(await ids('/contributions?method=cash&from=2026-02-01'), [c])
  assert.deepEqual(await ids('/contributions?source=api'), [a, b, c])
  for (const source of ['manual', 'anything', "x' or 1=1", '%25', '%00', 'x'.repeat(500)])
    assert.deepEqual(await ids(`/contributions?source=${source}`), [])
})

test('contributions by status: posted by default, void, or all', async () => {
  church = await service.church()
  const [a, b] = [await gift({}), await gift({})]
  await church.act(voidContribution, { id: a })
  assert.deepEqual(await ids('/contributions'), [b])
  assert.deepEqual(await ids('/contributions?status=posted'), [b])
  assert.deepEqual(await ids('/contributions?status=void'), [a])
  assert.deepEqual(await ids('/contributions?status=all'), [a, b])
})

test('sorting: by id by default; id is the last key of any other, so pages are stable; last_name puts nulls last', async () => {
  church = await service.church()
  const names = ['Bello', null, 'Ade', 'Bello', null, 'Ade']
  const people: number[] = []
  for (const last_name of names) people.push(await person({ last_name }))
  const [a, b, c, d, e, f] = people as [number, number, number, number, number, number]
  assert.deepEqual(await ids('/people'), people)
  assert.deepEqual(await ids('/people?sort=id'), people)
  assert.deepEqual(await ids('/people?sort=-id'), people.toReversed())
  assert.deepEqual(await ids('/people?sort=last_name'), [c, f, a, d, b, e])
  await church.send('PATCH', `/people/${b}`, { city: 'Jos' })
  assert.deepEqual(await ids('/people?sort=updated_at'), [a, c, d, e, f, b])
  assert.deepEqual(await ids('/people?sort=-updated_at'), [b, f, e, d, c, a])
  const paged: number[] = []
  for (let page = 1; page <= 3; page += 1) {
    const { data } = (await church.send('GET', `/people?sort=last_name&per_page=2&page=${page}`)).json
    paged.push(...data.map((one: { id: number }) => one.id))
  }
  assert.deepEqual(paged, [c, f, a, d, b, e])
})

test('contributions sort by given_on, both ways', async () => {
  church = await service.church()
  const days = ['2026-02-02', '2026-01-01', '2026-02-02', '2025-12-31']
  const gifts: number[] = []
  for (const given_on of days) gifts.push(await gift({ given_on }))
  const [a, b, c, d] = gifts as [number, number, number, number]
  assert.deepEqual(await ids('/contributions?sort=given_on'), [d, b, a, c])
  const down = await ids('/contributions?sort=-given_on')
  assert.deepEqual(
    down.map(id => days[gifts.indexOf(id)]),
    ['2026-02-02', '2026-02-02', '2026-01-01', '2025-12-31'],
  )
  assert.deepEqual(await ids('/contributions?sort=-id'), gifts.toReversed())
})

test('branches: the whole tree, with parent_id and depth; a limited key sees its branch and those below', async () => {
  church = await service.church()
  const north = await church.branch('North')
  const yaba = await church.branch('Yaba', north)
  const hq = church.church.hq_branch_id
  const { data } = (await church.send('GET', '/branches')).json
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.id, one.parent_id, one.depth, one.is_hq]),
    [
      [hq, null, 0, true],
      [north, hq, 1, false],
      [yaba, north, 2, false],
    ],
  )
  assert.deepEqual(await ids('/branches', church.as(await church.keyFor(['all'], north))), [north, yaba])
})

test('updated_since after the last change is an empty page of any list, with total 0', async () => {
  await church.set({ modules: OPTIONAL_MODULES })
  await useOutbox(service, church)
  for (const [name, resource] of RESOURCES) {
    if (resource.list.filters.updated_since === undefined) continue
    await makeRecord(service, church, resource)
    assert.ok((await church.send('GET', `/${name}?updated_since=2020-01-01`)).json.meta.total > 0, name)
    const { data, meta } = (await church.send('GET', `/${name}?updated_since=2222-01-01`)).json
    assert.deepEqual([data, meta.total], [[], 0], name)
  }
})
