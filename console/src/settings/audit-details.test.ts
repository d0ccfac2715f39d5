import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNamed } from '../../../src/texts/catalogues.ts'
import { ENGLISH } from '../../../src/texts/language.ts'
import { LOGGED_DETAILS } from '../../../src/texts/logged-details.ts'
import { speak } from '../texts/t.ts'
import { detailWords, recordsNamed, type Telling } from './audit-details.ts'

const NAMES: Record<string, string> = { 'branches 3': 'North', 'people 7': 'Ada Obi', 'funds 2': 'Missions' }

const telling: Telling = {
  timezone: 'Africa/Lagos',
  name: (resource, id) => NAMES[`${resource} ${id}`],
  module: name => (name === 'sunday_school' ? 'Sunday school' : undefined),
  setting: name => (name === 'account_sid' ? 'Account SID' : undefined),
  to: field => ({ branch_id: 'branches', parent_id: 'branches', person_id: 'people', fund_id: 'funds' })[field],
  records: resource => (resource === 'gifts' ? 'Online gifts' : undefined),
  of: operation => (operation === 'branches.update' ? 'branch' : null),
}

const told = (detail: Record<string, unknown>, operation = ''): string[] => detailWords({ operation, detail }, telling)

test('what the audit log kept of an act is told in words: labels, roles, choices, yes and no', () => {
  assert.deepEqual(told({ role: 'viewer', branch_id: 3 }), ['Role: Viewer', 'Branch: North'])
  assert.deepEqual(told({ role_before: 'staff', branch_id_before: null }), ['Role before: Staff'])
  assert.deepEqual(told({ is_public: true, frequency: 'quarterly' }), ['Public: Yes', 'How often: Quarterly'])
  assert.deepEqual(told({ name_before: 'Ada', name: 'Ada Obi' }), ['Name before: Ada', 'Name: Ada Obi'])
  assert.deepEqual(told({ roles: ['owner', 'finance'], languages: ['fr', 'sw'] }), [
    'Roles: Owner, Finance',
    'Languages of the public pages: French, Swahili',
  ])
  assert.deepEqual(told({ audience: 'filter', modules: ['sunday_school'], settings: ['account_sid', 'odd'] }), [
    'Sent to: Everyone who matches a filter',
    'Modules: Sunday school',
    'Settings: Account SID, odd',
  ])
})

test('amounts, days, moments, hours and numbers in the audit log are written as the page writes them', () => {
  assert.deepEqual(told({ amount: 150_000, currency: 'NGN', asked: 200, asked_currency: 'GHS' }), [
    'Amount: ₦1,500.00',
    'Currency: NGN',
    'Amount asked for: GH₵2.00',
    'Currency asked for: GHS',
  ])
  assert.deepEqual(told({ since: '2026-01-31T10:00:00Z', valid_from: '2026-01-31' }), [
    'Since: 31 Jan 2026, 11:00',
    'Valid from: 31 Jan 2026',
  ])
  assert.deepEqual(told({ local_time: '18:30', bytes: 1_234_567, imported: 12_345 }), [
    'Time: 18:30',
    'Size: 1,235 kB',
    'Imported: 12,345',
  ])
  assert.deepEqual(told({ removed: [{ one: 'person', many: 'people', count: 1_200 }] }), ['Removed: 1,200 people'])
})

test('records that the audit log names by their ids are called by their names, and those out of sight by their numbers', () => {
  const accounts = [
    { fund_id: 2, code: '4000' },
    { method: 'cash', code: null },
  ]
  assert.deepEqual(told({ person_ids: [7, 8], parent_id: 3, accounts }), [
    'People: Ada Obi, No. 8',
    'Branch above: North',
    'Accounts: Missions: 4000, Cash: Nothing',
  ])
  assert.deepEqual(told({ filter: 'status=member,visitor&branch_id=3' }), [
    'Everyone who matches: status Member or Visitor, branch North',
  ])
  const acts = [
    { operation: 'a.b', detail: { person_ids: [7, 8], parent_id: 3, accounts } },
    { operation: 'a.c', detail: { filter: 'branch_id=4', fund_id: null } },
  ]
  assert.deepEqual(
    [...recordsNamed(acts, telling.to)],
    [
      ['people', [7, 8]],
      ['branches', [3, 4]],
      ['funds', [2]],
    ],
  )
})

test('scopes of a key, states and lists of nothing are words; a name of a release before is what it was', () => {
  assert.deepEqual(told({ scopes: ['people:read', 'people:write', 'funds:read'], origins: [] }), [
    'What it may do: People: read and write, Funds: read',
    'Websites that may use it: Nothing',
  ])
  assert.deepEqual(told({ status: 'inactive' }, 'branches.update'), ['Status: Inactive'])
  assert.deepEqual(told({ old_name: 'sk_1', gifts: 3 }), ['Old name: sk_1', 'Online gifts: 3'])
})

test('each detail of the audit log has a label in every language', () => {
  for (const language of ['fr', 'pt', 'es', 'sw', 'ar']) {
    const { knows } = languageNamed(language)
    const labels = Object.values(LOGGED_DETAILS).flatMap(({ label, words = {} }) => [label, ...Object.values(words)])
    assert.deepEqual(
      labels.filter(label => !knows(label)),
      [],
      language,
    )
  }
  speak(languageNamed('fr'))
  assert.deepEqual(told({ role: 'viewer', is_public: true }), ['Rôle\u202f: Observateur', 'Public\u202f: Oui'])
  speak(ENGLISH)
})
