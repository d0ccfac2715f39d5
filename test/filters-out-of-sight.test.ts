/** Filters by ids out of sight find nothing, as if the record did not exist (decisions, Requests, "Ids in filters"). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ident, sql } from '../src/db/sql.ts'
import { idFilters, referred, referring } from './isolation/surface.ts'
import { LEAST_BODY, leastBody, OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { useOutbox } from './support/messaging.ts'
import { type TestChurch, type TestService, timeless } from './support/service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startWholeHouse()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

test('a filter by an id that is unknown or outside the branch of the key: 200, empty list, the same bytes', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const person_id = (await church.send('POST', '/people', { first_name: 'Ada', family_id })).json.data.id
  assert.equal((await church.send('POST', '/contributions', { amount: 100, person_id })).status, 201)
  const outside: Record<string, number> = { branch_id: church.church.hq_branch_id, family_id, person_id }
  const lists: Record<string, string[]> = {
    people: ['branch_id', 'family_id'],
    families: ['branch_id'],
    contributions: ['branch_id', 'person_id'],
  }
  for (const [list, parameters] of Object.entries(lists)) {
    for (const parameter of parameters) {
      const answers = await Promise.all(
        [outside[parameter], 999_999_999].map(id => limited('GET', `/${list}?${parameter}=${id}`)),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      assert.deepEqual(answers[0]?.json.data, [])
      assert.equal(...(answers.map(timeless) as [string, string]))
    }
  }
})

/** Every filter of every list that names a record which belongs to a branch, but for the branches themselves. */
const BY_RECORD = [...RESOURCES.values()].flatMap(resource =>
  idFilters(resource).flatMap(name => {
    const target = referred(name)
    // Which schedule a meeting has is said by who made it: src/modules/meetings/schedules.test.ts.
    const isSent = resource.create?.fields[name]?.spec.settable === true
    return target === undefined || target.limitTo !== 'branch_id' || !isSent ? [] : [{ resource, name, target }]
  }),
)

/** Records that are of the branch of another record, always. */
const PARTS = ['child_details']

for (const { resource, name, target } of BY_RECORD) {
  test(`${resource.name} by ${name} of a record that moved out of sight: as by one that does not exist`, async () => {
    await church.set({ modules: OPTIONAL_MODULES })
    await useOutbox(service, church)
    const { hq_branch_id: hq } = church.church
    const north = await church.branch('North')
    const limited = church.as(await church.keyFor(['all'], north))
    const { id } = (await limited('POST', `/${target.name}`, { ...LEAST_BODY[target.name], email: 'a@example.org' }))
      .json.data
    const body = referring(resource.create, await leastBody(service, { ...church, send: limited }, resource), name, id)
    assert.equal((await limited('POST', `/${resource.name}`, body)).status, 201)
    const move = (branch: number): Promise<void> =>
      service.database.write(church.church.id, async tx => {
        const { id: of } = church.church
        await tx.run(sql`update ${ident(target.name)} set branch_id = ${branch} where church_id = ${of} and id = ${id}`)
        // What is a part of the record moves with it, as where the service moves it.
        if (!PARTS.includes(resource.name)) return
        await tx.run(
          sql`update ${ident(resource.name)} set branch_id = ${branch} where church_id = ${of} and ${ident(name)} = ${id}`,
        )
      })
    const nobody = await limited('GET', `/${resource.name}?${name}=999999999`)
    assert.equal(nobody.json.meta.total, 0)
    // Asked twice each time: the second total may be remembered.
    for (const [branch, total] of [
      [north, 1],
      [hq, 0],
      [north, 1],
    ] as const) {
      await move(branch)
      for (const _ of ['first', 'second']) {
        const answer = await limited('GET', `/${resource.name}?${name}=${id}`)
        assert.deepEqual([answer.json.meta.total, answer.json.data.length], [total, total])
        if (total === 0) assert.equal(timeless(answer), timeless(nobody))
        assert.equal(
          (await church.send('GET', `/${resource.name}?${name}=${id}`)).json.meta.total,
          1,
          'without a limit',
        )
      }
    }
  })
}

test('every filter by an id is covered', () => {
  const covered = BY_RECORD.map(({ resource, name }) => `${resource.name}.${name}`)
  assert.deepEqual(covered.sort(), [
    'attendances.meeting_id',
    'attendances.person_id',
    'child_details.person_id',
    'class_sessions.group_id',
    'contributions.batch_id',
    'contributions.person_id',
    'envelopes.family_id',
    'envelopes.person_id',
    'group_members.group_id',
    'group_members.person_id',
    'group_posts.group_id',
    'group_reports.group_id',
    'headcounts.meeting_id',
    'join_requests.group_id',
    'lost_items.person_id',
    'meetings.group_id',
    'messages.person_id',
    'people.family_id',
    'pledges.family_id',
    'pledges.person_id',
    'schedules.group_id',
    'tasks.person_id',
  ])
})
