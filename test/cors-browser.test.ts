/** A web page that uses a key, in a real browser (decisions, Requests, "Browsers"). */
import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createKey } from '../src/modules/church/api-keys.ts'
import { sharedBrowser } from './support/browser.ts'
import { SKIP } from './support/console-page.ts'
import { OPTIONAL_MODULES } from './support/endpoints.ts'
import { startService } from './support/service.ts'

interface Seen {
  status?: number
  body?: { ok: boolean; data: { id: number } }
  requestId?: string | null
  failed?: string
}

/** What the page gets when it sends a prayer request. */
const sendFrom = (page: Page, url: string, key: string): Promise<Seen> =>
  page.evaluate(
    async ([address, bearer]) => {
      try {
        const response = await fetch(`${address}/api/v1/prayer_requests`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${bearer}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': 'form-1',
          },
          body: JSON.stringify({ name: 'Ada', body: 'For rain' }),
        })
        return {
          status: response.status,
          body: (await response.json()) as Seen['body'],
          requestId: response.headers.get('X-Request-Id'),
        }
      } catch (error) {
        return { failed: String(error) }
      }
    },
    [url, key],
  )

test('a page of an origin that the key names writes and reads the answer; a page of another one gets nothing', {
  skip: SKIP,
}, async t => {
  const service = await startService()
  t.after(() => service.close())
  const church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
  const site = http.createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<h1>Church</h1>'),
  )
  await new Promise<void>(resolve => site.listen(0, resolve))
  t.after(() => site.close())
  const { port } = site.address() as AddressInfo
  const scopes = ['prayer_requests:write']
  const { key } = await createKey(service.database, church.church, {
    name: 'Site',
    scopes,
    origins: [`http://localhost:${port}`],
  })
  const context = await (await sharedBrowser()).newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  await page.goto(`http://localhost:${port}/`)
  const sent = await sendFrom(page, service.url, key)
  assert.equal(sent.status, 201, JSON.stringify(sent))
  assert.match(sent.requestId ?? '', /^[\w-]{20,}$/)
  assert.match(
    (await sendFrom(page, service.url, church.key)).failed ?? '',
    /Failed to fetch/,
    'a key that names no origin',
  )
  await page.goto(`http://127.0.0.1:${port}/`)
  assert.match((await sendFrom(page, service.url, key)).failed ?? '', /Failed to fetch/)
  const { meta } = (await church.send('GET', '/prayer_requests')).json
  assert.equal(meta.total, 2, 'the page of the other origin was stopped before it wrote')
})
