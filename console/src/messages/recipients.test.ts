/** Whom a message goes to: each once, in requests that the API takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchesOf, kindOf, pastedLines, type Recipient, withRecipients } from './recipients.ts'

const person = (person_id: number): Recipient => ({ person_id, title: `Person ${person_id}`, detail: '' })
const address = (to: string): Recipient => ({ to, title: to, detail: '' })

test('each recipient is there once', () => {
  const all = withRecipients([person(1), address('a@b.org')], [person(1), person(2), address('a@b.org')])
  assert.equal(all.length, 3)
})

test('people are sent to together, addresses one by one', () => {
  const message = { channel: 'email', body: 'Hello' } as const
  const people = Array.from({ length: 60 }, (_, index) => person(index + 1))
  const batches = batchesOf(message, [...people, address('a@b.org'), address('c@d.org')])
  assert.deepEqual(
    batches.map(({ body }) => body.person_ids?.length ?? body.to),
    [25, 25, 10, 'a@b.org', 'c@d.org'],
  )
})

test('pasted lines are taken apart and told apart', () => {
  assert.deepEqual(pastedLines(' Ada Obi\nada@example.org; +234 803 200 0000,\nAda Obi'), [
    'Ada Obi',
    'ada@example.org',
    '+234 803 200 0000',
  ])
  assert.deepEqual(['ada@example.org', '+234 803 200 0000', '000123', 'Ada'].map(kindOf), ['email', 'phone', 'q', 'q'])
})
