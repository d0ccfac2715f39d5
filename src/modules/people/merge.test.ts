import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { mergePeople } from './merge.ts'
import { removePerson } from './remove.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const add = async (body: object = {}): Promise<number> => {
  const { json, text } = await church.send('POST', '/people', { first_name: 'Ada', ...body })
  assert.ok(json.ok, text)
  return json.data.id
}
const give = async (person_id: number): Promise<number> =>
  (await church.send('POST', '/contributions', { amount: 100, person_id })).json.data.id
const get = async (path: string) => (await church.send('GET', path)).json.data
const merge = async (keep: number, remove: number) => await church.act(mergePeople, { keep, remove })

test('empty fields of the kept record are filled from the removed one; what it has stays', async () => {
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const keep = await add({ last_name: 'Okafor', email: 'kept@example.org', custom: { a: 1, b: 1 } })
  const sent = {
    last_name: 'Bello',
    email: 'gone@example.org',
    phone: '+2348031234567',
    dob: '1990-01-01',
    title: 'Dr',
    family_id,
    status: 'leader',
    sms_opt_in: false,
    custom: { b: 2, c: 2 },
  }
  const remove = await add(sent)
  const kept = await merge(keep, remove)
  assert.deepEqual(kept, await get(`/people/${keep}`))
  const { last_name, email, phone, dob, title, status, custom } = kept
  assert.deepEqual([last_name, email, status], ['Okafor', 'kept@example.org', 'visitor'])
  assert.deepEqual([phone, dob, title, kept.family_id], [sent.phone, sent.dob, sent.title, family_id])
  assert.deepEqual([custom, kept.member_no, kept.full_name], [{ a: 1, b: 1, c: 2 }, '000001', 'Ada Okafor'])
})

test('every nullable field of a person that may be sent is filled', async () => {
  const keep = await add()
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const nullable = Object.keys(await get(`/people/${keep}`)).filter(name => name !== 'deleted_at')
  const empty = await get(`/people/${keep}`)
  const wanted = nullable.filter(name => empty[name] === null)
  const special: Record<string, unknown> = {
    email: 'a@example.org',
    phone: '+2348031234567',
    phone2: '+2348031234568',
    whatsapp: '+2348031234569',
    photo_url: 'https://example.org/a.jpg',
    family_id,
    language: 'fr',
  }
  const value = (name: string) => special[name] ?? (/date|dob|anniversary/.test(name) ? '2020-01-01' : 'text')
  const sent = Object.fromEntries(wanted.map(name => [name, value(name)]))
  const kept: Record<string, unknown> = await merge(keep, await add(sent))
  for (const name of wanted) assert.equal(kept[name], sent[name], name)
})

test('what points at the removed record points at the kept one: gifts, and family counts', async () => {
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const [keep, remove] = [await add({ family_id }), await add({ family_id })]
  const gifts = [await give(remove), await give(keep), await give(remove)]
  await merge(keep, remove)
  const list = (await church.send('GET', `/contributions?person_id=${keep}`)).json
  assert.deepEqual(
    list.data.map((one: { id: number }) => one.id),
    gifts,
  )
  assert.deepEqual([list.meta.total, list.meta.sum_amount_base], [3, 300])
  assert.equal((await church.send('GET', `/contributions?person_id=${remove}`)).json.meta.total, 0)
  const family = await get(`/families/${family_id}`)
  assert.deepEqual([family.member_count, family.members.map((one: { id: number }) => one.id)], [1, [keep]])
})

test('totals that were asked for before a merge are true after it', async () => {
  const [keep, remove] = [await add(), await add()]
  await give(remove)
  const totals = async () => {
    const found = []
    for (const id of [keep, remove])
      found.push((await church.send('GET', `/contributions?person_id=${id}`)).json.meta.total)
    return found
  }
  assert.deepEqual(await totals(), [0, 1])
  await merge(keep, remove)
  assert.deepEqual(await totals(), [1, 0])
})

test('the removed record gets deleted_at and leaves the lists; the kept one and its gifts count as changed', async () => {
  const [keep, remove] = [await add(), await add()]
  await give(remove)
  const { updated_at } = await get(`/people/${keep}`)
  await merge(keep, remove)
  const gone = await get(`/people/${remove}?include_deleted=1`)
  assert.match(gone.deleted_at, /Z$/)
  assert.equal((await church.send('GET', `/people/${remove}`)).status, 404)
  assert.deepEqual(
    (await get('/people')).map((one: { id: number }) => one.id),
    [keep],
  )
  assert.equal((await church.send('GET', '/people?include_deleted=1')).json.meta.total, 2)
  assert.ok((await get(`/people/${keep}`)).updated_at >= updated_at)
  assert.equal((await church.send('GET', `/contributions?updated_since=${gone.deleted_at}`)).json.meta.total, 1)
})

test('person.merged has data as the kept record and previous as the removed one', async () => {
  const [keep, remove] = [await add({ city: 'Jos' }), await add({ email: 'x@example.org' })]
  const kept = await merge(keep, remove)
  const events = (await church.events()).filter(({ name }) => /^person\.(merg|upd|del)/.test(name))
  assert.deepEqual(
    events.map(({ name }) => name),
    ['person.merging', 'person.merged'],
  )
  assert.deepEqual(events[1]?.body.data, kept)
  assert.deepEqual(events[1]?.body.previous, await get(`/people/${remove}?include_deleted=1`))
})

test('a gift for a person who was merged away goes to the kept one, through several merges', async () => {
  const [a, b, c] = [await add(), await add(), await add()]
  await merge(b, a)
  await merge(c, b)
  for (const person_id of [a, b, c]) {
    const { json } = await church.send('POST', '/contributions', { amount: 1, person_id })
    assert.equal(json.data.person_id, c)
  }
  await church.act(removePerson, { id: c })
  const refused = await church.send('POST', '/contributions', { amount: 1, person_id: a })
  assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['person_id']])
})

test('gifts that are being recorded for the removed person are never lost', async () => {
  const [keep, remove] = [await add(), await add()]
  const giving = Array.from({ length: 24 }, () => give(remove))
  await giving[0]
  await merge(keep, remove)
  await Promise.all(giving)
  assert.equal((await church.send('GET', `/contributions?person_id=${keep}`)).json.meta.total, 24)
  assert.equal((await church.send('GET', `/contributions?person_id=${remove}`)).json.meta.total, 0)
})

test('merging a person with themselves, with one who is removed, or with one of another church is refused', async () => {
  const [keep, remove] = [await add(), await add()]
  const stranger = (await (await service.church()).send('POST', '/people', { first_name: 'X' })).json.data.id
  await assert.rejects(merge(keep, keep), { code: 'validation_failed' })
  await assert.rejects(merge(keep, stranger), { code: 'not_found' })
  await assert.rejects(merge(stranger, keep), { code: 'not_found' })
  await merge(keep, remove)
  await assert.rejects(merge(keep, remove), { code: 'validation_failed' })
  await assert.rejects(merge(remove, keep), { code: 'validation_failed' })
})
