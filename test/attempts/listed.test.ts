/** SECURITY.md says what is attacked in every run: neither less nor more than the suites count. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../runner/files.ts'

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

test('SECURITY.md lists every class of attacks that is counted, with its suite', () => {
  const files = ['test', 'src'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name)),
  )
  const sources = files.filter(file => file.endsWith('.ts'))
  const counted = sources.flatMap(file =>
    [...read(file).matchAll(/new Tally\(\s*'([^']+)'/g)].map(([, what]) => `${what} | ${file}`),
  )
  const [, section = ''] = read('SECURITY.md').split('## What is attacked in every run')
  const listed = [...section.matchAll(/^\| (?!what|---)([^|]+) \| `([^`]+)` \|$/gm)].map(
    ([, what, file]) => `${what} | ${file}`,
  )
  assert.ok(counted.length > 30)
  assert.deepEqual(listed.sort(), counted.sort())
})
