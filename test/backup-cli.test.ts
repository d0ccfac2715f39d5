/** `sexton backup` and `sexton restore`: what they do, say and leave, also where they are killed or the disk is full. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { cli, startCli } from './support/cli.ts'
import { ended, freshDir, migratedDir, ownPath, until } from './support/embedded.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'

let church: OwnChurch
const folder = mkdtempSync(ownPath('backups-'))
before(async () => {
  church = await serveOwn(await migratedDir())
  assert.equal((await church.give(150_050)).status, 201)
})
after(() => church.close())

// An empty setting is none: the key is the data directory's file.
const env = (more: Record<string, string> = {}) => ({ SEXTON_DATA_DIR: church.dataDir, SEXTON_SECRET_KEY: '', ...more })
const sexton = (args: string[], more?: Record<string, string>) => cli('', args, env(more))

test('backup makes and tries one while the server runs, check tries it again, restore puts it elsewhere', async () => {
  const file = path.join(folder, 'grace.tar.gz')
  const made = await sexton(['backup', file])
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /It was restored, started and compared: everything is there\./)
  assert.match(made.stdout, /^grace: .*contributions 1 of ₦1,500\.50/m)
  assert.match(made.stdout, /The key of the churches' secrets is in it/)
  const checked = await sexton(['backup', 'check', file, '--json'], { SEXTON_DATA_DIR: freshDir() })
  assert.equal(checked.json?.ok, true, checked.stderr)
  const target = freshDir()
  const restored = await sexton(['restore', file, '--data-dir', target])
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /^grace: .*contributions 1 of ₦1,500\.50/m)
  const again = await sexton(['restore', file, '--data-dir', target])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /--replace/)
  const listed = await cli('', ['church', 'list'], env({ SEXTON_DATA_DIR: target }))
  assert.match(listed.stdout, /grace/)
})

test('a bad backup ends with code 1 and says so; a set key is not put in, and that is said', async () => {
  const file = path.join(folder, 'set-key.tar.gz')
  const set = await sexton(['backup', file, '--no-verify'], { SEXTON_SECRET_KEY: 'k'.repeat(40) })
  assert.match(set.stdout, /keep SEXTON_SECRET_KEY, apart from the backup/)
  assert.match(set.stdout, /It was not tried/)
  writeFileSync(file, 'no backup')
  for (const command of [
    ['backup', 'check', file],
    ['restore', file, '--data-dir', freshDir()],
  ]) {
    const { code, stderr } = await sexton(command)
    assert.equal(code, 1)
    assert.match(stderr, /damaged, or no backup/)
  }
})

test('with a server of one’s own the commands say what backs that up, without its password', async () => {
  const url = 'postgres://grace:geheim@db.example.org/sexton'
  for (const command of [
    ['backup', 'x'],
    ['backup', 'list'],
    ['restore', 'x'],
  ]) {
    const { code, stderr } = await cli(url, command)
    assert.equal(code, 1)
    assert.match(stderr, /pg_dump --format=custom --file=sexton\.dump "postgres:\/\/grace@db\.example\.org\/sexton"/)
    assert.doesNotMatch(stderr, /geheim/)
  }
})

test('killed in its midst a backup leaves no file of its name and no slot; the next one clears up', async () => {
  const file = path.join(folder, 'killed.tar.gz')
  const parts = () => readdirSync(folder).filter(name => name.includes('.part.'))
  const child: ChildProcess = startCli('', ['backup', file], env())
  await until(() => parts().some(name => statSync(path.join(folder, name)).size > 100_000))
  child.kill('SIGKILL')
  await ended(child)
  assert.ok(!existsSync(file))
  assert.equal(parts().length, 1)
  const slots = () => church.database.read.all(sql`select slot_name from pg_replication_slots`)
  await until(async () => (await slots()).length === 0)
  assert.equal((await church.give(100)).status, 201, 'the server is unharmed')
  const { code, stdout } = await sexton(['restore', path.join(folder, parts()[0] ?? ''), '--data-dir', freshDir()])
  assert.equal(code, 1, stdout)
  assert.equal((await sexton(['backup', file, '--no-verify'])).code, 0)
  assert.deepEqual(parts(), [])
})

test('SIGTERM ends a backup at once and leaves nothing', async () => {
  const file = path.join(folder, 'ended.tar.gz')
  const child = startCli('', ['backup', file], env())
  await until(() => readdirSync(folder).some(name => name.includes('.part.')))
  child.kill('SIGTERM')
  assert.equal(await ended(child), 143)
  assert.deepEqual(
    readdirSync(folder).filter(name => name.includes('ended')),
    [],
  )
})

const tiny = ownPath('tiny')
mkdirSync(tiny)
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tiny]).status === 0
after(() => void (mounted && spawnSync('umount', [tiny])))

test('where the disk is full, the backups that are there stay and it is said', {
  skip: !mounted && 'a small disk can be mounted by root only',
}, async () => {
  writeFileSync(path.join(tiny, 'sexton-2026-01-01T02-00-00Z.tar.gz'), 'an old one')
  const { code, stderr } = await sexton(['backup'], { SEXTON_BACKUP_DIR: tiny })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /not enough room for the backup and its trial: it needs about \d+ MB on the disk of .*tiny, and \d MB are free/,
  )
  assert.deepEqual(readdirSync(tiny), ['.sexton-backups', 'sexton-2026-01-01T02-00-00Z.tar.gz'])
})
