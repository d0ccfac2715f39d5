import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { ApiError } from '../errors.ts'
import { listNotices, postNotice, readNotices } from './notice.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

const post = ({ church }: TestChurch, title: string): Promise<void> =>
  service.database.write(church.id, tx => postNotice(tx, church.id, { kind: 'test', title, body: 'Details.' }))

const titles = async ({ church }: TestChurch, unread = false): Promise<string[]> =>
  (await listNotices(service.database, church.id, { unread })).map(({ title }) => title)

test('a notice is recorded with the change that it tells of, or not at all', async () => {
  const church = await service.church()
  const undone = service.database.write(church.church.id, async tx => {
    await postNotice(tx, church.church.id, { kind: 'test', title: 'Undone', body: '' })
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.deepEqual(await titles(church), [])
})

test('notices are listed newest first, and those that were read are left out where only unread ones are wanted', async () => {
  const church = await service.church()
  for (const title of ['First', 'Second', 'Third']) await post(church, title)
  const [, second] = await listNotices(service.database, church.church.id)
  assert.equal((await church.act(readNotices, { ids: [second?.id ?? 0] })).read, 1)
  assert.equal((await church.act(readNotices, { ids: [second?.id ?? 0] })).read, 0, 'it was read before')
  assert.deepEqual(await titles(church), ['Third', 'Second', 'First'])
  assert.deepEqual(await titles(church, true), ['Third', 'First'])
  assert.equal((await church.act(readNotices, {})).read, 2)
  assert.deepEqual(await titles(church, true), [])
})

test("a church's notices are neither shown to nor read by another", async () => {
  const [mine, theirs] = [await service.church(), await service.church()]
  await post(mine, 'Mine')
  const [notice] = await listNotices(service.database, mine.church.id)
  assert.deepEqual(await titles(theirs), [])
  assert.equal((await theirs.act(readNotices, {})).read, 0)
  const wrong = [notice?.id ?? 0, 999_999_999]
  await assert.rejects(theirs.act(readNotices, { ids: wrong }), (error: unknown) => {
    assert.ok(error instanceof ApiError && error.code === 'not_found')
    for (const id of wrong) assert.match(error.message, new RegExp(`\\b${id}\\b`))
    return true
  })
  assert.deepEqual(await titles(mine, true), ['Mine'])
})
