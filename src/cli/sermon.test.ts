import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { cli, type Ended } from '../../test/support/cli.ts'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'

let service: TestService
let church: TestChurch
const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-sermons-'))
before(async () => {
  service = await sharedService()
  church = await service.church()
  await church.set({ modules: ['media'] })
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const sermon = (...args: string[]): Promise<Ended> =>
  cli(service.databaseUrl, ['sermon', ...args, '--church', church.church.slug])
const bodyOf = ({ json }: Ended): unknown => (json as { section?: { body: string } } | undefined)?.section?.body
const get = (id: unknown) => church.send('GET', `/sermons/${id}`)

test('a sermon is made, changed, published, taken back, shown and deleted by the command line', async () => {
  const details = ['--speaker', 'Pastor Ada', '--preached-on', '2026-03-01', '--audio-url', 'https://example.org/7.mp3']
  const made = await sermon('create', '--title', 'The lost son', ...details, '--json')
  assert.equal(made.code, 0, made.stderr)
  const id = String(made.json?.id)
  assert.deepEqual(made.json, { ok: true, ...(await get(id)).json.data })
  assert.deepEqual([made.json?.preached_on, made.json?.audio_url], ['2026-03-01', 'https://example.org/7.mp3'])
  const changed = await sermon('update', id, '--speaker', '', '--series', 'Parables', '--json')
  assert.deepEqual(
    [changed.json?.speaker, changed.json?.series, changed.json?.preached_on],
    [null, 'Parables', '2026-03-01'],
  )
  assert.match((await sermon('publish', id)).stdout, /^Sermon published\.$/m)
  assert.equal((await get(id)).json.data.status, 'published')
  assert.match((await sermon('unpublish', id)).stdout, /is a draft/)
  assert.match((await sermon('list')).stdout, /The lost son +- +2026-03-01 +draft +Parables/)
  assert.match(
    (await sermon('show', id)).stdout,
    /^title: The lost son\n(.+\n)*series: Parables\n(.+\n)*audio_url: https:\/\/example\.org\/7\.mp3\n/m,
  )
  assert.match((await sermon('delete', id)).stdout, /^Sermon deleted\.$/m)
  assert.equal((await get(id)).json.error, 'not_found')
})

test('a sermon that cannot be made is told every wrong field', async () => {
  const { code, json } = await sermon('create', '--preached-on', 'sunday', '--video-url', 'x', '--json')
  assert.deepEqual([code, json?.error], [1, 'validation_failed'])
  assert.deepEqual(Object.keys(json?.errors ?? {}).sort(), ['preached_on', 'title', 'video_url'])
})

test('a section is set from its words or a file, published and taken off by the command line', async () => {
  const id = String((await sermon('create', '--title', 'Grace', '--json')).json?.id)
  const notes = path.join(folder, 'notes.md')
  writeFileSync(notes, 'Grace is a gift.\n')
  const set = await sermon('section', 'set', id, 'notes', '--title', 'Notes', '--file', notes, '--json')
  assert.deepEqual(bodyOf(set), 'Grace is a gift.')
  assert.match((await sermon('section', 'publish', id, 'notes')).stdout, /The notes of "Grace" is published/)
  assert.match((await sermon('section', 'set', id, 'notes', '--body', 'New')).stdout, /is set and published/)
  assert.match((await sermon('show', id)).stdout, /^sections:\n {2}kind: notes, title: Notes, body: New/m)
  assert.deepEqual(
    (await get(id)).json.data.sections.map(({ body }: { body: string }) => body),
    ['New'],
  )
  assert.equal((await sermon('section', 'unpublish', id, 'notes')).code, 0)
  assert.deepEqual((await get(id)).json.data.sections, [])
  const wrong = await sermon('section', 'set', id, 'poem', '--json')
  assert.deepEqual(Object.keys(wrong.json?.errors ?? {}).sort(), ['body', 'kind'])
  assert.equal((await sermon('section', 'set', id, 'notes', '--body', 'x', '--file', notes)).code, 2)
  const missing = await sermon('section', 'set', id, 'notes', '--file', path.join(folder, 'none.md'))
  assert.deepEqual([missing.code, missing.stdout], [1, ''])
  assert.match(missing.stderr, /none\.md cannot be read as UTF-8 text/)
})
