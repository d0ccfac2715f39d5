/** What `npm run prove` names is there: files, tests, settings. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { circumstances } from '../../bench/circumstances.ts'
import { ROOT } from '../runner/files.ts'
import { triedIn } from '../support/proved.ts'
import { PROOFS } from './proofs.ts'

for (const { name, files, tests, aim, setting, counts } of PROOFS) {
  test(`the proof "${name}" names files, tests and settings that are there, and what its suites say that they tried`, () => {
    for (const file of files) assert.ok(existsSync(path.join(ROOT, file)), file)
    const text = files.map(file => readFileSync(path.join(ROOT, file), 'utf8')).join('\n')
    if (tests !== undefined) assert.ok(text.includes(`test('${tests}`), tests)
    for (const one of Object.keys(setting?.(1) ?? {})) assert.ok(text.includes(`process.env.${one} `), one)
    assert.equal(aim === undefined, setting === undefined)
    if (counts === undefined) return
    const said = [...text.matchAll(/proved\(t, .+, '(.+)'\)/g)].map(([, what = '']) => what)
    assert.ok(
      said.some(what => counts.test(what)),
      said.join(', '),
    )
  })
}

test('what is printed above figures says when, of which commit, on what machine, and what load it had', () => {
  assert.match(
    circumstances(new Date('2026-11-28T15:52:50Z')),
    /^2026-11-28T15:52Z; commit \S.*; \d+ × \S.*; \d+ GiB of memory; \S+ \S+, Node [\d.]+; load \d+\.\d \(\d+\.\d over/,
  )
})

test('what suites say that they tried is read from their lines, and nothing else is', () => {
  assert.deepEqual(triedIn('ℹ tried: 12 kills of nodes'), { what: 'kills of nodes', count: 12 })
  assert.deepEqual(triedIn('ℹ roles × actions: 1061 attempts, 0 successes'), { what: 'roles × actions', count: 1061 })
  assert.equal(triedIn('ℹ 12 kB, compressed'), undefined)
})
