/** What a client takes compressed is sent so, and nothing else is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressed, compressedOnce, wantedEncoding } from './encodings.ts'
import { type Reply, type Request, shared } from './message.ts'

const asking = (accept?: string): Request => ({ headers: { 'accept-encoding': accept } }) as unknown as Request

test('the smallest of the encodings that a client takes is chosen; one that it refuses is not', () => {
  assert.equal(wantedEncoding(asking('gzip, deflate, br, zstd')), 'br')
  assert.equal(wantedEncoding(asking('GZIP;q=0.5')), 'gzip')
  assert.equal(wantedEncoding(asking('br;q=0, gzip;q=1.0')), 'gzip')
  assert.equal(wantedEncoding(asking('br; q=0.000')), undefined)
  for (const nothing of [undefined, '', 'identity', 'zstd']) assert.equal(wantedEncoding(asking(nothing)), undefined)
})

test('an answer is compressed where it is long enough, and says that it depends on the client', async () => {
  const long: Reply = { status: 200, headers: {}, body: JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n)) }
  const { file: brotli, headers } = await compressed(asking('br'), long)
  assert.deepEqual(headers, { Vary: 'Accept-Encoding', 'Content-Encoding': 'br' })
  assert.equal(brotliDecompressSync(brotli ?? '').toString(), long.body)
  const { file: gzip } = await compressed(asking('gzip'), long)
  assert.equal(gunzipSync(gzip ?? '').toString(), long.body)
  assert.deepEqual(await compressed(asking(), long), { ...long, headers: { Vary: 'Accept-Encoding' } })
  const short = { ...long, body: '[]' }
  assert.equal((await compressed(asking('br'), short)).body, '[]')
})

test('what is the same for everybody is compressed once in each way, and sent whole to who takes none', async () => {
  const text = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n))
  const headers = { 'Content-Type': 'text/plain' }
  const page = compressedOnce(() => ({ status: 200, headers, ...shared(text) }))
  const [first, second, zipped, whole] = await Promise.all(
    ['br', 'br', 'gzip', undefined].map(one => page(asking(one))),
  )
  assert.equal(first?.file, second?.file)
  assert.equal(brotliDecompressSync(first?.file ?? '').toString(), text)
  assert.equal(gunzipSync(zipped?.file ?? '').toString(), text)
  assert.equal(String(whole?.file), text)
  assert.deepEqual(first?.headers, { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': 'br' })
  assert.deepEqual(whole?.headers, { ...headers, Vary: 'Accept-Encoding' })
})
