/** A restored cluster takes its place whole, or not at all, wherever whoever restores it is killed. */
import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { finishTakeOver, isTakingOver, noteTakeOver } from './take-over.ts'

/** Folders as they are when a restored cluster is whole. @param replaces whether there is another one in its place */
function folders(replaces: boolean) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'take-over-'))
  const [home, data] = [path.join(root, 'postgresql'), path.join(root, 'data')]
  const place = path.join(home, 'cluster')
  for (const folder of [home, data, path.join(home, 'restore.1.ab', 'cluster'), ...(replaces ? [place] : [])])
    mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(home, 'restore.1.ab', 'cluster', 'which'), 'new')
  if (replaces) {
    writeFileSync(path.join(place, 'which'), 'old')
    writeFileSync(path.join(data, 'secret-key'), 'old key')
  }
  return { root, home, place, key: { file: path.join(data, 'secret-key'), text: 'new key' } }
}

/** What has been done of it when the process is killed. */
const KILLED = [
  'nothing',
  'the former one renamed',
  'the new one renamed',
  'the former key put aside',
  'the key written',
] as const

test('killed at any of its steps it is finished by who opens it next: the new one, with its key; the old one is kept', async () => {
  for (const replaces of [true, false])
    for (const [done] of KILLED.entries()) {
      const { root, home, place, key } = folders(replaces)
      const told = await noteTakeOver(home, 'restore.1.ab', 'T', key)
      assert.ok(isTakingOver(home))
      if (done >= 1 && replaces) renameSync(place, path.join(home, 'cluster.replaced-T'))
      if (done >= 2) renameSync(path.join(home, 'restore.1.ab', 'cluster'), place)
      if (done >= 3 && replaces) copyFileSync(key.file, `${key.file}.replaced-T`)
      if (done >= 4) writeFileSync(key.file, key.text)
      const kept = path.join(home, 'cluster.replaced-T')
      assert.equal(told, replaces ? kept : undefined, 'whoever restores says where it is, also if others finish it')
      // Two that open it at once.
      const [first] = await Promise.all([finishTakeOver(home), finishTakeOver(home)])
      assert.equal(first, replaces ? kept : null, KILLED[done])
      assert.equal(readFileSync(path.join(place, 'which'), 'utf8'), 'new', KILLED[done])
      assert.equal(readFileSync(key.file, 'utf8'), 'new key', KILLED[done])
      if (replaces) {
        assert.equal(readFileSync(path.join(kept, 'which'), 'utf8'), 'old', KILLED[done])
        assert.equal(readFileSync(`${key.file}.replaced-T`, 'utf8'), 'old key', KILLED[done])
      }
      assert.deepEqual(readdirSync(home).sort(), replaces ? ['cluster', 'cluster.replaced-T'] : ['cluster'])
      rmSync(root, { recursive: true })
    }
})

test('killed before it is noted all is as it was, and nothing is to be finished', async () => {
  const { root, home, place, key } = folders(true)
  assert.equal(await finishTakeOver(home), undefined)
  assert.equal(readFileSync(path.join(place, 'which'), 'utf8'), 'old')
  assert.equal(readFileSync(key.file, 'utf8'), 'old key')
  assert.ok(!existsSync(path.join(home, 'cluster.replaced-T')))
  rmSync(root, { recursive: true })
})
