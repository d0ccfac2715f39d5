import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailWords } from './audit-words.ts'

test('what the audit log kept of an act is told in words: labels, roles, choices, yes and no', () => {
  assert.equal(detailWords({ role: 'viewer', branch_id: 3 }), 'Role: Viewer; Branch: 3')
  assert.equal(detailWords({ role_before: 'staff', branch_id_before: null }), 'Role before: Staff')
  assert.equal(detailWords({ is_public: true, frequency: 'every_month' }), 'Public: Yes; How often: Every month')
  assert.equal(detailWords({ name_before: 'Ada', name: 'Ada Obi' }), 'Name before: Ada; Name: Ada Obi')
  assert.equal(
    detailWords({ amount: 150_000, currency: 'NGN', day: 'wednesday' }),
    'Amount: ₦1,500.00; Currency: NGN; Day: Wednesday',
  )
  assert.equal(
    detailWords({ since: '2026-01-31', accounts: [{ code: '4000', name: 'Gifts' }] }),
    'Since: 31 Jan 2026; Accounts: 4000, Gifts',
  )
  assert.equal(detailWords({ prefix: 'sk_1' }), 'prefix: sk_1')
})
