/** Failed sign-ins are noted, but nobody can fill a log with them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../db/database.ts'
import type { Log } from '../lib/log.ts'
import { failureNotes } from './failures.ts'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

test('of a user one line a minute is written, for each kind of failure', () => {
  let [now, written] = [0, 0]
  const database = {
    write() {
      written += 1
      return Promise.resolve()
    },
  } as unknown as Database
  const note = failureNotes(database, silent, () => now)
  const after = (ms: number, user: string, what = 'session.failed'): number => {
    now += ms
    note(user, what, '::1')
    return written
  }
  assert.deepEqual([after(0, 'ada'), after(59_999, 'ada'), after(0, 'bola')], [1, 1, 2])
  assert.equal(after(0, 'ada', 'user.join_failed'), 3)
  assert.deepEqual([after(1, 'ada'), after(1, 'ada')], [4, 4])
})

test('a line that cannot be written is in the log of the service, and stops nothing', async () => {
  const warned = new Promise<string>(resolve => {
    const log: Log = { ...silent, warn: (_, message) => resolve(message) }
    const database = { write: () => Promise.reject(new Error('gone')) } as unknown as Database
    failureNotes(database, log, () => 0)('ada', 'session.failed', '::1')
  })
  assert.match(await warned, /not noted/)
})
