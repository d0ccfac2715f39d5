/** The client as those who install it have it: packed, installed without a network, its README's examples compiled and run. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createKey } from '../src/modules/church/api-keys.ts'
import { sharedBrowser } from './support/browser.ts'
import { SKIP } from './support/console-page.ts'
import { startReceiver } from './support/receiver.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const CLIENT = path.join(ROOT, 'client')
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc')

/** Where the package is installed. */
let project: string
let service: WebhookService

const run = promisify(execFile)

/** Compiles files of the project, and fails with what the compiler says. */
async function compile(files: readonly string[], ...options: string[]): Promise<void> {
  const args = [COMPILER, '--strict', '--target', 'es2022', '--module', 'nodenext', ...options, ...files]
  await run(process.execPath, args, { cwd: project }).catch(({ stdout }) => assert.fail(stdout))
}

/** With what Node.js programs know of their platform. */
const FOR_NODE = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types'), '--lib', 'es2022']

/**
 * The programs of the README, as they are written there: a block that names a file is one, the others follow each other
 * in guide.ts.
 */
function programs(): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', code = ''] of readFileSync(path.join(CLIENT, 'README.md'), 'utf8').matchAll(
    /^```ts ?(.*)\n([\s\S]*?)^```/gm,
  )) {
    const file = name || 'guide.ts'
    found.set(file, `${found.get(file) ?? ''}${code}`)
  }
  return found
}

before(async () => {
  project = mkdtempSync(path.join(os.tmpdir(), 'sexton-client-'))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['pack', './client', '--pack-destination', project], { cwd: ROOT })
  const [tarball = ''] = readdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
  await run(npm, ['install', `./${tarball}`, '--offline', '--no-audit', '--no-fund'], { cwd: project })
  for (const [name, code] of programs()) writeFileSync(path.join(project, name), code)
  await compile([...programs().keys()], ...FOR_NODE)
  service = await startWebhooks()
})
after(async () => {
  await service?.close()
  rmSync(project, { recursive: true, force: true })
})

test('the package has what is needed and nothing else', () => {
  const installed = path.join(project, 'node_modules/sexton-client')
  const there = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  const modules = readdirSync(path.join(CLIENT, 'src')).map(name => name.replace(/\.ts$/, ''))
  const built = modules.flatMap(name => [`dist/${name}.d.ts`, `dist/${name}.js`])
  assert.deepEqual(there.sort(), ['LICENSE', 'README.md', 'dist', 'package.json', ...built].sort())
  assert.deepEqual(
    readdirSync(path.join(project, 'node_modules')).filter(name => !name.startsWith('.')),
    ['sexton-client'],
  )
  const [own, license] = [CLIENT, ROOT].map(folder => readFileSync(path.join(folder, 'LICENSE'), 'utf8'))
  assert.equal(own, license)
})

test('the client imports nothing but its own files, each of them short', () => {
  for (const name of readdirSync(path.join(CLIENT, 'src'))) {
    const text = readFileSync(path.join(CLIENT, 'src', name), 'utf8')
    for (const [, target] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g))
      assert.match(target ?? '', /^\.\/\w+\.ts$/, name)
    if (name !== 'api.ts') assert.ok(text.split('\n').length <= 200, name)
  }
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(CLIENT, 'package.json'), 'utf8'))
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
})

test("the README's guide does what it says", async () => {
  const { key } = await service.church()
  const env = { ...process.env, SEXTON_URL: service.url, SEXTON_KEY: key }
  const { stdout } = await run(process.execPath, ['guide.js'], { cwd: project, env })
  assert.deepEqual(stdout.trim().split('\n'), [
    'Ada Obi',
    '1 of 1',
    'true true',
    '422 validation_failed',
    'must be at least 1',
  ])
})

/** Sets what programs read of the environment, until the test is over. */
function setEnvironment(t: TestContext, settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) {
    const former = process.env[name]
    process.env[name] = value
    t.after(() => {
      if (former === undefined) delete process.env[name]
      else process.env[name] = former
    })
  }
}

const load = (name: string): Promise<Record<string, unknown>> => import(pathToFileURL(path.join(project, name)).href)

