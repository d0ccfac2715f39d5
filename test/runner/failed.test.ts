/** Which tests `npm test -- --failed` runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedAgain } from './failed.ts'
import { Report } from './report.ts'

test('--failed runs what failed last; with a number, it refuses more files than that; nothing to run is no success; and what is named beside it is refused', () => {
  const failed = ['a.test.ts', 'b.test.ts']
  assert.equal(failedAgain(['a.test.ts'], failed), undefined)
  assert.deepEqual(failedAgain(['--failed'], failed), failed)
  assert.deepEqual(failedAgain(['--failed=2'], failed), failed)
  assert.throws(() => failedAgain(['--failed=1'], failed), /2 files failed/)
  assert.throws(() => failedAgain(['c.test.ts', '--failed', '--x'], failed), /leave out c\.test\.ts --x\./)
  assert.throws(() => failedAgain(['--failed=3'], []), /No file is on record/, 'a run that was cut off fails')
})

test('a file failed by a test of it, by a fault, and by what its process did at its end', t => {
  t.mock.method(process.stdout, 'write', () => true)
  const report = new Report(4)
  const event = { name: 'x', nesting: 1, suite: false, skipped: undefined, ms: 1, notes: [] }
  report.add({ file: 'good', events: [{ ...event, passed: true, failure: undefined }], fault: undefined, seconds: 1 })
  report.add({ file: 'bad', events: [{ ...event, passed: false, failure: 'no' }], fault: undefined, seconds: 1 })
  report.add({ file: 'faulty', events: [], fault: 'It has no test.', seconds: 1 })
  report.addFault('last', 'Something failed after its tests.')
  report.addFault('last', 'Something failed after its tests.')
  assert.deepEqual(report.failed, ['bad', 'faulty', 'last'])
})
