/** Bodies (spec, General conventions 1; decisions, Requests): type, charset, size, syntax; forms. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
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

const LEAST = '{"first_name":"Ada"}'

const post = (raw: string | Uint8Array, headers: Record<string, string>, path = '/people'): Promise<Answered> =>
  church.send('POST', path, undefined, { raw, headers })

const typed = (type: string, raw: string | Uint8Array = LEAST): Promise<Answered> => post(raw, { 'content-type': type })

const form = (raw: string, path = '/people'): Promise<Answered> =>
  post(raw, { 'content-type': 'application/x-www-form-urlencoded' }, path)

function refused({ status, json }: Answered, wanted: number, error: string, why?: string): void {
  assert.deepEqual([status, json.ok, json.error], [wanted, false, error], why)
}

function wrong({ status, json }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'])
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
}

test('a body is JSON with Content-Type: application/json, in any case and with charset UTF-8', async () => {
  const types = ['application/json', 'Application/JSON; charset=utf-8', 'application/json;charset="UTF-8"']
  for (const type of types) assert.equal((await typed(type)).status, 201, type)
})

test('without a content type a body is read as JSON', async () => {
  assert.equal((await post(Buffer.from(LEAST), {})).status, 201)
  assert.equal((await typed('')).status, 201)
})

test('what is neither JSON nor a form is 415 unsupported_media_type', async () => {
  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'text/json',
    'nonsense',
    ';;',
    'a/b/c',
  ]
  for (const type of types) refused(await typed(type), 415, 'unsupported_media_type', type)
})

test('a charset other than UTF-8, or any content encoding, is 415', async () => {
  const charsets = ['latin1', 'utf-16', '"us-ascii"']
  for (const one of charsets) refused(await typed(`application/json; charset=${one}`), 415, 'unsupported_media_type')
  for (const one of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
    refused(
      await post(LEAST, { 'content-encoding': one, 'content-type': 'application/json' }),
      415,
      'unsupported_media_type',
    )
  }
})

const sized = (bytes: number): string => `{"first_name":"Ada","x":"${'x'.repeat(bytes - 27)}"}`

test('a body over 256 KiB is 413 payload_too_large, one of just 256 KiB is not', async () => {
  assert.equal(sized(256 * 1024).length, 256 * 1024)
  assert.equal((await typed('application/json', sized(256 * 1024))).status, 201)
  for (const bytes of [256 * 1024 + 1, 2_000_000, 5_000_000]) {
    refused(await typed('application/json', sized(bytes)), 413, 'payload_too_large')
  }
})

/** Sends a person in chunks, on a bare socket. */
async function chunked(pieces: number, last: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').pause()
  const answer = new Promise<unknown>(resolve => {
    socket.once('data', resolve).once('error', resolve).once('close', resolve)
  })
  socket.write(`POST /api/v1/people HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${church.key}\r\n`)
  socket.write('Transfer-Encoding: chunked\r\n\r\n')
  // Such a client does not look for an answer before it has sent all.
  for (let sent = 0; sent < pieces; sent += 1) {
    socket.write(`186a0\r\n${'x'.repeat(100_000)}\r\n`)
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  socket.write(last)
  socket.resume()
  const heard = String(await answer)
  socket.destroy()
  return heard
}

test('a body over 256 KiB that is sent in chunks, its length not announced, is 413 too', async () => {
  assert.match(await chunked(20, '0\r\n\r\n'), /^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/)
})

test('a body without end is answered 413 and cut off', async () => {
  assert.match(await chunked(42, ''), /^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i)
})

test('JSON that does not parse, is no object or is empty is 400 invalid_json', async () => {
  for (const raw of [
    '',
    ' \n',
    '{',
    '{"a":1,}',
    '[]',
    '"x"',
    '5',
    'null',
    'true',
    '{}{}',
    "{'a':1}",
    'first_name=Ada',
  ]) {
    refused(await typed('application/json', raw), 400, 'invalid_json', raw)
  }
})

test('JSON with a key __proto__, constructor or prototype, at any depth, is 400 invalid_json', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']) {
    refused(await typed('application/json', `{"first_name":"A","${key}":{}}`), 400, 'invalid_json')
    refused(await typed('application/json', `{"first_name":"A","custom":{"a":[{"${key}":1}]}}`), 400, 'invalid_json')
  }
})

