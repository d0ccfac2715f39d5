import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { createSermon, updateSermon } from './edit-sermon.ts'
import { deleteSermon, publishSermon, unpublishSermon } from './publish-sermon.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['media'] })
})
after(() => service.close())

type Values = Record<string, string | null>
const create = (values: Values = {}) => church.act(createSermon, { title: 'The lost son', ...values })
const update = (id: number, values: Values) => church.act(updateSermon, { id, ...values })
const change = (what: typeof publishSermon | typeof unpublishSermon | typeof deleteSermon, id: number) =>
  church.act(what, { id })
/** All sermons so far were last changed long ago. */
const age = (): Promise<unknown> =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update sermons set updated_at = ${LONG_AGO} where church_id = ${church.church.id}`),
  )
const LONG_AGO = '2020-01-01T00:00:00Z'
const get = async (id: number) => (await church.send('GET', `/sermons/${id}`)).json.data
const list = async (query = '') => (await church.send('GET', `/sermons${query}`)).json
const told = async () =>
  (await church.events()).flatMap(({ name, body }) => (name.startsWith('media.') ? [[name, body.data]] : []))

const FULL = {
  title: 'The lost son',
  series: 'Parables',
  speaker: 'Pastor Ada',
  preached_on: '2026-03-01',
  scripture: 'Luke 15:11-32',
  description: 'A father had two sons.',
  audio_url: 'https://example.org/7.mp3',
  video_url: 'https://example.org/7',
}

test('a sermon needs a title and is a draft; lists show drafts, without the sections', async () => {
  const made = await create()
  const { id, created_at, updated_at, ...data } = made
  assert.equal(created_at, updated_at)
  assert.deepEqual(data, {
    title: 'The lost son',
    slug: 'the-lost-son',
    series: null,
    speaker: null,
    preached_on: null,
    scripture: null,
    description: null,
    audio_url: null,
    video_url: null,
    status: 'draft',
    published_at: null,
    sections: [],
  })
  assert.deepEqual(await get(id), made)
  const { sections, ...listed } = made
  assert.deepEqual((await list()).data, [listed])
})

test('everything that is known of a sermon is kept, changed and taken away; every wrong value is named', async () => {
  const { id, ...made } = await create(FULL)
  assert.deepEqual(made, { ...made, ...FULL })
  const all = (value: string | null) => Object.fromEntries(Object.keys(FULL).map(name => [name, value]))
  const cleared = await update(id, { ...all(''), title: 'Two sons' })
  assert.deepEqual(cleared, { ...cleared, ...all(null), title: 'Two sons' })
  const wrong = { title: ' ', preached_on: '2026-02-30', audio_url: 'x', video_url: 'ftp://x', series: 'x'.repeat(191) }
  for (const attempt of [create(wrong), update(id, wrong)]) {
    await assert.rejects(attempt, ({ code, errors }) => {
      assert.equal(code, 'validation_failed')
      assert.deepEqual(Object.keys(errors).sort(), Object.keys(wrong).sort())
      return true
    })
  }
  await assert.rejects(create({ title: '' }), { code: 'validation_failed' })
})

test('the slug is made from the title, unique in the church, kept when the title changes and after a deletion', async () => {
  const [first, second] = [await create(), await create()]
  assert.deepEqual([first.slug, second.slug], ['the-lost-son', 'the-lost-son-2'])
  await change(deleteSermon, first.id)
  assert.equal((await create()).slug, 'the-lost-son-3')
  assert.equal((await update(second.id, { title: 'Two sons' })).slug, 'the-lost-son-2')
  assert.equal((await create({ title: '浪子' })).slug, 'sermon')
  const many = await Promise.all(Array.from({ length: 4 }, () => create({ title: 'Grace' })))
  assert.deepEqual(many.map(({ slug }) => slug).sort(), ['grace', 'grace-2', 'grace-3', 'grace-4'])
})

test('sermons belong to the whole church: a key with a branch limit sees them all', async () => {
  const { id } = await create()
  const limited = church.as(await church.keyFor(['sermons:read'], await church.branch('North')))
  assert.equal((await limited('GET', '/sermons')).json.meta.total, 1)
  assert.equal((await limited('GET', `/sermons/${id}`)).json.data.id, id)
  assert.equal((await (await service.church()).send('GET', `/sermons/${id}`)).json.ok, false)
})

test('updated_since shows the sermons that changed; what changes nothing leaves updated_at', async () => {
  const [one, two] = [await create(), await create(FULL)]
  await age()
  for (const same of [FULL, {}]) assert.deepEqual(await update(two.id, same), { ...two, updated_at: LONG_AGO })
  const changed = await update(one.id, { speaker: 'Pastor Obi' })
  const { data } = await list(`?updated_since=${changed.updated_at}`)
  assert.deepEqual(
    data.map(({ id }: { id: number }) => id),
    [one.id],
  )
})

test('publishing causes media.sermon_published with the sermon; publishing it again changes nothing', async () => {
  const { id } = await create()
  const published = await change(publishSermon, id)
  assert.deepEqual([published.status, published.published_at], ['published', published.updated_at])
  await age()
  const same = { ...published, updated_at: LONG_AGO }
  assert.deepEqual([await change(publishSermon, id), await get(id)], [same, same])
  assert.deepEqual(await told(), [['media.sermon_published', published]])
})

test('a sermon may be a draft again, which no event tells; published anew it is told again', async () => {
  const { id } = await create()
  assert.equal((await change(unpublishSermon, id)).published_at, null)
  await change(publishSermon, id)
  const draft = await change(unpublishSermon, id)
  assert.deepEqual([draft.status, draft.published_at], ['draft', null])
  await change(publishSermon, id)
  assert.deepEqual(
    (await told()).map(([name]) => name),
    ['media.sermon_published', 'media.sermon_published'],
  )
})

test('a deleted sermon is shown no more and causes media.sermon_deleted with the sermon, once', async () => {
  const [gone, kept] = [await create(), await create()]
  await change(publishSermon, gone.id)
  const deleted = await Promise.all(Array.from({ length: 4 }, () => change(deleteSermon, gone.id)))
  assert.equal(deleted[0]?.status, 'published')
  for (const again of deleted) assert.deepEqual(again, deleted[0])
  assert.equal((await church.send('GET', `/sermons/${gone.id}`)).json.error, 'not_found')
  for (const query of ['', '?updated_since=2020-01-01']) {
    const { data, meta } = await list(query)
    assert.deepEqual([data.map(({ id }: { id: number }) => id), meta.total], [[kept.id], 1])
  }
  assert.deepEqual((await told()).slice(1), [['media.sermon_deleted', deleted[0]]])
  for (const what of [publishSermon, unpublishSermon])
    await assert.rejects(change(what, gone.id), { code: 'not_found' })
  await assert.rejects(update(gone.id, { title: 'x' }), { code: 'not_found' })
})

test('publishing and deleting at the same time as others is told once', async () => {
  const { id } = await create()
  await Promise.all(Array.from({ length: 6 }, () => change(publishSermon, id)))
  await Promise.all(Array.from({ length: 6 }, () => change(deleteSermon, id)))
  assert.deepEqual(
    (await told()).map(([name]) => name),
    ['media.sermon_published', 'media.sermon_deleted'],
  )
})

test('a sermon that is unknown or of another church cannot be changed', async () => {
  const other = await service.church()
  const foreign = await other.act(createSermon, { title: 'x' })
  for (const id of [foreign.id, 999_999_999]) {
    for (const what of [publishSermon, unpublishSermon, deleteSermon]) {
      await assert.rejects(change(what, id), { code: 'not_found' })
    }
    await assert.rejects(update(id, { title: 'y' }), { code: 'not_found' })
  }
})

test('sermons are not made by the API, and are no resource of a church that has the module off', async () => {
  const { id } = await create()
  const listed = async () => (await church.send('GET', '')).json.data.resources
  const mine = (await listed()).find((one: { name: string }) => one.name === 'sermons')
  assert.deepEqual([mine.allowed, mine.module], [['read'], 'media'])
  for (const path of ['/sermons', `/sermons/${id}`]) {
    assert.equal((await church.send('POST', path, { title: 'x' })).json.error, 'method_not_allowed')
  }
  await church.set({ modules: ['care'] })
  assert.ok(!(await listed()).some((one: { name: string }) => one.name === 'sermons'))
  for (const path of ['/sermons', `/sermons/${id}`]) {
    for (const method of ['GET', 'POST']) {
      const { status, json } = await church.send(method, path, method === 'POST' ? {} : undefined)
      assert.deepEqual([status, json.error], [404, 'unknown_resource'])
    }
  }
})