test("the README's handler takes what the service sends, and refuses others with 400", async t => {
  const church = await service.church()
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const { secret } = await service.subscribe(church, receiver.url, ['person.created'])
  setEnvironment(t, { WEBHOOK_SECRET: secret })
  const printed = t.mock.method(console, 'log', () => undefined)
  const receive = (await load('receive.js')).receive as (request: Request) => Promise<Response>
  await church.send('POST', '/people', { first_name: 'Ada' })
  const [got = assert.fail()] = await receiver.until(1)
  const request = (body: string): Request =>
    new Request(receiver.url, { method: 'POST', headers: got.headers as Record<string, string>, body })
  assert.equal((await receive(request(got.body))).status, 204)
  assert.deepEqual(printed.mock.calls[0]?.arguments, [got.json.id, 'Ada'])
  assert.equal((await receive(request(`${got.body} `))).status, 400)
})

test("the README's server for Node.js takes what the service sends", async t => {
  const church = await service.church()
  setEnvironment(t, { PORT: '0' })
  const printed = t.mock.method(console, 'log', () => undefined)
  const server = (await load('receive-node.js')).server as Server
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id, secret } = await service.subscribe(church, url, ['person.created'])
  setEnvironment(t, { WEBHOOK_SECRET: secret })
  await church.send('POST', '/people', { first_name: 'Ada' })
  const [attempt] = await service.logged(id, 1)
  assert.equal(attempt?.status, 204)
  assert.equal(printed.mock.calls[0]?.arguments[1], 'person.created')
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 400)
})

test('the client works in a page of an origin that the key names', { skip: SKIP }, async t => {
  const { act, send } = await service.church()
  const folder = path.join(project, 'node_modules/sexton-client/dist')
  const site = createServer((request, response) => {
    const script = request.url?.endsWith('.js')
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
    response.end(script ? readFileSync(path.join(folder, path.basename(request.url ?? ''))) : '<!doctype html>')
  })
  await new Promise<void>(resolve => site.listen(0, resolve))
  t.after(() => site.close())
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  const scopes = ['people:read', 'people:write']
  const { key } = await act(createKey, { name: 'Page', scopes, origins: [origin] })
  const context = await (await sharedBrowser()).newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  await page.goto(origin)
  const program = `(async () => {
    const { Sexton } = await import('/index.js')
    const sexton = new Sexton({ baseUrl: '${service.url}', key: '${key}' })
    await sexton.people.create({ first_name: 'Ada' })
    await sexton.people.create({ first_name: 'Ben' })
    const names = []
    for await (const person of sexton.people.all({ per_page: 1 })) names.push(person.first_name)
    const refused = await sexton.people.create({}).catch(error => error)
    return [...names, refused.code, refused.errors.first_name, typeof refused.requestId]
  })()`
  assert.deepEqual(await page.evaluate(program), ['Ada', 'Ben', 'validation_failed', 'is required', 'string'])
  assert.equal((await send('GET', '/people')).json.meta.total, 2)
})

test('types know each operation, parameter, field and event, for Node.js and for browsers', async () => {
  const program = `
import { Sexton, SextonError, type Person, type WebhookEvent } from 'sexton-client'
const sexton = new Sexton({ baseUrl: 'https://sexton.example.org', key: 'sx_live_' })
const { data, meta } = await sexton.people.list({ status: 'member', sort: '-updated_at' })
const person: Person | undefined = data[0]
const total: number = meta.total
const { data: sermon } = await sexton.sermons.get(1)
const kind: 'notes' | 'questions' | 'devotional' | undefined = sermon.sections[0]?.kind
// @ts-expect-error Funds cannot be added by the API.
await sexton.funds.create({ name: 'Roof' })
// @ts-expect-error Branches cannot be read one by one.
await sexton.branches.get(1)
// @ts-expect-error There is no such parameter.
await sexton.people.list({ famly_id: 7 })
// @ts-expect-error An amount is a whole number.
await sexton.contributions.create({ amount: '150050' })
// @ts-expect-error A gift needs an amount.
await sexton.contributions.create({ method: 'cash' })
export function told(event: WebhookEvent): string | null {
  if (event.event === 'person.merged') return event.previous.member_no
  if (event.event === 'person.tag_added') return event.data.tag
  // @ts-expect-error Other events have no tag.
  return event.data.tag
}
export const codes = (error: SextonError) => [error.code === 'duplicate_reference', error.errors.amount]
`
  writeFileSync(path.join(project, 'types.ts'), program)
  await compile(['types.ts'], '--noEmit', ...FOR_NODE)
  await compile(['types.ts'], '--noEmit', '--types', '', '--lib', 'es2022,dom')
})
