/** Backups by the schedule: made by a node that serves, told of where they fail. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { migratedDir, ownPath, quiet, until } from '../../test/support/embedded.ts'
import { type OwnChurch, serveOwn } from '../../test/support/own-church.ts'
import { readConfig } from '../config.ts'
import { HOUSE } from '../house.ts'
import { findChurch } from '../modules/church/churches.ts'
import { listNotices } from '../notices/notice.ts'
import { folderProblem, markFolder } from './backup-folder.ts'
import { lastRun, makeWhenDue } from './schedule.ts'

const backupDir = ownPath('nightly/grace')
let church: OwnChurch
before(async () => {
  church = await serveOwn(await migratedDir(), { SEXTON_BACKUP_DIR: backupDir })
})
after(() => church.close())

const signal = new AbortController().signal
const there = (folder = backupDir): string[] =>
  readdirSync(folder)
    .filter(name => name.startsWith('sexton-'))
    .sort()
const round = (now: Date, folder = backupDir) => {
  const config = readConfig({ SEXTON_DATA_DIR: church.dataDir, SEXTON_BACKUP_DIR: folder, SEXTON_BACKUP_KEEP: '2,0,0' })
  const parts = { config, database: church.database, clock: { now: () => now }, log: quiet, house: HOUSE }
  return makeWhenDue(parts, signal)
}
/** From noon of today on: hours later it is still the same day, whenever the tests are run. */
const later = (days: number, hours = 0): Date =>
  new Date(new Date().setHours(12, 0, 0, 0) + days * 86_400_000 + hours * 3_600_000)
const notices = async () => {
  const { id = 0 } = (await findChurch(church.database, 'grace')) ?? {}
  return (await listNotices(church.database, id)).filter(({ kind }) => kind === 'backup_failed')
}

test('a node that serves makes the first one by itself, and the next when the day is over; the old ones are dropped', async () => {
  await until(async () => (await lastRun(church.database)) !== undefined)
  assert.equal(there().length, 1)
  // From here on days pass by the clock of the test alone, not by that of a node.
  await church.close()
  church = await serveOwn(church.dataDir)
  await round(new Date())
  assert.equal(there().length, 1, 'none is due')
  const first = there()
  // Two nodes see at once that one is due.
  await Promise.all([round(later(1)), round(later(1))])
  assert.equal(there().length, 2)
  await round(later(2))
  assert.equal(there().length, 2)
  assert.ok(!there().includes(first[0] ?? ''))
  assert.equal((await lastRun(church.database))?.error, null)
})

test('one that fails is a notice to each church, once, and is tried again an hour later', async () => {
  const blocked = ownPath('blocked')
  writeFileSync(blocked, 'no folder')
  await round(later(3), blocked)
  const [notice] = await notices()
  assert.match(notice?.body ?? '', /is in none yet/)
  const failed = await lastRun(church.database)
  assert.notEqual(failed?.error, null)
  rmSync(blocked)
  await round(later(3, 0.5), blocked)
  assert.deepEqual(await lastRun(church.database), failed, 'not yet')
  writeFileSync(blocked, 'no folder')
  await round(later(3, 2), blocked)
  assert.equal((await notices()).length, 1, 'told once')
  rmSync(blocked)
  await round(later(3, 4), blocked)
  assert.equal((await lastRun(church.database))?.error, null)
  assert.equal(there(blocked).length, 1)
})

test('where the disk of the folder is not mounted none is made into the folder below it, and it is told', async () => {
  const disk = ownPath('disk')
  await round(later(4), disk)
  assert.equal(there(disk).length, 1)
  // As it is found when the disk is not mounted: a folder, and nothing in it.
  renameSync(disk, `${disk}.away`)
  mkdirSync(disk)
  await round(later(5), disk)
  assert.deepEqual(readdirSync(disk), [])
  assert.match((await lastRun(church.database))?.error ?? '', /probably not mounted/)
  assert.match((await folderProblem(church.dataDir, disk)) ?? '', /probably not mounted/)
  rmSync(disk, { recursive: true })
  renameSync(`${disk}.away`, disk)
  await round(later(5, 2), disk)
  assert.equal((await lastRun(church.database))?.error, null)
  // Another one takes its place, and somebody says so.
  rmSync(disk, { recursive: true })
  await round(later(6, 2), disk)
  assert.ok(!existsSync(disk))
  await markFolder(church.dataDir, disk)
  await round(later(6, 4), disk)
  assert.equal(there(disk).length, 1)
})
