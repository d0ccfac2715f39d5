/** The demo church takes test payments without an account anywhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareDemo } from '../src/demo/demo.ts'
import { Vault } from '../src/vault.ts'
import { filled, visit } from './support/giving.ts'
import { startService } from './support/service.ts'

test('the demo church has a giving page, and a test payment becomes a contribution', async () => {
  const service = await startService()
  const told = await prepareDemo(service.database, new Vault(service.config), service.url)
  const page = `${service.url}/give/demo`
  assert.ok(told.includes(page))
  const fund = /<option value="(\d+)" selected>General</.exec((await visit(page)).text)?.[1]
  const checkout = `${service.url}${(await visit(page, filled(Number(fund)))).location}`
  const paid = await visit(checkout, { outcome: 'pay' })
  assert.match((await visit(`${service.url}${paid.location}`)).text, /Thank you for your gift/)
  const key = /sx_live_\w+/.exec(told)?.[0] ?? ''
  const { json } = await service.request('GET', '/api/v1/contributions?source=online&sort=-id', { key })
  // Beside those that came with the demo.
  assert.deepEqual([json.meta.total, json.data[0].amount], [3, 150050])
  await service.close()
})
