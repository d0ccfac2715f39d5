/** Fields of a body (decisions, Requests): strict types; missing, null and empty; read-only and unknown names. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answered, TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
  church = await service.church()
})
after(() => service.close())

const person = (body: object): Promise<Answered> => church.send('POST', '/people', { first_name: 'Ada', ...body })
const gift = (body: object): Promise<Answered> => church.send('POST', '/contributions', { amount: 100, ...body })
const patch = (id: number, body: unknown): Promise<Answered> => church.send('PATCH', `/people/${id}`, body)

function wrong({ status, json, text }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'], text)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
  for (const message of Object.values(json.errors ?? {})) assert.equal(typeof message, 'string')
}

test('JSON types are strict: "1000" is no integer, 1 is no boolean', async () => {
  for (const amount of ['1000', 10.5, true, [], {}, -1, 0, 1e21]) wrong(await gift({ amount }), 'amount')
  for (const is_anonymous of [1, 0, 'true', {}]) wrong(await gift({ is_anonymous }), 'is_anonymous')
  for (const first_name of [5, true, ['Ada'], {}]) wrong(await person({ first_name }), 'first_name')
  for (const branch_id of ['1', 1.5, -1, 0, 1e300]) wrong(await person({ branch_id }), 'branch_id')
  for (const custom of ['x', 5, [], true]) wrong(await person({ custom }), 'custom')
  for (const dedupe of ['true', 1, null]) wrong(await person({ dedupe }), 'dedupe')
  assert.equal((await gift({ amount: 1.5e3 })).json.data.amount, 1500)
})

test('every wrong field is named at once, those that only the database can tell too', async () => {
  wrong(
    await person({
      first_name: '',
      dob: '1990-02-30',
      status: 'elder',
      email: 'x',
      phone: '12',
      branch_id: 999_999_999,
    }),
    'first_name',
    'dob',
    'status',
    'email',
    'phone',
    'branch_id',
  )
  wrong(
    await gift({ amount: 'x', fund_id: 999_999_999, person_id: 999_999_999, method: 'gold' }),
    'amount',
    'fund_id',
    'person_id',
    'method',
  )
})

test('NUL characters, lone surrogates and control characters are 422 on the field, never a 500', async () => {
  for (const bad of ['a\u0000b', 'a\ud800b', '\udc00', 'a\u0007']) {
    wrong(await person({ first_name: bad }), 'first_name')
    wrong(
      await person({ email: `${bad}@example.org`, phone: bad, photo_url: `https://x/${bad}` }),
      'email',
      'phone',
      'photo_url',
    )
    wrong(await gift({ note: bad, reference: bad }), 'note', 'reference')
  }
  wrong(await person({ custom: { a: ['x\u0000'] } }), 'custom')
  wrong(await person({ custom: { 'k\u0000': 1 } }), 'custom')
  wrong(
    await church.send('POST', '/people', undefined, {
      raw: '{"first_name":"A","custom":{"a":1e999}}',
      headers: { 'content-type': 'application/json' },
    }),
    'custom',
  )
})

test('names are one line: they stand in mails, where a line is more than a name', async () => {
  for (const bad of ['Ada\nObi', 'Ada\tObi', 'Ada\u2028Obi', 'Ada\u0085Obi', 'Ada \u202eibO']) {
    for (const name of ['title', 'first_name', 'middle_name', 'last_name']) {
      const answer = await person({ first_name: 'Ada', [name]: bad })
      wrong(answer, name)
      assert.equal(answer.json.errors?.[name], 'must be one line')
    }
    wrong(await gift({ donor_name: bad }), 'donor_name')
    wrong(await church.send('POST', '/families', { name: bad }), 'name')
  }
  assert.equal((await person({ first_name: 'Ada', address: '1 High Street\nLagos' })).status, 201)
})

test('a required field that is missing, null, empty or blank is 422', async () => {
  for (const body of [{}, { first_name: null }, { first_name: '' }, { first_name: '  \t ' }]) {
    wrong(await church.send('POST', '/people', body), 'first_name')
  }
  for (const body of [{}, { amount: null }]) wrong(await church.send('POST', '/contributions', body), 'amount')
  for (const body of [{}, { name: null }, { name: ' ' }]) wrong(await church.send('POST', '/families', body), 'name')
})

test('missing means default on POST and unchanged on PATCH', async () => {
  const { data } = (await person({ last_name: 'Okafor', email: 'a@example.org' })).json
  assert.deepEqual([data.status, data.country, data.custom, data.source], ['visitor', 'NG', {}, 'api'])
  assert.deepEqual([data.sms_opt_in, data.email_opt_in, data.whatsapp_opt_in], [true, true, true])
  const patched = (await patch(data.id, { city: 'Lagos' })).json.data
  assert.deepEqual({ ...patched, city: null, updated_at: data.updated_at }, data)
})

test('null clears; "" is null for nullable text; both are 422 where the field cannot be null', async () => {
  const { id } = (await person({ last_name: 'O', email: 'a@example.org', dob: '1990-01-01', phone: '08031234567' }))
    .json.data
  const cleared = (await patch(id, { last_name: '', email: null, dob: '', phone: ' ' })).json.data
  assert.deepEqual([cleared.last_name, cleared.email, cleared.dob, cleared.phone], [null, null, null, null])
  for (const empty of [null, '']) {
    const names = ['first_name', 'status', 'country', 'source']
    wrong(await patch(id, Object.fromEntries(names.map(name => [name, empty]))), ...names)
  }
  wrong(await patch(id, { branch_id: null, sms_opt_in: null, custom: null }), 'branch_id', 'sms_opt_in', 'custom')
  wrong(
    await gift({ fund_id: null, given_on: null, method: null, currency: null, is_anonymous: null, branch_id: null }),
    'fund_id',
    'given_on',
    'method',
    'currency',
    'is_anonymous',
    'branch_id',
  )
})

test('text is trimmed, kept in composed form, and bounded in characters', async () => {
  const { data } = (await person({ first_name: '  E\u0301mile ', last_name: '😀'.repeat(190) })).json
  assert.deepEqual([data.first_name, [...data.last_name].length], ['Émile', 190])
  wrong(await person({ last_name: 'x'.repeat(191) }), 'last_name')
})

test('title, gender, marital_status, family_role and source are free text up to 40 characters', async () => {
  const names = ['title', 'gender', 'marital_status', 'family_role', 'source']
  const free = (await person(Object.fromEntries(names.map(name => [name, `any ${name}`])))).json.data
  for (const name of names) assert.equal(free[name], `any ${name}`)
  assert.equal((await person({ title: 'x'.repeat(40) })).status, 201)
  wrong(await person(Object.fromEntries(names.map(name => [name, 'x'.repeat(41)]))), ...names)
})

test('dates are real calendar dates of the form YYYY-MM-DD', async () => {
  for (const dob of [
    '1990-02-29',
    '1990-1-1',
    '01/02/1990',
    'now',
    'infinity',
    '1990-01-01T00:00:00Z',
    5,
    '0000-01-01',
  ]) {
    wrong(await person({ dob }), 'dob')
  }
  assert.equal((await person({ dob: '1992-02-29' })).json.data.dob, '1992-02-29')
})

test('country is ISO 3166-1 alpha-2, upper-cased, by default the church’s', async () => {
  assert.equal((await person({ country: ' gh ' })).json.data.country, 'GH')
  for (const country of ['Nigeria', 'XX', 'N', 'NGA', 5]) wrong(await person({ country }), 'country')
})

test('email is validated as an e-mail address and stored as given', async () => {
  assert.equal((await person({ email: ' Ada.O+x@Mail.Example.ORG ' })).json.data.email, 'Ada.O+x@Mail.Example.ORG')
  for (const email of [
    'x',
    'a@b',
    '@b.org',
    'a@.org',
    'a b@c.org',
    'a@b..org',
    'a@b.org, c@d.org',
    'Ada <a@b.org>',
    5,
  ]) {
    wrong(await person({ email }), 'email')
  }
})

test('photo_url is an http or https address', async () => {
  assert.equal(
    (await person({ photo_url: 'https://example.org/ä.jpg' })).json.data.photo_url,
    'https://example.org/ä.jpg',
  )
  for (const photo_url of ['javascript:alert(1)', 'ftp://x/y', '/a.jpg', 'https://', 'x'])
    wrong(await person({ photo_url }), 'photo_url')
})

test('language is one that there is a catalogue of, by its tag, and null clears it', async () => {
  const { json } = await person({ language: ' FR ' })
  assert.equal(json.data.language, 'fr')
  for (const language of ['fr-CI', 'French', 'xx', 5]) wrong(await person({ language }), 'language')
  const cleared = await church.send('PATCH', `/people/${json.data.id}`, { language: null })
  assert.equal(cleared.json.data.language, null)
  const told = (await church.events()).at(-1)?.body
  assert.deepEqual([told?.data, told?.previous], [cleared.json.data, { language: 'fr' }], 'as the API shows it')
})

test('custom is an object of at most 100 keys and 32 KiB', async () => {
  const keys = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]))
  assert.equal((await person({ custom: keys(100) })).status, 201)
  wrong(await person({ custom: keys(101) }), 'custom')
  const text = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  const { status, json } = await person({ custom: text(32 * 1024) })
  assert.equal(status, 201)
  wrong(await person({ custom: text(32 * 1024 + 1) }), 'custom')
  wrong(await patch(json.data.id, { custom: { b: 1 } }), 'custom')
  const nested = { list: [1, 'two', null, { three: true }], n: 1.5, no: false }
  assert.deepEqual((await person({ custom: nested })).json.data.custom, nested)
})

test('read-only fields in a body are ignored, so that GET, edit, PUT works', async () => {
  const { data } = (await person({ last_name: 'O', phone: '08031234567', custom: { a: 1 } })).json
  const got = (await church.send('GET', `/people/${data.id}`)).json.data
  const put = await church.send('PUT', `/people/${data.id}`, {
    ...got,
    city: 'Jos',
    id: 1,
    member_no: 'X',
    full_name: 'Y',
  })
  assert.deepEqual(put.json, { ok: true, data: { ...data, city: 'Jos', updated_at: put.json.data.updated_at } })
  const sent = {
    amount: 7,
    id: 1,
    source: 'manual',
    status: 'void',
    amount_base: 1,
    fund_name: 'x',
    amount_display: 'x',
    payment_id: 'p',
  }
  const recorded = (await church.send('POST', '/contributions', sent)).json.data
  assert.deepEqual(
    [recorded.source, recorded.status, recorded.amount_base, recorded.fund_name, recorded.payment_id],
    ['api', 'posted', 7, 'General', null],
  )
  const copied = await church.send('POST', '/contributions', { ...recorded, reference: 'copy' })
  assert.equal(copied.status, 201)
})

test('unknown names: 422 with errors.<name> for contributions', async () => {
  wrong(
    await gift({ Amount: 1, tip: 2, toString: 3, hasOwnProperty: 4 }),
    'Amount',
    'tip',
    'toString',
    'hasOwnProperty',
  )
})

test('unknown names: ignored elsewhere, and named in meta.ignored_fields', async () => {
  const created = await person({ nick: 'A', hasOwnProperty: 1 })
  assert.deepEqual([created.status, created.json.meta], [201, { ignored_fields: ['nick', 'hasOwnProperty'] }])
  const patched = await patch(created.json.data.id, { dedupe: true, nick: 'B' })
  assert.deepEqual(patched.json.meta, { ignored_fields: ['dedupe', 'nick'] })
  const family = await church.send('POST', '/families', { name: 'F', motto: 'x', members: [], member_count: 5 })
  assert.deepEqual([family.json.meta, family.json.data.member_count], [{ ignored_fields: ['motto'] }, 0])
})

test('unknown names that are near a known one: told which, ignored or refused', async () => {
  const { json } = await person({ firstname: 'B', 'last-name': 'C', nick: 'D' })
  assert.deepEqual(json.meta, {
    ignored_fields: ['firstname', 'last-name', 'nick'],
    did_you_mean: { firstname: 'first_name', 'last-name': 'last_name' },
  })
  const { errors = {} } = (await gift({ donoremail: 'a@example.org', tip: 2 })).json
  assert.match(errors.donoremail ?? '', /^is not a field of this request; did you mean donor_email, /)
  assert.equal(errors.tip, 'is not a field of this request')
})

test('of hundreds of unknown names only a few are compared with those that are known', async () => {
  const names = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`amoun${at}`, 1]))
  const { errors = {} } = (await gift(names)).json
  assert.equal(Object.keys(errors).length, 500)
  assert.equal(Object.values(errors).filter(error => error.includes('did you mean')).length, 5)
})