test('JSON that is nested too deeply or is not UTF-8 is 400 invalid_json, never a 500', async () => {
  const deep = `{"first_name":"A","custom":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
  refused(await typed('application/json', deep), 400, 'invalid_json')
  refused(await typed('application/json', Buffer.from([0x7b, 0xff, 0x7d])), 400, 'invalid_json')
})

test('a byte order mark before the JSON is ignored', async () => {
  assert.equal((await typed('application/json', `\ufeff${LEAST}`)).status, 201)
})

test('form-encoded bodies are accepted: text, dates, integers, booleans 1 0 true false', async () => {
  const { status, json } = await form(
    'first_name=Ada+N.&last_name=%C3%89zo&dob=1990-02-28&sms_opt_in=0&email_opt_in=1&whatsapp_opt_in=false',
  )
  assert.equal(status, 201)
  const { first_name, last_name, dob, sms_opt_in, email_opt_in, whatsapp_opt_in } = json.data
  assert.deepEqual([first_name, last_name, dob], ['Ada N.', 'Ézo', '1990-02-28'])
  assert.deepEqual([sms_opt_in, email_opt_in, whatsapp_opt_in], [false, true, false])
  const gift = await form('amount=150050&is_anonymous=true&reference=', '/contributions')
  assert.deepEqual([gift.json.data.amount, gift.json.data.is_anonymous, gift.json.data.reference], [150050, true, null])
})

test('in a form an empty value is null: it clears, and is 422 where the field cannot be null', async () => {
  const { json } = await form('first_name=Ada&email=a%40example.org')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const patch = (raw: string) => church.send('PATCH', `/people/${json.data.id}`, undefined, { raw, headers })
  assert.equal((await patch('email=')).json.data.email, null)
  wrong(
    await patch('first_name=&status=&branch_id=&sms_opt_in=&custom='),
    'first_name',
    'status',
    'branch_id',
    'sms_opt_in',
    'custom',
  )
  assert.equal((await patch('')).status, 200)
})

test('a form is read by the type of its fields: what is no integer or boolean is 422', async () => {
  for (const amount of ['1.5', '1e3', 'x', '+5', '0x10', '%2B5'])
    wrong(await form(`amount=${amount}`, '/contributions'), 'amount')
  for (const flag of ['yes', 'TRUE', '2', 'on'])
    wrong(await form(`amount=1&is_anonymous=${flag}`, '/contributions'), 'is_anonymous')
  wrong(await form('amount=1&amount=2', '/contributions'), 'amount')
})

test('a form sends custom fields as custom[key]=value; an empty one removes its key', async () => {
  const { json } = await form('first_name=Ada&custom[tribe]=Judah&custom%5Bno%5D=5')
  assert.deepEqual(json.data.custom, { tribe: 'Judah', no: '5' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const raw = 'custom[tribe]=&custom[x]=1'
  const patched = await church.send('PATCH', `/people/${json.data.id}`, undefined, { raw, headers })
  assert.deepEqual(patched.json.data.custom, { no: '5', x: '1' })
  wrong(await form('first_name=Ada&custom[a]=1&custom[a]=2'), 'custom')
  wrong(await form('first_name=Ada&custom=x'), 'custom')
})

test('a form with names of prototypes does no harm', async () => {
  const answered = await form('first_name=Ada&__proto__=1&constructor[a]=1&custom[__proto__]=1&toString=1')
  assert.equal(answered.status, 201)
  assert.deepEqual(answered.json.meta.ignored_fields, ['__proto__', 'constructor', 'toString'])
  wrong(await form('amount=1&__proto__=1', '/contributions'), '__proto__')
})

test('JSON that was sent as a form, as curl -d does without a header, is told what header to send', async () => {
  for (const raw of [LEAST, ` ${LEAST}`, '{"first_name":"A & B"}', '[]', '{"first_name":"100%"}']) {
    const answered = await form(raw)
    refused(answered, 400, 'invalid_json', raw)
    assert.match(answered.json.message ?? '', /sent as a form .* header Content-Type: application\/json\.$/)
  }
})

test('a form without a name and a value, such as a bare word, is told what header to send; an empty one is empty', async () => {
  for (const raw of ['"first_name"', 'Ada', 'first_name', 'first_name&last_name', '5', 'null']) {
    const answered = await form(raw)
    refused(answered, 400, 'invalid_json', raw)
    assert.match(
      answered.json.message ?? '',
      /no name=value\. Send JSON, with the header Content-Type: application\/json\.$/,
    )
  }
  for (const raw of ['', ' ']) wrong(await form(raw), 'first_name')
})

test('a body that nobody said to be JSON, and that is none, is told what header to send', async () => {
  const send = (raw: string) => church.send('POST', '/people', undefined, { raw: Buffer.from(raw) })
  assert.equal((await send(LEAST)).status, 201)
  const form = await send('first_name=Ada&last_name=Obi')
  refused(form, 400, 'invalid_json')
  assert.match(
    form.json.message ?? '',
    /looks like a form.* application\/x-www-form-urlencoded, or .* application\/json\.$/,
  )
  const text = await send('Ada Obi')
  refused(text, 400, 'invalid_json')
  assert.match(text.json.message ?? '', /Send JSON, with the header Content-Type: application\/json\.$/)
  const asJson = await typed('application/json', 'custom[a]=1')
  assert.match(asJson.json.message ?? '', /looks like a form/)
  assert.equal((await typed('application/json', '{')).json.message, 'The body is not valid JSON.')
})

test('a form that cannot be decoded is 400', async () => {
  for (const raw of ['first_name=%', 'first_name=%ff', 'first_name=%zz'])
    refused(await form(raw), 400, 'invalid_json', raw)
})
