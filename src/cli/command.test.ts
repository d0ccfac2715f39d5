import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../errors.ts'
import { complain, table } from './command.ts'

test('what people typed neither moves the cursor of a terminal nor makes lines of its own in a table', () => {
  assert.equal(
    table(
      ['id', 'giver'],
      [
        [1, 'Ada\u001b[2J\nObi\u009b31m'],
        [2, null],
      ],
    ),
    'id  giver\n1   Ada [2J Obi 31m\n2   -',
  )
})

test('whatever could not be reached is said in its own words; a database that was not named, as one that is at hand', t => {
  const written = t.mock.method(process.stdout, 'write', () => true)
  const said = (error: ApiError): unknown => {
    complain(error, true)
    return JSON.parse(String(written.mock.calls.at(-1)?.arguments[0]))
  }
  const message = 'Paystack could not be asked. Nothing was changed.'
  const provider = said(new ApiError('service_unavailable', { message }))
  assert.deepEqual(provider, { ok: false, error: 'service_unavailable', message })
  assert.match(JSON.stringify(said(new ApiError('service_unavailable'))), /sexton status/)
})
