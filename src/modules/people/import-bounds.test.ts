/** Files in which many rows share a number or a name are judged in time that grows with their rows, not with the square of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../db/database.ts'
import { Repeats } from '../../lib/repeats.ts'
import type { Church } from '../../resource/caller.ts'
import { Rows } from '../../resource/import-rows.ts'
import type { NewPerson } from './import-judged.ts'
import { Looking } from './import-known.ts'
import { bareOf, numberProblem, sharingOf } from './import-number-problems.ts'

const ROWS = 500

const row = (line: number, values: Partial<NewPerson['values']>): NewPerson => ({
  line,
  key: '00'.repeat(16),
  values: { branch_id: 1, first_name: 'Ada', last_name: 'Obi', ...values },
  family: undefined,
})

/** A database of a church in which nobody is. */
const empty = { all: async () => [] } as unknown as Db
const church = { id: 1 } as Church

test('of a number that very many rows bring, a handful are kept, and each row names the first of the others', () => {
  const rows = new Rows<NewPerson>()
  const numbers = new Repeats()
  for (let at = 0; at < ROWS; at += 100) {
    const some = Array.from({ length: 100 }, (_, n) => row(at + n + 2, { member_no: '0' }))
    for (const one of some) numbers.note(bareOf(one))
    rows.pack(some)
  }
  const sharing = sharingOf(rows, numbers.found()).get('0') ?? []
  assert.deepEqual(
    sharing.map(({ line }) => line),
    [2, 3, 4, 5, 6, 7],
  )
  const said = (line: number) => numberProblem(row(line, { member_no: '0' }), '0', undefined, sharing)
  assert.match(said(2) ?? '', /^is in line 3 and 4 and 5 and 6 and 7, too/)
  assert.match(said(ROWS) ?? '', /^is in line 2 and 3 and 4 and 5 and 6, too/)
})

for (const [what, numberOf, most] of [
  ['with a number each', (n: number) => ({ member_no: `G${n}` }), 0],
  ['without numbers', () => ({}), 100],
] as const) {
  test(`of very many namesakes ${what} at most ${most} are held beside each`, async t => {
    const rows = Array.from({ length: ROWS }, (_, n) => row(n + 2, numberOf(n)))
    const looking = new Looking(empty, church)
    await looking.look(rows)
    const known = await looking.found()
    // A mock would keep every call.
    const { parse } = JSON
    let parsed = 0
    JSON.parse = (...given) => {
      parsed += 1
      return parse(...given)
    }
    t.after(() => {
      JSON.parse = parse
    })
    for (const one of rows) {
      known.find(one)
      known.add(one)
    }
    assert.ok(parsed <= ROWS * most, String(parsed))
  })
}

test('who shares more than a name is found among very many namesakes; a row without a number finds one that brings one', async () => {
  const rows = Array.from({ length: ROWS }, (_, n) => row(n + 2, { email: `ada${n}@example.org` }))
  const last = row(ROWS + 2, { email: `ada${ROWS - 1}@example.org` })
  const numbered = row(ROWS + 3, { first_name: 'Ben', member_no: '7' })
  const plain = row(ROWS + 4, { first_name: 'Ben' })
  const looking = new Looking(empty, church)
  await looking.look([...rows, last, numbered, plain])
  const known = await looking.found()
  for (const one of [...rows, numbered]) known.add(one)
  const found = known.find(last)
  assert.deepEqual([found?.label, (found?.strength ?? 0) > 1], [ROWS + 1, true])
  assert.equal(known.find(plain)?.label, ROWS + 3)
})
