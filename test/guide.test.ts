/** The guide for volunteers, as the service serves it: every chapter, link and picture, without anything from elsewhere. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../src/config.ts'
import { HOUSE } from '../src/house.ts'
import { CHAPTERS } from '../src/resource/chapter.ts'
import { startService, type TestService } from './support/service.ts'

const FOLDER = path.join(ROOT, 'docs/guide')
const FILES = readdirSync(FOLDER).filter(name => name.endsWith('.md'))
/** A picture of the guide takes no longer than a page on a slow line. */
const LARGEST = 100_000

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const ask = (address: string): Promise<Response> => fetch(new URL(address, service.url))

test('every chapter that pages lead to is there', () => {
  assert.deepEqual(FILES.map(name => name.slice(0, -3)).sort(), ['README', ...CHAPTERS].sort())
})

test('every page is served as one, and every link and picture on it leads to something of this service', async () => {
  for (const chapter of ['', ...CHAPTERS.map(name => `/${name}`)]) {
    const answer = await ask(`/guide${chapter}`)
    const html = await answer.text()
    assert.equal(answer.status, 200, chapter)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(html, /<h1>[^<]+<\/h1>/)
    const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)
    for (const address of addresses.filter(one => one !== '/icon.svg')) {
      assert.match(address, /^\/guide/, `${chapter}: ${address}`)
      assert.equal((await ask(address)).status, 200, `${chapter}: ${address}`)
    }
  }
})

test('nothing else is served beside it, and it asks no other host for anything', async () => {
  for (const address of ['/guide/nothing', '/guide/pictures/nothing.png', '/guide/../README.md', '/guide/README.md']) {
    assert.equal((await ask(address)).status, 404, address)
  }
  const policy = (await ask('/guide')).headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /https?:|unsafe/)
})

test('its pictures are small, and each of them stands in a chapter', () => {
  const text = FILES.map(name => readFileSync(path.join(FOLDER, name), 'utf8')).join('\n')
  for (const name of readdirSync(path.join(FOLDER, 'pictures'))) {
    assert.ok(statSync(path.join(FOLDER, 'pictures', name)).size < LARGEST, name)
    assert.ok(text.includes(`](pictures/${name})`), name)
  }
})

test('each resource says in at most three sentences what its pages are for', () => {
  for (const { name, explained } of HOUSE.modules.flatMap(({ resources }) => resources)) {
    const sentences = explained.says.split(/(?<=[.!?])\s/)
    assert.ok(sentences.length <= 3 && /[.!?]$/.test(explained.says), name)
  }
})
