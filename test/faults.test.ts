/** A fault of ours (spec, Errors; decisions, Requests): `resource_error`, and no word of what happened inside. */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { build } from '../src/app.ts'
import { MODULES } from '../src/modules/index.ts'
import { described, flag } from '../src/resource/filter.ts'
import type { Module } from '../src/resource/module.ts'
import { send, startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Every list has a filter that fails as a mistake of ours would. */
const broken = described(
  'fails',
  flag(() => {
    throw new Error('a secret of the inside')
  }),
)
const modules: Module[] = MODULES.map(module => ({
  ...module,
  resources: module.resources.map(one => ({ ...one, list: { ...one.list, filters: { ...one.list.filters, broken } } })),
}))

test('500 resource_error is a fixed sentence and the request id; the cause goes to the log only', async () => {
  let logged = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  const app = build({ ...service.config, port: 0 }, service.database, pino({ level: 'error' }, sink), { modules })
  const url = `http://127.0.0.1:${await app.start()}`
  const { key } = await service.church()
  const answers = []
  for (const path of ['/api/v1/people?broken=1', '/api/v1/funds?broken=0']) {
    const { status, json, text, headers } = await send(url, 'GET', path, { key })
    const id = headers.get('x-request-id') ?? '?'
    assert.deepEqual([status, json.ok, json.error], [500, false, 'resource_error'])
    assert.deepEqual(Object.keys(json), ['ok', 'error', 'message'])
    assert.ok(json.message?.includes(id))
    assert.ok(!text.includes('secret'))
    assert.ok(logged.includes(id) && logged.includes('a secret of the inside'))
    answers.push(text.replace(id, ''))
  }
  await app.close()
  assert.equal(answers[0], answers[1])
})
