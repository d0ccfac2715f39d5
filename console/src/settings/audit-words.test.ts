import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailWords } from './audit-words.ts'

test('what the audit log kept of an act is told in words: labels, roles, choices, yes and no', () => {
  assert.equal(detailWords({ role: 'viewer', branch_id: 3 }), 'Role: Viewer; Branch: 3')
  assert.equal(detailWords({ role_before: 'staff', branch_id_before: null }), 'Role before: Staff')
  assert.equal(detailWords({ is_public: true, frequency: 'every_month' }), 'Public: Yes; How often: Every month')
  assert.equal(detailWords({ prefix: 'sk_1' }), 'prefix: sk_1')
})
