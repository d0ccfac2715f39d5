/** A module declares, everything else derives: how many files and lines one is, and how few shared files name it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type ModuleCost, moduleCosts } from './support/module-cost.ts'

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
  imports: 7,
  media: 5,
  meetings: 4,
  messaging: 12,
  'online-giving': 7,
  people: 16,
  promotions: 4,
  school: 4,
  statements: 4,
  tasks: 4,
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

/** How far a figure may be off, by itself and in parts of it: nobody rewrites the table for a line. */
const NEAR = { files: 1, lines: 20, part: 0.1 }

const isNear = (said: number, is: number, apart: number): boolean =>
  Math.abs(said - is) <= Math.max(apart, is * NEAR.part)

const rowOf = ({ folder, files, lines, namedIn }: ModuleCost): string =>
  `| ${folder} | ${files} | ${lines.toLocaleString('en')} | ${namedIn.length} |`

test('docs/modules.md says of each module what it costs: files and lines to a tenth, and how many shared files name it', () => {
  const text = readFileSync('docs/modules.md', 'utf8')
  const rows = [...text.matchAll(/^\| \*{0,2}([a-z-]+)\*{0,2} \| (\d+) \| ([\d,]+) \| (\d+)(?::[^|]*)? \|$/gm)]
  const said = new Map(
    rows.map(([, folder = '', files, lines = '', shared]) => [
      folder,
      [files, lines.replace(',', ''), shared].map(Number),
    ]),
  )
  const wrong = COSTS.filter(one => {
    const [files = 0, lines = 0, shared = -1] = said.get(one.folder) ?? []
    const near = isNear(files, one.files, NEAR.files) && isNear(lines, one.lines, NEAR.lines)
    return !near || shared !== one.namedIn.length
  })
  assert.deepEqual(wrong.map(rowOf), [], 'the table is to say')
  assert.deepEqual([...said.keys()].sort(), COSTS.map(({ folder }) => folder).sort(), 'the table has each module, once')
})
