/** POST /contributions with `match_person` (decisions, Money): the gift of the one person who has the donor's e-mail or phone. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Answered, Send, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const person = async (body: object, send: Send = church.send): Promise<number> =>
  (await send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id

const give = (body: object, send: Send = church.send): Promise<Answered> =>
  send('POST', '/contributions', { amount: 100, match_person: true, ...body })

/** Whose gift it became, and what meta said. */
async function matched(
  body: object,
  send: Send = church.send,
): Promise<[person: number | null, match: string | undefined]> {
  const { status, json, text } = await give(body, send)
  assert.equal(status, 201, text)
  return [json.data.person_id, json.meta?.person_match]
}

const EMAIL = { donor_email: 'ADA@example.org' }
const PHONE = { donor_phone: '0803 123 4567' }

test('by e-mail, without case, and by any of the phones, in any format', async () => {
  const a = await person({ email: 'Ada@Example.org', whatsapp: '+2348031234567' })
  const b = await person({ email: 'bo@example.org', phone2: '08031234568' })
  assert.deepEqual(await matched(EMAIL), [a, 'matched'])
  assert.deepEqual(await matched(PHONE), [a, 'matched'])
  assert.deepEqual(await matched({ ...EMAIL, ...PHONE }), [a, 'matched'])
  assert.deepEqual(await matched({ donor_phone: '+234 803 123 4568' }), [b, 'matched'])
})

test("nobody, several, or e-mail and phone of different people: the gift is nobody's, and meta says so", async () => {
  assert.deepEqual(await matched(EMAIL), [null, 'none'])
  assert.deepEqual(await matched({}), [null, 'none'])
  assert.deepEqual(await matched({ donor_email: null, donor_phone: null }), [null, 'none'])
  await person({ email: 'ada@example.org' })
  await person({ phone: '08031234567' })
  assert.deepEqual(await matched({ ...EMAIL, ...PHONE }), [null, 'ambiguous'])
  await person({ email: 'ada@example.org' })
  await person({ email: 'ada@example.org' })
  assert.deepEqual(await matched(EMAIL), [null, 'ambiguous'])
})

test('only where it is asked for, and only without a person_id', async () => {
  const [a, b] = [await person({ email: 'ada@example.org' }), await person({})]
  for (const match_person of [undefined, false])
    assert.deepEqual(await matched({ ...EMAIL, match_person }), [null, undefined])
  assert.deepEqual(await matched({ ...EMAIL, person_id: b }), [b, undefined])
  assert.deepEqual(await matched({ ...EMAIL, person_id: null }), [a, 'matched'])
})

test('the gift goes to the branch of whom it is matched to, and keeps what the donor said of themselves', async () => {
  const north = await church.branch('North')
  await person({ email: 'ada@example.org', branch_id: north })
  const { data } = (await give({ ...EMAIL, donor_name: 'A. Obi' })).json
  assert.deepEqual([data.branch_id, data.donor_name, data.donor_email], [north, 'A. Obi', 'ADA@example.org'])
})

test('who was removed is not found; of merged records the kept one', async () => {
  const [a, b] = [await person({ email: 'ada@example.org' }), await person({ phone: '08031234567' })]
  await church.act(mergePeople, { keep: a, remove: b })
  assert.deepEqual(await matched(PHONE), [a, 'matched'], 'the number was taken over')
  await church.act(removePerson, { id: a })
  assert.deepEqual(await matched({ ...EMAIL, ...PHONE }), [null, 'none'])
})

test('what a merged record had means the kept person, once, however many records there were', async () => {
  const [a, b, c] = [
    await person({ email: 'ada@example.org', phone: '08031234567' }),
    await person({ email: 'bo@example.org', phone: '08031234568' }),
    await person({ email: 'cy@example.org', phone: '08031234567' }),
  ]
  const other = { donor_email: 'Bo@example.org' }
  assert.deepEqual(await matched(other), [b, 'matched'])
  await church.act(mergePeople, { keep: b, remove: c })
  await church.act(mergePeople, { keep: a, remove: b })
  for (const body of [
    other,
    { donor_email: 'cy@example.org' },
    PHONE,
    { ...EMAIL, ...other, donor_phone: '08031234568' },
  ])
    assert.deepEqual(await matched(body), [a, 'matched'], JSON.stringify(body))
  await person({ email: 'bo@example.org' })
  assert.deepEqual(await matched(other), [null, 'ambiguous'])
  await church.act(removePerson, { id: a })
  assert.deepEqual(await matched({ donor_email: 'cy@example.org' }), [null, 'none'])
})

test('a merged record out of sight means the kept person in sight, and none where the kept one is out of sight', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  const inside = await person({ email: 'ada@example.org', branch_id: north })
  const outside = await person({ email: 'bo@example.org' })
  await church.act(mergePeople, { keep: inside, remove: outside })
  assert.deepEqual(await matched({ donor_email: 'bo@example.org' }, limited), [inside, 'matched'])
  const far = await person({ email: 'cy@example.org' })
  await church.act(mergePeople, { keep: far, remove: inside })
  assert.deepEqual(await matched(EMAIL, limited), [null, 'none'])
})

test('who is out of the sight of a key is not found, not counted and not told of', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  assert.deepEqual(await matched(EMAIL, limited), [null, 'none'])
  await person({ email: 'ada@example.org' })
  const [unknown, outside] = await Promise.all([give({ donor_email: 'x@example.org' }, limited), give(EMAIL, limited)])
  assert.deepEqual(
    [outside.status, outside.json.meta, outside.json.data.branch_id],
    [unknown.status, unknown.json.meta, north],
  )
  const inside = await person({ email: 'ada@example.org' }, limited)
  assert.deepEqual(await matched(EMAIL, limited), [inside, 'matched'])
  assert.deepEqual(await matched(EMAIL), [null, 'ambiguous'])
})

test('a repeated request has the first answer, whoever was added meanwhile', async () => {
  const headers = { 'Idempotency-Key': 'gift-1' }
  const send: Send = (method, path, body) => church.send(method, path, body, { headers })
  const first = await give(EMAIL, send)
  await person({ email: 'ada@example.org' })
  const again = await give(EMAIL, send)
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
})
