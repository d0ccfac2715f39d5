/** Idempotency (spec, General conventions 7; decisions, Success codes and idempotency). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { ApiError } from '../src/errors.ts'
import { KEPT_DAYS } from '../src/http/idempotency.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { forgetKeys } from '../src/upkeep.ts'
import { type Answered, type SendOptions, startService, type TestChurch, type TestService } from './support/service.ts'
import { untilWaiting } from './support/waiting.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
})
after(() => service.close())

let serial = 0
const newKey = (): string => {
  serial += 1
  return `key-${serial}`
}

const post = (path: string, key: string, options: SendOptions): Promise<Answered> =>
  church.send('POST', path, undefined, {
    ...options,
    headers: { 'Idempotency-Key': key, 'content-type': 'application/json', ...options.headers },
  })

const give = (key: string, body: object): Promise<Answered> => post('/contributions', key, { body })

const gifts = async (): Promise<number> => (await church.send('GET', '/contributions')).json.meta.total

const replayed = ({ headers }: Answered): boolean => headers.get('idempotent-replayed') === 'true'

function sameAnswer(one: Answered, other: Answered): void {
  assert.equal(other.status, one.status)
  assert.equal(other.text, one.text)
  assert.equal(other.headers.get('location'), one.headers.get('location'))
}

function refused({ status, json }: Answered, wanted: number, error: string): void {
  assert.deepEqual([status, json.error], [wanted, error])
}

test('creation is 201, a dedupe hit 200 with meta.duplicate true', async () => {
  const body = { first_name: 'Ada', email: 'hit@example.org', dedupe: true }
  const created = await church.send('POST', '/people', body)
  assert.deepEqual([created.status, created.json.meta], [201, undefined])
  const hit = await church.send('POST', '/people', body)
  assert.deepEqual([hit.status, hit.json.meta, hit.json.data.id], [200, { duplicate: true }, created.json.data.id])
  assert.equal(hit.headers.get('location'), null)
})

test('retrying with the same key returns the first response, status and bytes, and creates no duplicate', async () => {
  const bodies = {
    '/contributions': { amount: 5, note: 'é "x"' },
    '/people': { first_name: 'Ada', nick: 'ignored' },
    '/families': { name: 'Okafor' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const key = newKey()
    const first = await post(path, key, { body })
    assert.deepEqual([first.status, first.headers.has('idempotent-replayed')], [201, false])
    const before = (await church.send('GET', path)).json.meta.total
    for (let retry = 0; retry < 3; retry += 1) {
      const again = await post(path, key, { body })
      sameAnswer(first, again)
      assert.ok(replayed(again))
    }
    assert.equal((await church.send('GET', path)).json.meta.total, before)
  }
})

test('the first response comes back even when the record has changed since', async () => {
  const key = newKey()
  const first = await post('/people', key, { body: { first_name: 'Ada' } })
  await church.send('PATCH', `/people/${first.json.data.id}`, { first_name: 'Eve' })
  sameAnswer(first, await post('/people', key, { body: { first_name: 'Ada' } }))
})

test('the first response comes back even when the request would be refused by now', async () => {
  const person_id = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const key = newKey()
  const first = await give(key, { amount: 5, person_id })
  await church.act(removePerson, { id: person_id })
  refused(await give(newKey(), { amount: 5, person_id }), 422, 'validation_failed')
  sameAnswer(first, await give(key, { amount: 5, person_id }))
})

test('a dedupe hit is remembered too', async () => {
  const body = { first_name: 'Ada', email: 'again@example.org', dedupe: true }
  await church.send('POST', '/people', body)
  const key = newKey()
  const first = await post('/people', key, { body })
  assert.equal(first.status, 200)
  const again = await post('/people', key, { body })
  sameAnswer(first, again)
  assert.ok(replayed(again))
})

test('the same key with another request: 409 idempotency_key_reused', async () => {
  const key = newKey()
  await give(key, { amount: 5 })
  refused(await give(key, { amount: 6 }), 409, 'idempotency_key_reused')
  refused(await give(key, { amount: 5, note: 'x' }), 409, 'idempotency_key_reused')
  refused(await post('/people', key, { body: { first_name: 'Ada' } }), 409, 'idempotency_key_reused')
  const other = newKey()
  await post('/people', other, { body: { first_name: 'Ada', nick: 'A' } })
  refused(await post('/people', other, { body: { first_name: 'Ada', nick: 'B' } }), 409, 'idempotency_key_reused')
})

test('the same request is the same method, path and parsed body: spelling does not matter', async () => {
  const key = newKey()
  const first = await post('/contributions', key, { raw: '{"amount":5,"note":"é","is_anonymous":true}' })
  const spellings: [path: string, raw: string, type: string][] = [
    [
      '/contributions/',
      '{ "is_anonymous": true,\n "note": "\\u00e9", "amount": 5.0 }',
      'application/json; charset=utf-8',
    ],
    ['/contributions?x=1', 'is_anonymous=1&note=%C3%A9&amount=5', 'application/x-www-form-urlencoded'],
  ]
  for (const [path, raw, type] of spellings) {
    const again = await post(path, key, { raw, headers: { 'content-type': type } })
    sameAnswer(first, again)
    assert.ok(replayed(again), type)
  }
})

test('a body that means the same by another country of the church is still the same request', async () => {
  const key = newKey()
  const body = { first_name: 'Ada', phone: '0803 123 4567' }
  const first = await post('/people', key, { body })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update churches set country = 'GB' where id = ${church.church.id}`),
  )
  await church.set({})
  const again = await post('/people', key, { body })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update churches set country = 'NG' where id = ${church.church.id}`),
  )
  await church.set({})
  sameAnswer(first, again)
})

test('refusals without effect are not remembered: a corrected retry with the same key works', async () => {
  const key = newKey()
  const before = await gifts()
  await church.send('POST', '/contributions', { amount: 1, reference: 'taken' })
  refused(await give(key, { amount: 0 }), 422, 'validation_failed')
  refused(await give(key, { amount: 5, fund_id: 999_999_999 }), 422, 'validation_failed')
  refused(await give(key, { amount: 5, reference: 'taken' }), 409, 'duplicate_reference')
  refused(await post('/contributions', key, { raw: '{' }), 400, 'invalid_json')
  const done = await give(key, { amount: 5, reference: 'free' })
  assert.deepEqual([done.status, replayed(done)], [201, false])
  assert.equal(await gifts(), before + 2)
})

test('plan_limit_reached is not remembered either', async () => {
  const full = await service.church()
  await full.set({ people_limit: 0 })
  const options = { headers: { 'Idempotency-Key': 'k' } }
  refused(await full.send('POST', '/people', { first_name: 'A' }, options), 403, 'plan_limit_reached')
  await full.set({ people_limit: 1 })
  assert.equal((await full.send('POST', '/people', { first_name: 'A' }, options)).status, 201)
})

test('the key belongs to the API key: another one may use it for something else', async () => {
  const key = newKey()
  await give(key, { amount: 5 })
  const other = church.as(await church.keyFor(['all']))
  const done = await other('POST', '/contributions', { amount: 6 }, { headers: { 'Idempotency-Key': key } })
  assert.deepEqual([done.status, replayed(done)], [201, false])
})

test('a key is 1 to 120 visible ASCII characters, else 400 invalid_idempotency_key', async () => {
  const before = await gifts()
  for (const key of ['', 'x'.repeat(121), 'a b', 'a\tb', 'é']) {
    refused(await give(key, { amount: 5 }), 400, 'invalid_idempotency_key')
  }
  assert.equal(await gifts(), before)
  for (const key of ['x'.repeat(120), '!', '~', '"key",;\\']) {
    assert.equal((await give(key, { amount: 5 })).status, 201)
    assert.ok(replayed(await give(key, { amount: 5 })))
  }
})

test('the key is used by POSTs that create and ignored elsewhere', async () => {
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  const options = { headers: { 'Idempotency-Key': 'a b' } }
  for (const [index, method] of ['PATCH', 'PUT', 'POST'].entries()) {
    const changed = await church.send(method, `/people/${id}`, { city: `City ${index}` }, options)
    assert.deepEqual([changed.status, changed.json.data.city], [200, `City ${index}`])
  }
  assert.equal((await church.send('GET', '/people', undefined, options)).status, 200)
  const key = newKey()
  await give(key, { amount: 5 })
  const patched = await church.send('POST', `/people/${id}`, { city: 'X' }, { headers: { 'Idempotency-Key': key } })
  assert.deepEqual([patched.status, replayed(patched)], [200, false])
})

test('64 requests with one key at the same time make one gift and 64 equal answers', async () => {
  const key = newKey()
  const before = await gifts()
  const answers = await Promise.all(Array.from({ length: 64 }, () => give(key, { amount: 64 })))
  for (const answer of answers) sameAnswer(answers[0] as Answered, answer)
  assert.equal(answers[0]?.status, 201)
  assert.equal(answers.filter(replayed).length, 63)
  assert.equal(await gifts(), before + 1)
  const recorded = (await church.events()).filter(({ body }) => (body.data as { amount: number }).amount === 64)
  assert.equal(recorded.length, 1)
})

test('two different requests with one key at the same time: one takes effect, the other is 409', async () => {
  const key = newKey()
  const answers = await Promise.all([7, 8].map(amount => give(key, { amount })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
})

test('when the first fails, one that waited for it takes effect', async () => {
  const key = newKey()
  let letGo: () => void = () => undefined
  const open = new Promise<void>(resolve => {
    letGo = resolve
  })
  let holder: Promise<void> = Promise.resolve()
  await new Promise<void>(held => {
    holder = claimed(key, async () => {
      held()
      await open
      throw new ApiError('not_found')
    })
  })
  const waiting = give(key, { amount: 5 })
  await untilWaiting(service.database.read)
  letGo()
  await assert.rejects(holder)
  assert.deepEqual([(await waiting).status, replayed(await waiting)], [201, false])
})

test('one that waits too long for the first gets 503 with Retry-After; the limit is 10 s', async () => {
  assert.deepEqual(await service.database.read.first(sql`show lock_timeout`), { lock_timeout: '10s' })
  // A statement timeout ends the same wait sooner.
  const hasty = await service.node({}, { SEXTON_STATEMENT_TIMEOUT: '200' })
  const key = newKey()
  let answered: Answered | undefined
  await claimed(key, async () => {
    const response = await fetch(`${hasty.url}/api/v1/contributions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${church.key}`, 'Idempotency-Key': key },
      body: Buffer.from('{"amount":5}'),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('utf8')
    answered = { status: response.status, headers: response.headers, text, json: JSON.parse(text), bytes }
  })
  await hasty.close()
  assert.ok(answered)
  refused(answered, 503, 'service_unavailable')
  assert.match(answered.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
})

/** Holds an idempotency key as a request in progress does, while `work` runs. */
async function claimed(key: string, work: () => Promise<void>): Promise<void> {
  const { json } = await church.send('GET', '')
  await service.database.write(church.church.id, async tx => {
    await tx.run(sql`insert into idempotency_keys (church_id, api_key_id, key, fingerprint)
      values (${church.church.id}, ${json.data.key.id}, ${key}, '\\x00')`)
    await work()
    await tx.run(sql`delete from idempotency_keys where church_id = ${church.church.id} and key = ${key}`)
  })
}

