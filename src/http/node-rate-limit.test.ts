import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { send, startService, type TestService } from '../../test/support/service.ts'

let service: TestService

before(async () => {
  service = await startService({ SEXTON_RATE_LIMIT_KEY: '40', SEXTON_RATE_LIMIT_IP: '0' })
})
after(() => service.close())

const admitted = async (urls: string[], key: string, count: number): Promise<number> => {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => send(urls[index % urls.length] ?? '', 'GET', '/api/v1', { key })),
  )
  for (const { status, headers } of answers) {
    assert.ok(status === 200 || status === 429)
    if (status === 429) assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
  }
  return answers.filter(({ status }) => status === 200).length
}

test('the limit of a key holds over all nodes together, also while nodes come and go', async () => {
  const { key } = await service.church()
  assert.equal(await admitted([service.url], key, 10), 10)
  const second = await service.node()
  assert.equal(await admitted([service.url, second.url], key, 20), 20)
  const third = await service.node()
  assert.equal(await admitted([service.url, second.url, third.url], key, 60), 10)
  await second.close()
  await third.close()
  // Alone again, the node takes the windows back with it.
  await new Promise(resolve => setTimeout(resolve, 600))
  assert.equal(await admitted([service.url], key, 10), 0)
})

test('two nodes that share a key let in exactly the limit', async () => {
  const { key } = await service.church()
  const second = await service.node()
  assert.equal(await admitted([service.url, second.url], key, 200), 40)
  await second.close()
})
