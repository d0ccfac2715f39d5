import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { answer as answerAction, close as closeAction, LONGEST, pray as prayAction } from './prayer-requests.ts'

let service: TestService
let church: TestChurch
let id: number
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['care'] })
  id = (await church.send('POST', '/prayer_requests', { name: 'Ada', body: 'For my mother' })).json.data.id
})
after(() => service.close())

const get = async () => (await church.send('GET', `/prayer_requests/${id}`)).json.data
const pray = () => church.act(prayAction, { id })
const answer = (text: string) => church.act(answerAction, { id, answer: text })
/** The request was last changed long ago. */
const age = (): Promise<unknown> =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update prayer_requests set updated_at = ${LONG_AGO}, answered_at = case when answer is not null then ${LONG_AGO}::timestamptz end
      where church_id = ${church.church.id} and id = ${id}`),
  )
const LONG_AGO = '2020-01-01T00:00:00Z'
const close = () => church.act(closeAction, { id })

test('who prays is counted, also at the same time; an open request is prayed for from then on', async () => {
  await Promise.all(Array.from({ length: 5 }, pray))
  const printed = await pray()
  assert.deepEqual(printed, await get())
  assert.deepEqual([printed.status, printed.prayed_count], ['praying', 6])
})

test('an answer is recorded with its moment; another one replaces it and leaves the moment', async () => {
  const first = await answer(' She is well ')
  assert.deepEqual([first.status, first.answer, first.answered_at], ['answered', 'She is well', first.updated_at])
  await age()
  const second = await answer('She came to church')
  assert.deepEqual([second.answer, second.answered_at], ['She came to church', LONG_AGO])
  assert.ok(second.updated_at > LONG_AGO)
  await age()
  assert.equal((await answer('She came to church')).updated_at, LONG_AGO, 'the same words change nothing')
})

test('an answered request may be prayed for in thanks; a closed one may not, and may still be answered', async () => {
  await answer('Rain came')
  const thanked = await pray()
  assert.deepEqual([thanked.status, thanked.prayed_count], ['answered', 1])
  const closed = await close()
  assert.deepEqual([closed.status, closed.answer], ['closed', 'Rain came'])
  await assert.rejects(pray(), ({ code, errors }) => {
    assert.deepEqual([code, { ...errors }], ['validation_failed', { status: `prayer request ${id} is closed` }])
    return true
  })
  assert.equal((await answer('Rain came')).status, 'answered')
})

test('closing again changes nothing', async () => {
  const closed = await close()
  await age()
  assert.deepEqual(await close(), { ...closed, updated_at: LONG_AGO })
})

test('what becomes of a request moves updated_at and causes no event', async () => {
  const before = await church.events()
  for (const change of [pray, () => answer('Yes'), close]) {
    await age()
    assert.ok((await change()).updated_at > LONG_AGO)
  }
  assert.deepEqual(await church.events(), before)
})

test('an answer has 1 to 5,000 characters', async () => {
  for (const text of ['', ' ', 'x'.repeat(LONGEST + 1)]) {
    await assert.rejects(answer(text), { code: 'validation_failed' })
  }
  assert.equal((await get()).status, 'open')
})

test('a request that is unknown or of another church cannot be followed', async () => {
  const other = await service.church()
  for (const [of, wanted] of [
    [church, 999_999_999],
    [other, id],
  ] as const) {
    await assert.rejects(of.act(prayAction, { id: wanted }), { code: 'not_found' })
    await assert.rejects(of.act(answerAction, { id: wanted, answer: 'x' }), { code: 'not_found' })
    await assert.rejects(of.act(closeAction, { id: wanted }), { code: 'not_found' })
  }
})
