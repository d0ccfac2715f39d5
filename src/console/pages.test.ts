/** The headers that the pages of the console are sent with. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Request } from '../http/message.ts'
import { consolePages } from './pages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sexton-pages-'))
writeFileSync(path.join(folder, 'index.html'), '<!doctype html>')
writeFileSync(path.join(folder, 'mark.svg'), '<svg/>')
after(() => rmSync(folder, { recursive: true }))

const ask = (path: string): Request => ({ method: 'GET', path, headers: { accept: 'text/html' } }) as unknown as Request

test('where the public address is https, browsers are told to keep to it; elsewhere not', () => {
  for (const address of ['/', '/settings/team', '/mark.svg']) {
    assert.equal(consolePages(folder, true)(ask(address))?.headers['Strict-Transport-Security'], 'max-age=31536000')
    assert.equal(consolePages(folder, false)(ask(address))?.headers['Strict-Transport-Security'], undefined)
  }
})
