/** The runner of the tests itself: whatever fails in a file fails the run. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Report } from './report.ts'
import { TestProcess } from './test-process.ts'

const file = (name: string): string => `test/runner/fixtures/${name}.ts`

/** Runs fixtures in one process, as a run would. @returns what each came to, and what failed after the last */
async function runFixtures(...names: string[]) {
  return await runWith(undefined, names)
}

/** @param patience of the process, in milliseconds */
async function runWith(patience: number | undefined, names: readonly string[]) {
  const stop = new AbortController()
  const results = []
  let one: TestProcess | undefined
  for (const name of names) {
    one ??= new TestProcess([], { NODE_TEST_CONTEXT: '' }, stop.signal, patience)
    results.push(await one.run(file(name)))
    if (!one.alive) one = undefined
  }
  return { results, after: await one?.end() }
}

for (const [name, fault] of [
  ['unawaited', /outside of its tests.*\n.*Nobody awaits this/],
  ['late', /outside of its tests.*\n.*This comes late/],
  ['exit-code', /outside of its tests \(exit code 3\)/],
  ['empty', /It has no test/],
  ['gone', /Its process ended before its tests did/],
] as const)
  test(`a file fails the run by what is no test of its: ${name}`, async () => {
    const { results, after } = await runFixtures(name, 'passing')
    assert.match(results[0]?.fault ?? '', fault)
    assert.deepEqual([results[1]?.fault, after], [undefined, undefined], 'the next file has no part in it')
    assert.deepEqual(
      results[1]?.events.filter(({ suite }) => !suite).map(({ passed, skipped }) => [passed, skipped]),
      [
        [true, undefined],
        [true, 'for a reason'],
      ],
    )
  })

test('a file that goes on waiting after an error that is no test’s is ended, and the error is told', async () => {
  const { results } = await runWith(100, ['stuck', 'passing'])
  assert.match(
    results[0]?.fault ?? '',
    /after something failed outside of its tests.*\n.*This breaks what it waits for/,
  )
  assert.equal(results[1]?.fault, undefined)
})

for (const [name, failure] of [
  ['failing', /1 !== 2/],
  ['last-hook', /The end failed/],
  ['broken', /It cannot be loaded/],
] as const)
  test(`a file fails the run by its tests, its hooks and its loading: ${name}`, async () => {
    const { results, after } = await runFixtures(name, 'passing')
    const failures = results.map(({ events }) => events.flatMap(one => one.failure ?? []))
    assert.match(failures[0]?.join() ?? '', failure)
    assert.deepEqual([failures[1], results[1]?.fault, after], [[], undefined, undefined])
  })

test('a failure is told by its place in the source', async () => {
  const { results } = await runFixtures('failing', 'unawaited')
  const failure = results[0]?.events.flatMap(one => one.failure ?? []).join() ?? ''
  const lines = readFileSync(file('failing'), 'utf8').split('\n')
  const line = lines.findIndex(one => one.includes('assert.equal(1, 2)')) + 1
  assert.match(failure, new RegExp(`at .*/test/runner/fixtures/failing\\.ts:${line}:\\d+`))
  assert.match(results[1]?.fault ?? '', /at .*\/test\/runner\/fixtures\/unawaited\.ts:\d+:\d+/)
})

test('a test stands in the suite that declares it, which stands in its file, whichever file of its process that is', async () => {
  const { results } = await runFixtures('passing', 'failing')
  const places = results.map(({ events }) => events.map(({ name, nesting }) => `${nesting} ${name}`))
  const failing = ['2 passes', '2 fails', '1 a suite', `0 ${file('failing')}`]
  assert.deepEqual(places, [['1 passes', '1 is skipped', `0 ${file('passing')}`], failing])
})

test('what a test says of itself stands with it', async () => {
  const { results } = await runFixtures('speaking')
  const said = results[0]?.events.filter(({ suite }) => !suite).map(({ name, notes }) => [name, ...notes])
  assert.deepEqual(said, [
    ['inside', 'two of them'],
    ['tries', 'doors: 5 attempts, 0 successes'],
  ])
})

test('what fails when the last file of a process is over fails the run, too', async () => {
  const { results, after } = await runFixtures('after-all')
  assert.equal(results[0]?.fault, undefined)
  assert.match(after ?? '', /after its tests/)
})

test('a run with a fault, a failure or a failed hook ends with exit code 1, any other with 0', t => {
  t.mock.method(process.stdout, 'write', () => true)
  const code = (...faults: (string | undefined)[]): number => {
    const report = new Report(faults.length)
    for (const fault of faults) report.add({ file: 'a', events: [], fault, seconds: 1 })
    return report.finish()
  }
  assert.deepEqual([code(undefined), code(undefined, 'It has no test.')], [0, 1])
})
