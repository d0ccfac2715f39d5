/** Files that get their name when they are whole. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { nameAnew, nameNew, partOf, sweepParts } from './beside.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'beside-'))
const file = path.join(folder, 'list.csv')
after(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
})

const written = (text: string): string => {
  const part = partOf(file)
  writeFileSync(part, text)
  return part
}
const refused = (code: string) => async (): Promise<void> => {
  throw Object.assign(new Error(code), { code })
}

test('a disk that knows no hard links names a whole file as well, and takes the place of none', async () => {
  for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) {
    assert.equal(await nameNew(written(code), file, refused(code)), true)
    assert.equal(readFileSync(file, 'utf8'), code)
    assert.equal(await nameNew(written('another one'), file, refused(code)), false)
    assert.equal(readFileSync(file, 'utf8'), code)
    rmSync(file)
  }
  await assert.rejects(nameNew(written('x'), file, refused('EIO')), /EIO/)
  assert.equal(await nameNew(written('linked'), file), true)
  assert.equal(await nameNew(written('another one'), file), false)
  assert.equal(readFileSync(file, 'utf8'), 'linked')
})

test('a name is given in the place of what has it', async () => {
  writeFileSync(file, 'before')
  await nameAnew(written('after'), file)
  assert.deepEqual([readFileSync(file, 'utf8'), readdirSync(folder)], ['after', ['list.csv']])
})

test('what killed processes left is swept, files and folders; what others write, and what is called otherwise, stays', async () => {
  const { pid = 0 } = spawnSync('true')
  const own = written('mine')
  writeFileSync(partOf(path.join(folder, 'list.csv'), pid), 'left')
  mkdirSync(path.join(partOf(path.join(folder, 'grace.tar.gz'), pid), 'deep'), { recursive: true })
  const others = ['.list.csv.part', `list.part.${pid}.x`, `.list.csv.part.00000000.${pid}.0a1b`]
  for (const name of others) writeFileSync(path.join(folder, name), '')
  await sweepParts(folder)
  assert.deepEqual(readdirSync(folder).sort(), [...others, path.basename(own)].sort())
})

test('a folder that cannot be swept, or is none, keeps nobody from writing', async () => {
  await sweepParts(path.join(folder, 'nowhere'))
})
