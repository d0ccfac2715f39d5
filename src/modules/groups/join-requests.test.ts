import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { conceal } from './group-actions.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups'] })
})
after(() => service.close())

const group = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell', ...body })).json.data.id
const person = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id
const ask = (group_id: number, body: object): Promise<Answered> =>
  church.send('POST', '/join_requests', { group_id, ...body })
/** A busy machine may tell who waits too long for the others to come again later (503); whoever does has changed nothing before. */
async function askUntilTaken(group_id: number, body: object): Promise<Answered> {
  const answer = await ask(group_id, body)
  return answer.status === 503 ? await askUntilTaken(group_id, body) : answer
}
const decide = (id: number, body: object): Promise<Answered> => church.send('PATCH', `/join_requests/${id}`, body)
const get = async (path: string) => (await church.send('GET', path)).json.data
const told = async (name: string) => (await church.events()).filter(one => one.name === `groups.${name}`)
const STRANGER = { name: 'Bola Ade', email: 'bola@example.org', message: 'I live near by' }

function wrong({ status, json, text }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'], text)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
}

test('who asks is on record, or has a name and an address; the same form twice is one request and one event', async () => {
  const id = await group()
  wrong(await ask(id, {}), 'name', 'email')
  wrong(await ask(id, { name: 'Bola' }), 'email')
  wrong(await ask(999_999, STRANGER), 'group_id')
  const [first, again] = [await ask(id, STRANGER), await ask(id, { ...STRANGER, message: 'Please!' })]
  assert.deepEqual([first.status, again.status, again.json.meta], [201, 200, { duplicate: true }])
  assert.deepEqual(again.json.data, first.json.data)
  assert.deepEqual(
    [first.json.data.status, first.json.data.person_id, first.json.data.source],
    ['pending', null, 'api'],
  )
  const [event, ...more] = await told('join_requested')
  assert.deepEqual(more, [])
  assert.deepEqual(event?.body.data, { ...first.json.data, group: { id, name: 'Yaba', kind: 'cell' } })
  assert.equal((await church.send('GET', '/people')).json.meta.total, 0, 'a request makes no person')
})

test('a group that is closed to requests takes none, and nobody asks for what they are', async () => {
  wrong(await ask(await group({ joining: 'closed' }), STRANGER), 'group_id')
  wrong(await ask(await group({ status: 'paused' }), STRANGER), 'group_id')
  const [id, person_id] = [await group(), await person()]
  await church.send('POST', '/group_members', { group_id: id, person_id })
  wrong(await ask(id, { person_id }), 'person_id')
})

test('a group that is paused or closed takes nobody, however they come', async () => {
  const [id, person_id] = [await group(), await person()]
  const waiting = (await ask(id, STRANGER)).json.data.id
  for (const status of ['paused', 'closed']) {
    await church.send('PATCH', `/groups/${id}`, { status })
    const words = `names a group that is ${status}: nobody can join it`
    for (const answer of [
      await ask(id, { person_id }),
      await decide(waiting, { status: 'accepted' }),
      await church.send('POST', '/group_members', { group_id: id, person_id }),
    ]) {
      wrong(answer, 'group_id')
      assert.equal(answer.json.errors?.group_id, words)
    }
  }
  assert.deepEqual([(await get(`/groups/${id}`)).member_count, (await get('/people')).length], [0, 1])
})

test('a request that is accepted makes a member, on record once: by name and address', async () => {
  const id = await group()
  const known = await person({ first_name: 'Bola', last_name: 'Ade', email: 'BOLA@example.org' })
  const mother = await person({ first_name: 'Kemi', email: 'ade@example.org' })
  const [one, two, three] = [
    (await ask(id, STRANGER)).json.data.id,
    (await ask(id, { name: 'Dayo Ade', email: 'ade@example.org' })).json.data.id,
    (await ask(id, { person_id: mother })).json.data.id,
  ]
  const accepted = await decide(one, { status: 'accepted' })
  assert.deepEqual([accepted.status, accepted.json.data.person_id], [200, known], accepted.text)
  assert.deepEqual([accepted.json.data.status, accepted.json.data.decided_by], ['accepted', 'Test'])
  const child = (await decide(two, { status: 'accepted' })).json.data.person_id
  assert.notEqual(child, mother, 'a family may share an address')
  const fresh = await get(`/people/${child}`)
  assert.deepEqual([fresh.first_name, fresh.last_name, fresh.email], ['Dayo', 'Ade', 'ade@example.org'])
  assert.equal((await decide(three, { status: 'accepted' })).json.data.person_id, mother)
  const members = await get(`/group_members?group_id=${id}`)
  assert.deepEqual(
    members.map(({ person_id, source }: { person_id: number; source: string }) => [person_id, source]),
    [known, child, mother].map(one => [one, 'request']),
  )
})

test('who has died since they asked is not accepted; another one of their name and address is put on record', async () => {
  const id = await group()
  const known = await person({ first_name: 'Bola', last_name: 'Ade', email: 'bola@example.org' })
  const [theirs, another] = [(await ask(id, { person_id: known })).json.data.id, (await ask(id, STRANGER)).json.data.id]
  await church.send('PATCH', `/people/${known}`, { status: 'deceased' })
  wrong(await decide(theirs, { status: 'accepted' }), 'status')
  assert.equal((await decide(theirs, { status: 'declined' })).status, 200)
  const { person_id } = (await decide(another, { status: 'accepted' })).json.data
  assert.notEqual(person_id, known)
  const members = await get(`/group_members?group_id=${id}`)
  assert.deepEqual(
    members.map((one: { person_id: number }) => one.person_id),
    [person_id],
  )
})

