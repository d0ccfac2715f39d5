/** What the log shows of faults: never a value of a record (decisions, Errors). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { asApiError, loggedFault, violated } from './faults.ts'

const CANARY = 'canary@example.org'

/** An error as the driver makes it. */
function databaseError(fields: Partial<pg.DatabaseError>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(fields.message ?? '', 0, 'error'), { severity: 'ERROR', ...fields })
}

const logged = (error: unknown) => loggedFault(error) as Record<string, unknown>

test('of a violated constraint the log has code and constraint, and no value', () => {
  const shown = logged(
    databaseError({
      code: '23505',
      message: 'duplicate key value violates unique constraint "users_email_key"',
      detail: `Key (email)=(${CANARY}) already exists.`,
      constraint: 'users_email_key',
    }),
  )
  assert.deepEqual([shown.code, shown.constraint], ['23505', 'users_email_key'])
  assert.doesNotMatch(JSON.stringify(shown), /canary|detail|duplicate/)
})

test('a constraint is told by its name, also where the sentence of a shard is all there is', () => {
  const told = (message: string, fields: Partial<pg.DatabaseError> = {}) =>
    violated(databaseError({ code: '23505', message, ...fields }))
  const sentence = 'duplicate key value violates unique constraint "funds_church_id_slug_key'
  assert.equal(told(`${sentence}"`, { constraint: 'funds_church_id_slug_key' }), 'funds_church_id_slug_key')
  assert.equal(told(`${sentence}_102312"`), 'funds_church_id_slug_key')
  assert.equal(
    told('insert or update on table "people_102603" violates foreign key constraint "people_family_fkey_102603"'),
    'people_family_fkey',
  )
  assert.equal(told('syntax error at or near "constraint "x""', { code: '42601' }), undefined)
})

test('a sentence that repeats a value is left out, also of its stack and of what it is the cause of', () => {
  const cause = databaseError({
    code: '22P02',
    message: `invalid input syntax for type integer: "${CANARY}"`,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
  })
  const shown = logged(new Error('A request failed', { cause }))
  assert.equal(shown.message, 'A request failed')
  assert.doesNotMatch(JSON.stringify(shown), /canary/)
  assert.match(JSON.stringify(shown.cause), /"code":"22P02".*faults\.test/)
})

test('errors of ours and of the schema keep their sentence and their stack', () => {
  const own = logged(Object.assign(new TypeError('x is no function'), { code: 'ERR_X' }))
  assert.deepEqual([own.type, own.message, own.code], ['TypeError', 'x is no function', 'ERR_X'])
  assert.match(String(own.stack), /TypeError: x is no function\n/)
  assert.equal(
    logged(databaseError({ code: '42P01', message: 'relation "x" does not exist' })).message,
    'relation "x" does not exist',
  )
})

test('what may succeed later is unavailable: also a transaction that a busy node left standing for too long', () => {
  for (const code of ['40001', '53300', '55P03', '57014', '57P01', '08006', '25P03']) {
    assert.equal(asApiError(databaseError({ code })).code, 'service_unavailable', code)
  }
  assert.equal(asApiError(databaseError({ code: '42P01' })).code, 'resource_error')
})
