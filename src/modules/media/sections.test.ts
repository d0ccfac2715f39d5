import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { createSermon } from './edit-sermon.ts'
import type { SECTION_KINDS } from './fields.ts'
import { deleteSermon, publishSermon } from './publish-sermon.ts'
import { publishSection, setSection, unpublishSection } from './sections.ts'

let service: TestService
let church: TestChurch
let sermon: number
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['media'] })
  sermon = (await church.act(createSermon, { title: 'The lost son' })).id
})
after(() => service.close())

type Kind = (typeof SECTION_KINDS)[number]
const set = (kind: string, values: { title?: string; body: string }) =>
  church.act(setSection, { id: sermon, kind: kind as Kind, ...values })
const publish = (kind: string) => church.act(publishSection, { id: sermon, kind: kind as Kind })
const unpublish = (kind: string) => church.act(unpublishSection, { id: sermon, kind: kind as Kind })
/** The sermon was last changed long ago. */
const age = (): Promise<unknown> =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update sermons set updated_at = ${LONG_AGO} where church_id = ${church.church.id}`),
  )
const LONG_AGO = '2020-01-01T00:00:00Z'
const get = async () => (await church.send('GET', `/sermons/${sermon}`)).json.data
const told = async () =>
  (await church.events()).flatMap(({ name, body }) => (name.startsWith('media.') ? [[name, body.data]] : []))

test('a sermon shows its published sections: notes, questions, devotional, in this order', async () => {
  for (const kind of ['devotional', 'notes', 'questions']) {
    await set(kind, { title: `The ${kind}`, body: `Words of\nthe "${kind}"` })
  }
  assert.deepEqual((await get()).sections, [])
  for (const kind of ['devotional', 'notes']) await publish(kind)
  const { sections, updated_at } = await get()
  assert.match(sections[0].published_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.deepEqual(
    sections.map(({ published_at, ...one }: { published_at: string }) => one),
    ['notes', 'devotional'].map(kind => ({ kind, title: `The ${kind}`, body: `Words of\nthe "${kind}"` })),
  )
  assert.equal(sections[1].published_at <= updated_at, true)
})

test('publishing causes media.studio_published with sermon and section, taking off media.studio_unpublished; each once', async () => {
  await set('notes', { body: 'A father had two sons.' })
  const published = await publish('notes')
  await publish('notes')
  const off = await unpublish('notes')
  await unpublish('notes')
  const of = { id: sermon, slug: 'the-lost-son', title: 'The lost son', status: 'draft' }
  const { published_at } = published.section
  assert.deepEqual(published, {
    sermon: of,
    section: { title: null, body: 'A father had two sons.', published_at, kind: 'notes' },
  })
  assert.equal(off.section.published_at, null)
  assert.deepEqual(await told(), [
    ['media.studio_published', published],
    ['media.studio_unpublished', { sermon: of, section: { kind: 'notes', title: null } }],
  ])
  assert.deepEqual((await get()).sections, [])
})

test('sections are published by themselves: also of a draft, and not together with the sermon', async () => {
  await set('notes', { body: 'x' })
  await church.act(publishSermon, { id: sermon })
  assert.deepEqual((await get()).sections, [])
  assert.equal((await publish('notes')).sermon.status, 'published')
})

test('new words of a published section are seen at once and cause no event; a missing title stays, an empty one goes', async () => {
  await set('notes', { title: 'First', body: 'Old' })
  await publish('notes')
  const wanted = async (title: string | null, body: string) => {
    const [one] = (await get()).sections
    assert.deepEqual([one.title, one.body], [title, body])
  }
  await set('notes', { body: 'New' })
  await wanted('First', 'New')
  await set('notes', { title: '', body: 'New' })
  await wanted(null, 'New')
  assert.equal((await told()).length, 1)
})

test('what the page shows moves updated_at of the sermon, what it does not show leaves it', async () => {
  const steps: [() => Promise<unknown>, boolean][] = [
    [() => set('notes', { body: 'x' }), false],
    [() => publish('notes'), true],
    [() => publish('notes'), false],
    [() => set('notes', { body: 'x' }), false],
    [() => set('notes', { body: 'y' }), true],
    [() => unpublish('notes'), true],
  ]
  for (const [step, moves] of steps) {
    await age()
    await step()
    assert.equal((await get()).updated_at > LONG_AGO, moves)
  }
})

test('every wrong value of a section is named; there are three kinds', async () => {
  const wrong = { title: 'x'.repeat(191), body: '' }
  await assert.rejects(set('poem', wrong), ({ code, errors }) => {
    assert.deepEqual([code, Object.keys(errors).sort()], ['validation_failed', ['body', 'kind', 'title']])
    return true
  })
  for (const change of [publish, unpublish]) {
    await assert.rejects(change('poem'), ({ errors }) => errors.kind === 'must be one of notes, questions, devotional')
  }
})

test('a section that was never set, or of a sermon that is deleted, unknown or of another church, is not found', async () => {
  for (const change of [publish, unpublish]) await assert.rejects(change('notes'), { code: 'not_found' })
  const other = await service.church()
  const place = { id: sermon, kind: 'notes' } as const
  await assert.rejects(other.act(setSection, { ...place, body: 'x' }), { code: 'not_found' })
  await set('notes', { body: 'x' })
  await church.act(deleteSermon, { id: sermon })
  for (const change of [publish, unpublish]) await assert.rejects(change('notes'), { code: 'not_found' })
  await assert.rejects(set('notes', { body: 'y' }), { code: 'not_found' })
})
