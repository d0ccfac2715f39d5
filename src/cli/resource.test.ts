import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cli, type Ended } from '../../test/support/cli.ts'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
  church = await service.church()
  await church.set({ modules: ['care'] })
})
after(() => service.close())

const prayer = (...args: string[]): Promise<Ended> =>
  cli(service.databaseUrl, ['prayer', ...args, '--church', church.church.slug])
const ask = async (body: object) =>
  (await church.send('POST', '/prayer_requests', { name: 'Ada', body: 'For my mother', ...body })).json.data
const get = async (id: number) => (await church.send('GET', `/prayer_requests/${id}`)).json.data

test('prayer requests are listed newest first, by status and urgency, and shown with who asked', async () => {
  const first = await ask({ is_anonymous: true, email: 'ada@example.org' })
  const second = await ask({ is_urgent: true, body: 'For\nrain' })
  const listed = async (...args: string[]) => (await prayer('list', '--json', ...args)).json?.prayer_requests
  assert.deepEqual(await listed(), [second, first])
  assert.deepEqual(await listed('--urgent', '--status', 'open'), [second])
  assert.match((await prayer('list')).stdout, /Ada +For rain\n.*Ada +For my mother/)
  const shown = await prayer('show', String(first.id))
  assert.match(
    shown.stdout,
    /^name: Ada\nemail: ada@example\.org\n(.+\n)+body: For my mother\n(.+\n)+is_anonymous: true\n/m,
  )
  const wrong = await prayer('list', '--status', 'done', '--json')
  assert.deepEqual([wrong.code, wrong.json?.error], [1, 'invalid_status'])
})

test('a record is added by its fields, and every wrong one is named at once', async () => {
  const added = await prayer('add', '--name', 'Ada', '--body', 'For rain', '--is-urgent', 'true', '--json')
  assert.deepEqual(added.json, { ok: true, ...(await get(Number(added.json?.id))) })
  assert.deepEqual([added.json?.is_urgent, added.json?.branch_id], [true, church.church.hq_branch_id])
  assert.match((await prayer('add', '--name', 'Ada', '--body', 'For peace')).stdout, /^Prayer request \d+ is added\.$/m)
  const refused = await prayer('add', '--body', 'For rain', '--person-id', '999999', '--is-urgent', 'often', '--json')
  assert.deepEqual([refused.code, Object.keys(refused.json?.errors ?? {}).sort()], [1, ['is_urgent', 'person_id']])
})

test('a prayer is counted, answered and closed by the command line', async () => {
  const { id } = await ask({})
  assert.match((await prayer('pray', String(id))).stdout, /Your prayer was counted\./)
  const answered = await prayer('answer', String(id), '--answer', 'She is well', '--json')
  assert.deepEqual(answered.json, { ok: true, ...(await get(id)) })
  assert.deepEqual([answered.json?.status, answered.json?.answer], ['answered', 'She is well'])
  assert.equal((await prayer('close', String(id))).code, 0)
  assert.equal((await get(id)).status, 'closed')
  const refused = await prayer('pray', String(id))
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /status: prayer request \d+ is closed/)
  assert.match((await prayer('show', String(id))).stdout, /answer: She is well/)
  assert.equal((await prayer('show', '999999', '--json')).json?.error, 'not_found')
})

test('a merge by the command line moves prayer requests', async () => {
  const person = async (): Promise<number> => (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const [kept, merged] = [await person(), await person()]
  const { id } = await ask({ person_id: merged })
  const { slug } = church.church
  const args = ['person', 'merge', '--keep', String(kept), '--remove', String(merged), '--church', slug]
  assert.equal((await cli(service.databaseUrl, args)).code, 0)
  assert.equal((await get(id)).person_id, kept)
})
