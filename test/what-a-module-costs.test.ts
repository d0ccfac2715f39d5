/** A module declares, everything else derives: how many files and lines one is, and how few shared files name it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moduleCosts } from './support/module-cost.ts'

const COSTS = moduleCosts()

test('care, the smallest module with all that modules have, is at most 6 files and 450 lines', t => {
  const care = COSTS.find(({ folder }) => folder === 'care') ?? assert.fail('There is no care.')
  assert.ok(care.files <= 6, `${care.files} files`)
  assert.ok(care.lines <= 450, `${care.lines} lines`)
  t.diagnostic(`care is ${care.files} files and ${care.lines} lines, named in ${care.namedIn.join(', ')}`)
})

/** The list of modules, the words of its events in the specification, its pages that are made by hand. */
const MOST_NAMING = 3

/** Those that are named in more: what everything stands on, and what has commands and pages made by hand. */
const NAMED_IN_MORE: Record<string, number> = {
  batches: 5,
  church: 33,
  contributions: 8,
  groups: 8,
  imports: 8,
  media: 5,
  meetings: 4,
  messaging: 10,
  'online-giving': 7,
  people: 15,
  promotions: 4,
  school: 4,
  statements: 4,
}

test('at most three shared files name a module, but for those that are listed, and these in no more than before', () => {
  for (const { folder, namedIn } of COSTS) {
    const most = NAMED_IN_MORE[folder] ?? MOST_NAMING
    assert.ok(namedIn.length <= most, `${folder} is named in ${namedIn.length} files: ${namedIn.join(', ')}`)
  }
})

test('no module stands in the list of those that are named in more without need', () => {
  for (const [folder, most] of Object.entries(NAMED_IN_MORE)) {
    assert.equal(COSTS.find(one => one.folder === folder)?.namedIn.length, most, folder)
    assert.ok(most > MOST_NAMING, folder)
  }
})
