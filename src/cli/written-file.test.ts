/** Files of commands: what is there stays until the new one is whole. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { partOf } from '../lib/beside.ts'
import { CommandError } from './command.ts'
import { writeFile } from './written-file.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'written-'))
const file = path.join(folder, 'people.csv')
const { signal } = new AbortController()
after(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
})

async function* pieces(...all: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const one of all) {
    if (one instanceof Error) throw one
    yield one
  }
}
const read = (): string => readFileSync(file, 'utf8')

test('a file takes the place of another one only when it is whole; who may read it stays as it was', async () => {
  writeFileSync(file, 'before', { mode: 0o644 })
  const whole = async function* (): AsyncGenerator<string> {
    yield 'Ada\n'
    assert.equal(read(), 'before', 'while it is written the other one is there')
    yield 'Bola\n'
  }
  await writeFile(whole(), file, signal)
  assert.deepEqual([read(), statSync(file).mode & 0o777, readdirSync(folder)], ['Ada\nBola\n', 0o644, ['people.csv']])
  await assert.rejects(writeFile(pieces('half', new Error('broken')), file, signal), /broken/)
  assert.deepEqual([read(), readdirSync(folder)], ['Ada\nBola\n', ['people.csv']])
})

test('a new one is for its owner alone, and what a killed command left of one is swept', async () => {
  const { pid } = spawnSync('true')
  writeFileSync(partOf(file, pid), 'half')
  await writeFile(pieces('Ada'), file, signal)
  assert.deepEqual([read(), statSync(file).mode & 0o777, readdirSync(folder)], ['Ada', 0o600, ['people.csv']])
})

test('a link stays one and leads to the new file; a device is written into; a folder is refused in words', async () => {
  const link = path.join(folder, 'link.csv')
  writeFileSync(file, 'before')
  symlinkSync(file, link)
  await writeFile(pieces('after'), link, signal)
  assert.deepEqual([read(), readFileSync(link, 'utf8'), readdirSync(folder).length], ['after', 'after', 2])
  await writeFile(pieces('away'), '/dev/null', signal)
  assert.ok(statSync('/dev/null').isCharacterDevice())
  await assert.rejects(writeFile(pieces('x'), folder, signal), CommandError)
  await assert.rejects(writeFile(pieces('x'), path.join(folder, 'none', 'x.csv'), signal), CommandError)
})
