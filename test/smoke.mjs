/**
 * A newcomer's first minutes, on any Node: `npm start`'s script on an empty data directory, the curl line it prints, a
 * person, a gift sent twice, Ctrl-C. Usage: node test/smoke.mjs [path of the Node to run it on]
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const node = process.argv[2] ?? process.execPath
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sexton-smoke-'))
chmodSync(dataDir, 0o755)

const { DATABASE_URL: _, ...inherited } = process.env
const server = spawn(node, ['bin/start.mjs'], {
  cwd: root,
  env: { ...inherited, PORT: '0', SEXTON_DATA_DIR: dataDir, SEXTON_LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
const curl = await new Promise((resolve, reject) => {
  server.once('exit', code => reject(new Error(`The server ended with ${code}:\n${printed}`)))
  server.stdout.on('data', chunk => {
    printed += chunk
    const line = /^\s*(curl .*)$/m.exec(printed.slice(0, printed.lastIndexOf('\n') + 1))
    if (line) resolve(line[1])
  })
})

try {
  const { stdout } = await promisify(execFile)('sh', ['-c', curl]).catch(error => {
    throw new Error(`The printed line does not work: ${error.message}`)
  })
  assert.equal(JSON.parse(stdout).ok, true)
  const key = /sx_live_\w{32}/.exec(curl)[0]
  const url = /http:\/\/[^/\s"']+/.exec(curl)[0]
  const send = async (method, where, body, headers = {}) => {
    const response = await fetch(`${url}/api/v1${where}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const person = await send('POST', '/people', { first_name: 'Ada', last_name: 'Obi' })
  assert.equal(person.status, 201, person.text)
  const gift = { amount: 150050, person_id: JSON.parse(person.text).data.id }
  const total = async () => JSON.parse((await send('GET', '/contributions')).text).meta.total
  const before = await total()
  const first = await send('POST', '/contributions', gift, { 'Idempotency-Key': 'smoke' })
  const second = await send('POST', '/contributions', gift, { 'Idempotency-Key': 'smoke' })
  assert.equal(first.status, 201, first.text)
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(await total(), before + 1, 'one gift')
  for (const page of ['/docs', '/openapi.json', '/healthz', '/readyz', '/metrics']) {
    assert.equal((await fetch(url + page)).status, 200, page)
  }
  server.removeAllListeners('exit')
  const ended = new Promise(resolve => server.once('exit', (code, signal) => resolve(code ?? signal)))
  server.kill('SIGINT')
  assert.equal(await ended, 0, 'Ctrl-C ends it cleanly')
  console.log(`Smoke run passed on ${path.basename(path.dirname(path.dirname(node)))} (${process.version} drove it)`)
} finally {
  server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
}
