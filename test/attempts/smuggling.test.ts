/** Where a proxy and this service could disagree on where a request ends, no second one is hidden in the first. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../support/service.ts'
import { Tally } from './tally.ts'

let service: TestService
let church: TestChurch

before(async () => {
  service = await startService()
  church = await service.church()
})
after(() => service.close())

const HIDDEN = 'Smuggled'
const request = (line: string, headers: readonly string[], body: string, end = '\r\n'): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${church.key}`,
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join(end)

/** The request that is to be done in secret: it makes a person. With it the connection ends, whatever became of the first. */
function hidden(): string {
  const body = JSON.stringify({ first_name: HIDDEN })
  return request('POST /api/v1/people', ['Connection: close', `Content-Length: ${body.length}`], body)
}

/** Far longer than an answer takes on any machine. */
const HANG_MS = 15_000

/** Sends bytes, and waits until the service has closed the connection. @throws Error when it does not */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.write(Buffer.from(bytes, 'latin1'))
  const late = setTimeout(() => {
    text = 'hangs'
    socket.destroy()
  }, HANG_MS)
  await once(socket, 'close')
  clearTimeout(late)
  assert.notEqual(text, 'hangs', bytes)
  return text
}

/** Ways to say twice, or unclearly, how long a body is; none of the bodies has six bytes. */
const LENGTHS: Record<string, string[]> = {
  'both lengths': ['Content-Length: 6', 'Transfer-Encoding: chunked'],
  'both lengths, the other way round': ['Transfer-Encoding: chunked', 'Content-Length: 6'],
  'a coding of another name': ['Content-Length: 6', 'Transfer-Encoding: xchunked'],
  'a coding that is not the last': ['Content-Length: 6', 'Transfer-Encoding: chunked, identity'],
  'two codings': ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Content-Length: 6'],
  'a coding in another case': ['Content-Length: 6', 'TRANSFER-ENCODING: CHUNKED'],
  'a coding in quotes': ['Content-Length: 6', 'Transfer-Encoding: "chunked"'],
  'a coding with a parameter': ['Content-Length: 6', 'Transfer-Encoding: chunked;x=1'],
  'a space before the colon': ['Content-Length: 6', 'Transfer-Encoding : chunked'],
  'a tab before the coding': ['Content-Length: 6', 'Transfer-Encoding:\tchunked'],
  'a vertical tab before the coding': ['Content-Length: 6', 'Transfer-Encoding:\x0bchunked'],
  'a folded coding': ['Content-Length: 6', 'Transfer-Encoding:\r\n chunked'],
  'a coding behind a bare line feed': ['Content-Length: 6', 'X: y\nTransfer-Encoding: chunked'],
  'a coding behind a bare return': ['Content-Length: 6', 'X: y\rTransfer-Encoding: chunked'],
  'a coding behind a zero': ['Content-Length: 6', 'Transfer-Encoding: \x00chunked'],
  'two lengths': ['Content-Length: 6', 'Content-Length: 0'],
  'two lengths in one': ['Content-Length: 6, 0'],
  'a length with a sign': ['Content-Length: +6'],
  'a length below zero': ['Content-Length: -6'],
  'a length in hexadecimal': ['Content-Length: 0x6'],
  'a length with spaces in it': ['Content-Length: 6 0'],
  'a length with a point': ['Content-Length: 6.0'],
  'a length beyond all numbers': ['Content-Length: 18446744073709551622'],
  'no length': [],
}

/** Bodies: chunks that end at once, and chunks in other spellings; `hidden` follows. */
const BODIES = ['0\r\n\r\n', '5\r\n{"a":\r\n0\r\n\r\n', '0;x=\n\r\n\r\n', '0x0\r\n\r\n', '00\n\n']

const people = async (): Promise<string[]> =>
  (await church.send('GET', '/people')).json.data.map((one: { first_name: string }) => one.first_name)

test('where a request does not say clearly how long it is, it is refused, and nothing behind it is read', async t => {
  const tally = new Tally('smuggled requests', 100)
  for (const [name, headers] of Object.entries(LENGTHS)) {
    for (const body of BODIES) {
      for (const line of ['POST /api/v1/people', 'GET /api/v1/funds']) {
        const answered = await exchange(request(line, headers, body) + hidden())
        const statuses = [...answered.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
        const second = statuses.some((status, index) => index > 0 && status < 400)
        // A GET without a length has no body, so that what follows begins with the body: that is no request.
        tally.note(
          !second && !statuses.some(status => status >= 500),
          `${name}, ${line}, ${JSON.stringify(body)}: ${answered.slice(0, 400)}`,
        )
      }
    }
  }
  assert.deepEqual(await people(), [])
  assert.match(await exchange(request('GET /api/v1/funds', [], '') + hidden()), / 201 /)
  assert.deepEqual(await people(), [HIDDEN])
  tally.end(t)
})
