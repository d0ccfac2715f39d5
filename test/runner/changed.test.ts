/** Which tests `npm test -- --changed` runs: those that a change can touch, whether they import it, start it or read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { touchedBy } from './changed.ts'
import { testFiles } from './files.ts'

// This file names sources without starting them.
const ALL = testFiles(['src', 'test', 'console', 'client', 'bench']).filter(file => !file.startsWith('test/runner/'))
const of = (...files: string[]): string[] => touchedBy(new Set(files), ALL)

const PROCESS = ['stopping', 'stopping-work', 'terminal', 'serve-settings', 'status'].map(
  name => `test/${name}.test.ts`,
)
/** A file that changed, and tests that have to run then. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  'src/lib/money.ts': ['src/lib/money.test.ts', 'test/every-endpoint.test.ts'],
  'src/cli/serve.ts': [...PROCESS, 'test/cli.test.ts'],
  'src/cli/stopping.ts': PROCESS,
  'bin/starter.mjs': ['test/stopping.test.ts', 'test/stopping-work.test.ts', 'test/terminal.test.ts'],
  'console/src/people/people-page.tsx': [
    'test/source-texts.test.ts',
    'test/layers.test.ts',
    'test/console-people-browser.test.ts',
    'test/lost-property/lost-property.test.ts',
  ],
  'src/webhooks/outlet.ts': ['test/webhook-crash.test.ts'],
  'test/support/cli.ts': ['test/cli.test.ts', 'test/stopping.test.ts'],
  'docs/run/backup.md': ['test/run-pages.test.ts'],
}

for (const [file, wanted] of Object.entries(TOUCHED)) {
  test(`a change of ${file} runs what it can touch`, () => {
    const found = of(file)
    for (const one of wanted) assert.ok(found.includes(one), one)
  })
}

test('a change runs nothing that it cannot touch, and a migration everything', () => {
  assert.deepEqual(of('src/lib/money.test.ts'), ['src/lib/money.test.ts'])
  assert.ok(!of('src/lib/money.ts').includes('src/lib/line.test.ts'))
  assert.ok(!of('console/src/people/people-page.tsx').includes('test/stopping.test.ts'))
  assert.deepEqual(of('migrations/0001_core.sql'), ALL)
  assert.deepEqual(of(), [])
})
