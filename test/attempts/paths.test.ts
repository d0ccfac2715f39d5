/** No path leads out of what is meant to be read: files of the machine, of the program, or of its database. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../runner/files.ts'
import { startService, type TestService } from '../support/service.ts'
import { PUBLIC_ROOTS } from './public-surface.ts'
import { Tally } from './tally.ts'
import { shown, wireTo } from './wire.ts'

let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.close())

const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '....//',
  '%252e%252e%252f',
  '.%00./',
  '..;/',
  '%c0%ae%c0%ae/',
]
const FILES = ['package.json', 'etc/passwd', 'src/config.ts']
const ROOTS = [
  '/',
  '/assets/',
  '/docs/',
  '/console/',
  '/console/api/',
  '/console/auth/',
  '/api/v1/',
  ...PUBLIC_ROOTS.map(route => `${route}/`),
]

test('no spelling of a path reads a file that is not meant to be read', async t => {
  const tally = new Tally('paths out of what is served', 200)
  const ask = wireTo(service)
  let turn = 0
  for (const root of ROOTS) {
    for (const up of UP) {
      const file = FILES[turn++ % FILES.length]
      for (const headers of [{}, { accept: 'text/html' }]) {
        const sent = { path: `${root}${up.repeat(8)}${file}`, headers: headers as Record<string, string> }
        const answer = await ask(sent)
        const leaked = /"name": "sexton"|root:x:0|export (function|interface)/.test(answer.text)
        tally.note(answer.status < 500 && !leaked, shown(sent, answer))
      }
    }
  }
  tally.end(t)
})

test('every public route that a module has is among those that are attacked', () => {
  const folder = path.join(ROOT, 'src', 'modules')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  // A file may have several: the link that is sent, and the one that is asked for by it.
  const routes = files.flatMap(name =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/\): PublicRoute (\{|=>)/g)].map(() => name),
  )
  assert.equal(routes.length, PUBLIC_ROOTS.length, `test/attempts/public-surface.ts: ${routes.join(', ')}`)
})
