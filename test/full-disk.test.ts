/** The disk below the database fills up: gifts are refused in words, none that was answered is lost, and with room again all goes on. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { migratedDir, ownPath } from './support/embedded.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'
import { proved } from './support/proved.ts'
import { eventually } from './support/receiver.ts'

/** Room beside what the empty database takes. */
const ROOM = 64 * 1024 * 1024
/** Gifts that are tried on the full disk. */
const REFUSED = 20
/** What is more than fits into what is left in the files that are there. */
const MOST = 20_000

const disk = ownPath('disk')
const dataDir = path.join(disk, 'data')
const ballast = path.join(disk, 'ballast')
mkdirSync(disk)
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'tmpfs', disk]).status === 0
let church: OwnChurch | undefined
after(async () => {
  await church?.close()
  if (mounted) spawnSync('umount', ['--lazy', disk])
})

const free = (): number => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

test('a full disk costs no gift that was answered, and what was refused comes in when there is room', {
  skip: !mounted && 'a small disk can be mounted by root only',
}, async t => {
  execFileSync('cp', ['-a', await migratedDir(), dataDir])
  church = await serveOwn(dataDir)
  const { give, read } = church
  writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - ROOM)))
  const answered: number[] = []
  const statuses = new Map<number, number>()
  let amount = 0
  while ((statuses.get(503) ?? 0) < REFUSED && amount < MOST) {
    // Whatever else there was room for.
    if (amount === 10) writeFileSync(path.join(disk, 'more'), Buffer.alloc(free()))
    amount += 1
    const { status, headers } = await give(amount)
    if (status === 503) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 201) answered.push(amount)
  }
  assert.deepEqual([...statuses.keys()].sort(), [201, 503])
  assert.equal(await read('/contributions?sort=-id'), 200, 'reads go on')
  for (const file of [ballast, path.join(disk, 'more')]) rmSync(file)
  await eventually('gifts are recorded again', async () => {
    amount += 1
    const { status } = await give(amount)
    if (status === 201) answered.push(amount)
    return status === 201
  })
  const rows = await church.database.read.all<{ amount: number }>(sql`select amount from contributions order by amount`)
  const kept = rows.map(row => Number(row.amount))
  assert.deepEqual(
    answered.filter(one => !kept.includes(one)),
    [],
  )
  assert.equal(new Set(kept).size, kept.length)
  proved(t, statuses.get(503) ?? 0, 'gifts refused on a full disk')
})
