/** The web page of docs/websites.md, as it is written there, in a real browser (decisions, Requests, "Browsers"). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createKey } from '../src/modules/church/api-keys.ts'
import { sharedBrowser } from './support/browser.ts'
import { SKIP } from './support/console-page.ts'
import { OPTIONAL_MODULES } from './support/endpoints.ts'
import { startService } from './support/service.ts'

const guide = readFileSync(path.resolve(import.meta.dirname, '../docs/websites.md'), 'utf8')

/** What stands for the address of the service and for the key in the guide. */
const PLACEHOLDERS = ['https://sexton.grace.example', 'sx_live_…'] as const

/** The guide's page, for a service and a key. */
function recipe(url: string, key: string): string {
  const [, html = ''] = /^```html\n([\s\S]*?)^```/m.exec(guide) ?? []
  for (const placeholder of PLACEHOLDERS) assert.equal(html.split(placeholder).length, 2, placeholder)
  return `<!doctype html>${html.replace(PLACEHOLDERS[0], url).replace(PLACEHOLDERS[1], key)}`
}

/** Fills in the form and sends it. @returns what the page says then, or what broke in it */
async function fillIn(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await page.fill('[name=name]', 'Ada')
  await page.fill('[name=body]', 'For rain')
  const said = new Promise<string>(resolve => {
    page.once('pageerror', error => resolve(error.message))
    page.once('dialog', dialog => dialog.accept().then(() => resolve(dialog.message())))
  })
  await page.click('button')
  return await said
}

test('the form of the guide sends from a page of an origin that the key names, and reads the answer; no other page does', {
  skip: SKIP,
}, async t => {
  const service = await startService()
  t.after(() => service.close())
  const church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
  let key = church.key
  const site = http.createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(recipe(service.url, key)),
  )
  await new Promise<void>(resolve => site.listen(0, resolve))
  t.after(() => site.close())
  const { port } = site.address() as AddressInfo
  const context = await (await sharedBrowser()).newContext()
  t.after(() => context.close())
  const open = async (host: string): Promise<string> => {
    const page = await context.newPage()
    return await fillIn(page, `http://${host}:${port}/`)
  }
  assert.match(await open('localhost'), /Failed to fetch/, 'before any key names the origin')
  const made = await church.act(createKey, {
    name: 'Site',
    scopes: ['prayer_requests:write'],
    origins: [`http://localhost:${port}`],
  })
  assert.match(
    await open('localhost'),
    /Failed to fetch/,
    'a key that names no origin writes, and its answer is hidden',
  )
  key = made.key
  assert.match(await open('127.0.0.1'), /Failed to fetch/, 'another origin')
  assert.equal(await open('localhost'), 'Thank you. We pray for you.')
  const { data } = (await church.send('GET', '/prayer_requests')).json
  assert.equal(data.length, 2, 'the page of the other origin was stopped before it wrote')
  const { name, body, source } = data.at(-1)
  assert.deepEqual([name, body, source], ['Ada', 'For rain', 'website'])
})