test('a request is decided once; the same decision again changes nothing, another one is refused', async () => {
  const id = await group()
  const asked = (await ask(id, STRANGER)).json.data.id
  const declined = await decide(asked, { status: 'declined', reason: 'No room' })
  assert.deepEqual([declined.json.data.status, declined.json.data.reason], ['declined', 'No room'])
  assert.deepEqual((await decide(asked, { status: 'declined' })).json.data, declined.json.data)
  wrong(await decide(asked, { status: 'accepted' }), 'status')
  assert.equal((await ask(id, STRANGER)).status, 201, 'they may ask again')
})

test('two leaders who accept one request at once make one member, one person and one event', async () => {
  const id = await group()
  const asked = (await ask(id, STRANGER)).json.data.id
  const staff = [await member(service, church, 'staff'), await member(service, church, 'staff')]
  const answers = await Promise.all(
    [...staff, ...staff].map(one => one.inChurch('POST', '/actions/join_requests.accept', { id: asked })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal((await get(`/groups/${id}`)).member_count, 1)
  assert.equal((await church.send('GET', '/people')).json.meta.total, 1)
  assert.equal((await told('member_added')).length, 1)
})

test('forty who ask at once to join an open group with five places: five members, thirty-five requests', async () => {
  const id = await group({ joining: 'open', capacity: 5 })
  const people = await service.database.write(church.church.id, tx =>
    tx.all<{ id: number }>(sql`insert into people (church_id, member_no, first_name, country, source, branch_id,
        created_at, updated_at)
      select ${church.church.id}, 'C' || i, 'P' || i, 'NG', 'api', ${church.church.hq_branch_id}, now(), now()
      from generate_series(1, 40) as i returning id`),
  )
  const answers = await Promise.all(people.map(one => askUntilTaken(id, { person_id: one.id })))
  const states = answers.map(({ json }) => json.data.status)
  assert.deepEqual(
    ['accepted', 'pending'].map(state => states.filter(one => one === state).length),
    [5, 35],
  )
  assert.equal((await get(`/groups/${id}`)).member_count, 5)
  assert.deepEqual([(await told('member_added')).length, (await told('join_requested')).length], [5, 35])
  const waiting = answers.find(({ json }) => json.data.status === 'pending')?.json.data.id
  const refused = await decide(waiting, { status: 'accepted' })
  assert.deepEqual([refused.status, refused.json.error], [409, 'no_places'])
  assert.match(refused.json.message ?? '', / has no place left\. Nobody was added; give the group more places first\.$/)
  assert.equal((await get(`/join_requests/${waiting}`)).status, 'pending')
})

test('a key of a website that may only write requests learns nothing of those that were there', async () => {
  const id = await group()
  await ask(id, STRANGER)
  const website = church.as(await church.keyFor(['join_requests:write']))
  const { status, json } = await website('POST', '/join_requests', { group_id: id, ...STRANGER })
  assert.deepEqual([status, Object.keys(json.data)], [200, ['id']])
})

test('those who lead a group are told of a request, once, with no name; of one that is decided nobody is told any more', async () => {
  const id = await group()
  const lead = await person({ email: 'lead@example.org' })
  for (const [person_id, role] of [
    [lead, 'leader'],
    [await person({ email: 'second@example.org' }), 'assistant'],
    [await person(), 'leader'],
    [await person({ email: 'member@example.org' }), 'member'],
  ] as const) {
    await church.send('POST', '/group_members', { group_id: id, person_id, role })
  }
  const waiting = () =>
    service.database.read.all<{ person_id: number; title: string; text: string }>(sql`select person_id, title, text
      from reminders where church_id = ${church.church.id} order by id`)
  const request = (await ask(id, STRANGER)).json.data.id
  await ask(id, STRANGER)
  const told = await waiting()
  assert.deepEqual(
    told.map(({ title }) => title),
    ['Somebody asks to join Yaba', 'Somebody asks to join Yaba'],
  )
  assert.equal(told[0]?.person_id, lead)
  assert.doesNotMatch(JSON.stringify(told), /Bola|bola@/)
  await decide(request, { status: 'declined' })
  assert.deepEqual(await waiting(), [])
  const owner = await member(service, church, 'owner')
  await church.act(conceal, { id })
  await owner.inChurch('POST', '/join_requests', { group_id: id, ...STRANGER })
  assert.doesNotMatch(JSON.stringify(await waiting()), /Bola|Yaba/)
  assert.equal((await waiting()).length, 2)
})

test('a key that may only write requests does not learn who belongs to a group, by answers or refusals', async () => {
  const website = church.as(await church.keyFor(['join_requests:write']))
  for (const [joining, capacity] of [
    ['ask', null],
    ['open', null],
    ['open', 1],
  ] as const) {
    const id = await group({ joining, capacity })
    const [member_, stranger] = [await person(), await person()]
    assert.equal((await church.send('POST', '/group_members', { group_id: id, person_id: member_ })).status, 201)
    const answers = []
    for (const person_id of [member_, stranger]) {
      const { status, json } = await website('POST', '/join_requests', { group_id: id, person_id })
      const { id: _, person_id: named, created_at: __, updated_at: ___, ...others } = json.data
      assert.equal(named, person_id)
      assert.ok(!('status' in others), `${joining}: ${JSON.stringify(others)}`)
      answers.push({ status, ...others, meta: json.meta })
    }
    assert.deepEqual(answers[0], answers[1], `${joining}, ${capacity} places`)
    const members = await get(`/group_members?group_id=${id}&person_id=${member_}`)
    assert.equal(members.length, 1, 'nobody is a member twice')
  }
  // Who may read members is told, as ever.
  const id = await group()
  const known = await person()
  await church.send('POST', '/group_members', { group_id: id, person_id: known })
  wrong(await ask(id, { person_id: known }), 'person_id')
})
