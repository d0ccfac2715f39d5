import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from '../../test/support/source-tree.ts'
import type { Logged, OnlyLogged } from './logged-details.ts'

/** As a declaration keeps its details, and as they are noted while an action runs. */
const keep = <Kept extends object = Logged>(detail: Kept & OnlyLogged<Kept>): object => detail

// What the type check refuses (npm run check): each of these keeps a detail that pages have no label of.
// @ts-expect-error No label.
keep({ colour: 'red' })
// @ts-expect-error One has a label, the other has not.
keep({ role: 'owner', colour: 'red' })
// @ts-expect-error It comes from elsewhere.
keep({ role: 'owner', ...{ colour: 'red' } })
// @ts-expect-error It is there at times.
keep({ ...(process.argv.length > 100 && { colour: 'red' }) })
keep({ role: 'owner', ...(process.argv.length > 100 && { branch_id: 1 }) })

test('lines of the audit log are written in one file, which takes no detail without a label', () => {
  const writing = sourcesOf('src').filter(({ text }) => /insert into audit_log/i.test(text))
  assert.deepEqual(
    writing.map(({ name }) => name),
    ['resource/audit-log.ts'],
  )
  for (const detail of writing[0]?.text.matchAll(/\bdetail\??: (\w+)/g) ?? []) assert.equal(detail[1], 'Logged')
})
