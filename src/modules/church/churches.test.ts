import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { send, startService, type TestService } from '../../../test/support/service.ts'
import { NO_CHURCH } from '../../db/database.ts'
import { createChurch, findChurch, type NewChurch } from './churches.ts'
import { createBranch } from './create-branch.ts'
import { updateBranch } from './update-branch.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const create = (input: NewChurch) => service.database.write(NO_CHURCH, tx => createChurch(tx, input))

const GRACE = { name: 'Grace', slug: 'grace', country: 'ng', currency: 'ngn', timezone: 'Africa/Lagos' }

test('a church begins with its head branch and a default fund', async () => {
  const made = await create(GRACE)
  const church = await findChurch(service.database, 'grace')
  assert.deepEqual(
    [church?.id, church?.country, church?.currency, church?.hq_branch_id],
    [made.id, 'NG', 'NGN', made.branch_id],
  )
  assert.deepEqual(
    [church?.status, church?.api_enabled, church?.modules, church?.people_limit],
    ['active', true, [], null],
  )
  assert.equal(await findChurch(service.database, 'none'), undefined)
})

test('a church is refused for a slug that is taken, and for what is no country, currency or time zone', async () => {
  await assert.rejects(create(GRACE), { code: 'validation_failed' })
  const wrong = { name: ' ', slug: 'Bad slug', country: 'XX', currency: 'XXX', timezone: 'Lagos' }
  await assert.rejects(create(wrong), (error: { errors: object }) => {
    assert.deepEqual(Object.keys(error.errors), ['name', 'slug', 'country', 'currency', 'timezone'])
    return true
  })
})

test('what is set of a church is true on every node from the moment that the setting returned', async () => {
  const other = await service.node()
  const church = await service.church()
  const ask = async (url: string) => (await send(url, 'GET', '/api/v1', { key: church.key })).json.error
  for (const url of [service.url, other.url]) assert.equal(await ask(url), undefined)
  for (const [settings, error] of [
    [{ api_enabled: false }, 'api_disabled'],
    [{ status: 'inactive' as const }, 'church_inactive'],
    [{ status: 'active' as const, api_enabled: true }, undefined],
  ] as const) {
    await church.set(settings)
    for (const url of [other.url, service.url]) assert.equal(await ask(url), error)
  }
  await other.close()
})

test('a module that is not known cannot be switched on', async () => {
  const church = await service.church()
  await assert.rejects(church.set({ modules: ['gaming'] }), { code: 'validation_failed' })
})

test('a new branch is seen by every node, and by keys that are limited to a branch above it', async () => {
  const other = await service.node()
  const church = await service.church()
  const north = await church.branch('North')
  const key = await church.keyFor(['all'], north)
  const add = (branch_id: number) =>
    send(other.url, 'POST', '/api/v1/people', { key, body: { first_name: 'Ada', branch_id } })
  assert.equal((await add(north)).status, 201)
  const yaba = await church.act(createBranch, { name: 'Yaba', parent_id: north, code: 'Y' })
  assert.deepEqual([yaba.parent_id, yaba.depth], [north, 2])
  assert.equal((await add(yaba.id)).status, 201)
  await other.close()
})

test('a branch is refused without a name or below a branch the church does not have', async () => {
  const [one, two] = [await service.church(), await service.church()]
  const wrong = [{ name: ' ' }, { name: 'x'.repeat(191) }, { name: 'X', parent_id: two.church.hq_branch_id }]
  for (const input of wrong) {
    await assert.rejects(one.act(createBranch, input), { code: 'validation_failed' })
  }
})

test('the head branch follows a new name of the church, as long as it has no name of its own', async () => {
  const { church, send: ask, branch, set, act } = await service.church({ name: 'Grace' })
  await branch('Grace')
  const names = async (): Promise<string[]> =>
    (await ask('GET', '/branches')).json.data.map(({ name }: { name: string }) => name)
  const since = (await ask('GET', '/branches')).json.data[0].updated_at
  await set({ name: 'Mercy' })
  assert.deepEqual(await names(), ['Mercy', 'Grace'], 'another branch of the old name keeps it')
  assert.notEqual((await ask('GET', '/branches')).json.data[0].updated_at, since)
  await act(updateBranch, { id: church.hq_branch_id, name: 'Mother church' })
  await set({ name: 'Hope' })
  assert.deepEqual(await names(), ['Mother church', 'Grace'])
  await set({ timezone: 'Africa/Accra' })
  assert.deepEqual(await names(), ['Mother church', 'Grace'])
})

test('of renames at the same time the head branch has the last name', async () => {
  const { church, send: ask, set } = await service.church({ name: 'Grace' })
  await Promise.all(['A', 'B', 'C', 'D', 'E'].map(name => set({ name })))
  const last = (await findChurch(service.database, church.slug))?.name
  assert.equal((await ask('GET', '/branches')).json.data[0].name, last)
})
