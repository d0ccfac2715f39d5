import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Repeats } from './repeats.ts'
import { SharedIndex } from './shared-index.ts'

test('items are found by what they share, in their order; what nothing else has is not kept', () => {
  const people = Array.from({ length: 5_000 }, (_, n) => ({
    n,
    name: `Ọlá ${n % 1_000}`,
    email: `ola${n}@example.org`,
  }))
  const repeats = new Repeats()
  for (const { name, email } of people) for (const text of [name, email]) repeats.note(text)
  const index = new SharedIndex<(typeof people)[number]>(repeats.found() ?? assert.fail())
  for (const one of people) index.add(() => one, [one.name, one.email, one.name])
  for (const n of [0, 7, 999]) {
    const same = [0, 1_000, 2_000, 3_000, 4_000].map(more => people[n + more])
    assert.deepEqual([...index.having(`Ọlá ${n}`)], same)
    assert.ok(index.has(`Ọlá ${n}`))
    assert.ok(!index.has(`ola${n}@example.org`))
    assert.deepEqual([...index.having(`ola${n}@example.org`)], [])
  }
})
