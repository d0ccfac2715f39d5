/** `sexton restore --replace` is killed in its midst: the old database stays or the new one is whole, and it is told which. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { openEmbedded } from '../src/db/embedded/index.ts'
import { cli, startCli } from './support/cli.ts'
import { ended, freshDir, homeOf, migratedDir, query, root, until } from './support/embedded.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'
import { proved } from './support/proved.ts'

const KILLS = Number(process.env.SEXTON_TEST_KILLS ?? 3)

const file = path.join(mkdtempSync(path.join(root, 'backups-')), 'grace.tar.gz')
const OLD = 1
const NEW = 2
let church: OwnChurch
/** A database with one gift, to which a backup with two is restored. */
let place: string
before(async () => {
  church = await serveOwn(await migratedDir())
  await church.give(100)
  const made = await cli('', ['backup', file, '--no-verify'], env(church.dataDir))
  assert.equal(made.code, 0, made.stderr)
  place = freshDir()
  assert.equal((await cli('', ['restore', file, '--data-dir', place], env(place))).code, 0)
  await church.give(200)
  assert.equal((await cli('', ['backup', `${file}.new`, '--no-verify'], env(church.dataDir))).code, 0)
})
after(() => church.close())

const env = (dataDir: string) => ({ SEXTON_DATA_DIR: dataDir, SEXTON_SECRET_KEY: '' })
const home = (): string => homeOf(place)
const inHome = (pattern: RegExp): string[] => readdirSync(home()).filter(name => pattern.test(name))

/** What was kept aside before the restore that is killed. */
let aside = 0
const REPLACED = /^cluster\.replaced-/

/** What is seen of a restore that has come so far. */
const MOMENTS: readonly [string, () => boolean][] = [
  ['it unpacks', () => inHome(/^restore\./).some(name => existsSync(path.join(home(), name, 'cluster', 'base')))],
  [
    'it has started',
    () => inHome(/^restore\./).some(name => existsSync(path.join(home(), name, 'cluster', 'postmaster.pid'))),
  ],
  ['it takes its place', () => existsSync(path.join(home(), 'restored.json')) || inHome(REPLACED).length > aside],
]

test('a restore that is killed leaves the old database or the new one whole, and the next start says which', async t => {
  const gifts = { [OLD]: 0, [NEW]: 0 }
  for (let n = 0; n < KILLS; n += 1) {
    const [moment, isThere] = MOMENTS[n % MOMENTS.length] ?? assert.fail()
    aside = inHome(REPLACED).length
    const child = startCli('', ['restore', `${file}.new`, '--data-dir', place, '--replace'], env(place))
    const over = ended(child)
    await until(() => isThere() || child.exitCode !== null)
    child.kill('SIGKILL')
    await over
    const told: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line).msg) })
    const there = await openEmbedded({ dataDir: place, log, durable: false })
    const [found] = (await query(there, 'select count(*)::int as n from contributions')) as { n: number }[]
    await there.close()
    const which = found?.n === OLD ? OLD : NEW
    assert.equal(found?.n, which, moment)
    gifts[which] += 1
    const said = told.join('\n')
    if (which === OLD) assert.match(said, /the database is as it was before/, moment)
    else if (said !== '')
      assert.match(said, /the restored database is in its place; what was there before is kept/, moment)
    assert.deepEqual(inHome(/^restore/), [], 'nothing half is left')
    // From the old one on again.
    if (which === NEW) await cli('', ['restore', file, '--data-dir', place, '--replace'], env(place))
  }
  assert.ok(gifts[OLD] > 0)
  proved(t, KILLS, 'restores that were killed')
})

test('one that is killed when it has tidied up but for its note is told as done', async () => {
  const note = path.join(home(), 'restored.json')
  const former = 'cluster.replaced-2026-11-29T09-00-00Z'
  writeFileSync(note, JSON.stringify({ workshop: 'restore.1.tidied', former, key: null }))
  const told: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line).msg) })
  const there = await openEmbedded({ dataDir: place, log, durable: false })
  await query(there, 'select count(*)::int as n from contributions')
  await there.close()
  assert.match(
    told.join('\n'),
    /^A restore was killed when the backup was whole: the restored database is in its place/,
  )
  assert.ok(told.join('').includes(former))
  assert.deepEqual(inHome(/^restore/), [])
})
