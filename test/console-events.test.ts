/** What the people of a church do in the console is told to other systems: seen by a receiver, not read from a table. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import type { TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

let service: WebhookService
let church: TestChurch
let receiver: Receiver
let owner: TestMember

before(async () => {
  service = await startWebhooks()
  church = await service.church()
  await church.set({ modules: ['media'] })
  receiver = await startReceiver()
  owner = await member(service, church, 'owner')
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  await service.subscribe(church, receiver.url, ['*'])
})
after(async () => {
  await receiver.close()
  await service.close()
})

// biome-ignore lint/suspicious/noExplicitAny: an answer of any action
async function act(name: string, body: object): Promise<any> {
  const { status, json, text } = await owner.inChurch('POST', `/actions/${name}`, body)
  assert.equal(status, 200, `${name}: ${text}`)
  return json.data
}

const add = async (path: string, body: object): Promise<number> =>
  (await owner.inChurch('POST', path, body)).json.data.id

/** Does something. @returns the events that a receiver got of it, by name */
async function told(work: () => Promise<unknown>, ...names: string[]) {
  const before = receiver.received.length
  await work()
  const got = (await receiver.until(before + names.length)).slice(before).map(({ json }) => json)
  assert.deepEqual(got.map(({ event }) => event).sort(), [...names].sort())
  return new Map(got.map(one => [one.event as string, one]))
}

test('person.tag_added and person.tag_removed: the person and the tag, once each', async () => {
  let ada = 0
  await told(async () => {
    ada = await add('/people', { first_name: 'Ada' })
  }, 'person.created')
  const added = await told(async () => {
    await act('people.add_tag', { id: ada, tag: 'Choir' })
    await act('people.add_tag', { id: ada, tag: 'choir' })
  }, 'person.tag_added')
  const { data } = added.get('person.tag_added')
  assert.deepEqual([data.person.id, data.person.full_name, data.tag], [ada, 'Ada', 'Choir'])
  const removed = await told(() => act('people.remove_tag', { id: ada, tag: 'Choir' }), 'person.tag_removed')
  assert.equal(removed.get('person.tag_removed').data.tag, 'Choir')
})

test('person.deleted, person.merged and what restoring tells', async () => {
  let [one, other] = [0, 0]
  await told(
    async () => {
      one = await add('/people', { first_name: 'Bola' })
      other = await add('/people', { first_name: 'Bola' })
    },
    'person.created',
    'person.created',
  )
  await told(() => act('people.remove', { id: one }), 'person.deleted')
  const restored = await told(() => act('people.restore', { id: one }), 'person.updated')
  assert.equal(typeof restored.get('person.updated').previous.deleted_at, 'string')
  const merged = await told(() => act('people.merge', { keep: one, remove: other }), 'person.merged', 'person.merging')
  const { data, previous } = merged.get('person.merged')
  assert.deepEqual([data.id, previous.id], [one, other])
})

test('contribution.voided, api.key_created and api.key_revoked', async () => {
  let gift = 0
  await told(async () => {
    gift = await add('/contributions', { amount: 5 })
  }, 'contribution.recorded')
  const voided = await told(() => act('contributions.void', { id: gift, reason: 'Twice' }), 'contribution.voided')
  assert.equal(voided.get('contribution.voided').data.status, 'void')
  let key = { id: 0, key: '' }
  const made = await told(async () => {
    key = await act('keys.create', { name: 'Site', scopes: ['people:read'] })
  }, 'api.key_created')
  assert.ok(!JSON.stringify(made.get('api.key_created')).includes(key.key))
  await told(() => act('keys.revoke', { id: key.id }), 'api.key_revoked')
})

test('user.invited: who, as what, by whom; never the link', async () => {
  let link = ''
  const invited = await told(async () => {
    link = (await act('users.invite', { email: 'new@example.org', role: 'staff' })).link
  }, 'user.invited')
  const event = invited.get('user.invited')
  assert.deepEqual([event.data.email, event.data.role, event.data.invited_by], ['new@example.org', 'staff', 'A owner'])
  assert.ok(!JSON.stringify(event).includes(link.split('token=')[1] ?? link))
})

test('dashboard.setup_step_done for each step, dashboard.setup_completed once', async () => {
  const steps = (await owner.inChurch('GET', '/views/setup')).json.data.steps as { step: string }[]
  const open = steps.map(({ step }) => step)
  const names = [...open.map(() => 'dashboard.setup_step_done'), 'dashboard.setup_completed']
  await told(
    async () => {
      await act('setup.finish', {})
      await act('setup.skip', { steps: open })
      await act('setup.finish', {})
    },
    ...names,
  )
})

test('media.studio_published and media.studio_unpublished', async () => {
  const { id } = await act('sermons.create', { title: 'Grace' })
  await act('sermons.set_section', { id, kind: 'notes', title: 'Notes', body: 'Grace upon grace' })
  const section = { id, kind: 'notes' }
  const published = await told(() => act('sermons.publish_section', section), 'media.studio_published')
  assert.equal(published.get('media.studio_published').data.section.body, 'Grace upon grace')
  await told(() => act('sermons.unpublish_section', section), 'media.studio_unpublished')
})
