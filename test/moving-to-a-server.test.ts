/** The page on a PostgreSQL of one's own (docs/run/postgresql.md): its line that dumps the embedded database finds it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../src/config.ts'
import { migratedDir, ownPath } from './support/embedded.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'

let church: OwnChurch
before(async () => {
  church = await serveOwn(await migratedDir())
  assert.equal((await church.give(150_050)).status, 201)
})
after(() => church.close())

/** In the place of `pg_dump`, which no machine has to have: goes in by what it is told, and writes the sum of gifts into its file. */
const DUMP = `#!${process.execPath}
const { parseArgs } = require('node:util')
const { writeFileSync } = require('node:fs')
const pg = require('${path.join(ROOT, 'node_modules/pg')}')
const text = { type: 'string' }
const { values, positionals } = parseArgs({ options: { format: text, file: text, host: text, username: text }, allowPositionals: true })
const client = new pg.Client({ host: values.host, user: values.username, database: positionals[0], password: process.env.PGPASSWORD })
const sums = 'select sum(amount)::int as sum, current_user as role from contributions'
client.connect().then(() => client.query(sums)).then(({ rows }) => {
  writeFileSync(values.file, JSON.stringify(rows))
  return client.end()
})
`

test('the embedded database is reached as the page says while it serves, by its owner, and the dump is private', () => {
  const page = readFileSync(path.join(ROOT, 'docs/run/postgresql.md'), 'utf8')
  const lines = [...page.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block)
  const line = lines.find(block => block.includes('sexton-password')) ?? assert.fail('the page has no such line')
  const clone = ownPath('clone')
  mkdirSync(path.join(clone, 'bin'), { recursive: true })
  symlinkSync(church.dataDir, path.join(clone, 'data'))
  writeFileSync(path.join(clone, 'bin/pg_dump'), DUMP)
  chmodSync(path.join(clone, 'bin/pg_dump'), 0o755)
  const env = { ...process.env, PATH: `${path.join(clone, 'bin')}:${process.env.PATH}` }
  const { status, stderr } = spawnSync('sh', ['-ec', line], { cwd: clone, env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const file = path.join(clone, 'sexton.dump')
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), [{ sum: 150_050, role: 'sexton' }])
  assert.equal(statSync(file).mode & 0o077, 0)
})
