import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { cli, type Ended } from '../../test/support/cli.ts'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-group-files-'))
let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const group = (...args: string[]): Promise<Ended> =>
  cli(service.databaseUrl, ['group', ...args, '--church', church.church.slug])

test('a file is added to a group, listed, saved as it was, and removed', async () => {
  const { id } = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json.data
  // More than two parts.
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000, 'lesson ')])
  const [from, out] = ['Lesson one.pdf', 'saved.pdf'].map(name => path.join(folder, name)) as [string, string]
  writeFileSync(from, bytes)
  const added = await group('add-file', String(id), from, '--json')
  assert.equal(added.code, 0, added.stderr)
  const { file } = added.json as unknown as { file: { id: number; name: string; mime: string; size: number } }
  assert.deepEqual([file.name, file.mime, file.size], ['Lesson one.pdf', 'application/pdf', bytes.length])
  assert.match((await group('files', String(id))).stdout, /Lesson one\.pdf/)
  assert.equal((await group('save-file', String(file.id), '--out', out)).code, 0)
  assert.ok(readFileSync(out).equals(bytes))
  assert.match((await group('remove-file', String(file.id))).stdout, /is removed/)
  assert.match((await group('files', String(id))).stdout, /No files/)
})

test('what is no file, of a kind that is not kept, too large or of no group of the church is refused', async () => {
  const { id } = (await church.send('POST', '/groups', { name: 'Ikeja', kind: 'cell' })).json.data
  const put = (name: string, bytes: Buffer | string): string => {
    writeFileSync(path.join(folder, name), bytes)
    return path.join(folder, name)
  }
  for (const [of, from, wanted] of [
    [id, path.join(folder, 'none.pdf'), /cannot be read \(ENOENT\)/],
    [id, put('page.svg', Buffer.from([0, 1, 2])), /of a kind that is not kept/],
    [id, put('large.pdf', Buffer.alloc(10 * 1024 * 1024 + 1)), /bytes/],
    [999_999, put('fine.txt', 'Hello'), /no|not/],
  ] as const) {
    const { code, stderr } = await group('add-file', String(of), from)
    assert.notEqual(code, 0, from)
    assert.match(stderr, wanted, from)
  }
  assert.match((await group('files', String(id))).stdout, /No files/)
})