test('a response is remembered for 30 days, and forgotten then', async () => {
  assert.equal(KEPT_DAYS, 30)
  const keys = { young: newKey(), old: newKey() }
  for (const [age, key] of [
    [29, keys.young],
    [31, keys.old],
  ] as const) {
    await give(key, { amount: 5 })
    await service.database.write(church.church.id, tx =>
      tx.run(sql`update idempotency_keys set created_at = now() - ${age} * interval '1 day'
        where church_id = ${church.church.id} and key = ${key}`),
    )
  }
  // Upkeep begins with its round of deletions when a node starts.
  await (await service.node()).close()
  assert.ok(replayed(await give(keys.young, { amount: 5 })))
  assert.ok(!replayed(await give(keys.old, { amount: 5 })))
})

test('keys of many churches are forgotten together', async () => {
  const { read } = service.database
  const others = [await service.church(), await service.church(), await service.church()]
  for (const one of others)
    await one.send('POST', '/people', { first_name: 'Ada' }, { headers: { 'Idempotency-Key': 'old' } })
  await read.all(
    sql`update idempotency_keys set created_at = now() - interval '31 days' where key = 'old' returning key`,
  )
  let writes = 0
  await forgetKeys({
    read,
    write: (...parts) => {
      writes += 1
      return service.database.write(...parts)
    },
  })
  assert.deepEqual([writes, await read.all(sql`select 1 from idempotency_keys where key = 'old'`)], [1, []])
})
